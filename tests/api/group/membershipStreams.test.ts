import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Group } from '#prisma/generated/client.ts'
import { type AnyEvent, emit } from '#server/events.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Following, type Loose, type Site, startSite } from '../../support/site.ts'
import { streamFigures } from '../../support/streams.ts'

/** Streams of a group: one reading for all of one standing there, and none for those who are not in it any more. */

const CROWD = 8

let site: Site
let owner: Person
let crowd: Person[]

beforeAll(async () => {
  site = await startSite({ RECHECK_MS: '500', LOG_LEVEL: 'silent' })
  owner = await addPerson(site, 'owner')
  crowd = await Promise.all(Array.from({ length: CROWD }, (_, at) => addPerson(site, `bob${at}`)))
})

afterAll(() => site?.close())

type Line = Following<{
  data?: { submissionsChanged: { submission: { number: number } | null } }
}>
const lines: Line[] = []
afterEach(() => {
  for (const line of lines.splice(0)) line.close()
})

const QUERY = `subscription ($filter: SubmissionFilter) { submissionsChanged(filter: $filter) {
  submission { number verdict problem { displayId } user { username } } } }`

/** A group of the crowd with a problem of its own. */
async function groupOf(name: string, standing: 'MEMBER' | 'ADMIN' = 'MEMBER') {
  const group = await addGroup(site, owner, name)
  for (const person of crowd) await setStanding(site, group, person, standing)
  const problem = await addJudgeable(site, `${name}1`.toUpperCase(), {
    groupId: group.id,
    visibility: 'GROUP',
  })
  return { group, problemId: problem.id }
}

async function follow(group: Group, person: Person): Promise<Line> {
  const line = await site.subscribe(QUERY, { filter: { groupNumber: group.id } }, { token: person.token })
  lines.push(line)
  return line
}

/** Somebody submits, and it is judged; its number. */
async function send({ group, problemId }: { group: Group; problemId: number }, by: Person): Promise<number> {
  const { id } = await site.prisma.submission.create({
    data: {
      problemId,
      userId: by.id,
      groupId: group.id,
      language: 'cpp17',
      codeLength: 1,
      ip: '127.0.0.1',
      state: 'DONE',
      verdict: 'ACCEPTED',
      code: { create: { source: 'the code' } },
    },
  })
  await emit(contextOf(site, null), 'submission.judged', {
    submissionId: id,
    userId: by.id,
    problemId,
    contestId: null,
    groupId: group.id,
  })
  return id
}

const numberOf = async (line: Line) => (await line.next()).data?.submissionsChanged.submission?.number

it('are read once for all members, and once for all admins', async () => {
  const made = await groupOf('both')
  for (const admin of crowd.slice(0, 3)) await setStanding(site, made.group, admin, 'ADMIN')
  const all = await Promise.all(crowd.map((person) => follow(made.group, person)))
  const hear = async () => {
    const before = await streamFigures(site)
    const number = await send(made, owner)
    for (const line of all) expect(await numberOf(line)).toBe(number)
    return (await streamFigures(site)).executions - before.executions
  }
  await hear()
  expect(await hear()).toBeLessThanOrEqual(2)
})

it('end with the membership, by whatever way it ends, and go on for all others (area-rules G5)', async () => {
  const made = await groupOf('ends')
  const [left, refused, ...others] = await Promise.all(crowd.map((person) => follow(made.group, person)))
  if (!left || !refused) throw new Error('nobody follows')
  await setStanding(site, made.group, crowd[0] as Person, null)
  await setStanding(site, made.group, crowd[1] as Person, 'REFUSED')
  for (const line of [left, refused])
    await expect(line.next()).resolves.toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  const number = await send(made, owner)
  for (const line of others) expect(await numberOf(line)).toBe(number)
  expect([...left.received, ...refused.received]).toEqual([])
})

it('tell nobody anything in the moment in which a membership has ended', async () => {
  const made = await groupOf('moment')
  const line = await follow(made.group, crowd[0] as Person)
  for (let turn = 0; turn < 10; turn++) await send(made, owner)
  for (let turn = 0; turn < 10; turn++) await numberOf(line)
  await setStanding(site, made.group, crowd[0] as Person, null)
  await Promise.all(Array.from({ length: 10 }, () => send(made, owner)))
  await expect(line.next()).resolves.toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  expect(line.received).toEqual([])
})

it('end for all when the group is closed, and for its old owner when it is given away (area-rules G2)', async () => {
  const made = await groupOf('closed')
  const owners = await follow(made.group, owner)
  const [heir] = crowd as [Person]
  await site.prisma.group.update({ where: { id: made.group.id }, data: { ownerId: heir.id } })
  await expect(owners.next()).resolves.toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  const all = await Promise.all(crowd.map((person) => follow(made.group, person)))
  await site.prisma.group.update({ where: { id: made.group.id }, data: { disabled: true } })
  for (const line of all)
    await expect(line.next()).resolves.toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
})

it('ends at once for a guest who follows the open board of a contest there, when the group is closed (area-rules G12)', async () => {
  const { group } = await groupOf('board')
  const contest = await addContest(site, {
    type: 'ACM' as const,
    ownerId: owner.id,
    groupId: group.id,
    boardIsOpen: true,
    ...timesOf('running'),
  })
  const line = await site.subscribe<Loose>(
    'subscription ($id: Int!) { scoreboardChanged(number: $id, view: PUBLIC) { version } }',
    { id: contest.id },
  )
  expect(await line.next()).not.toHaveProperty('errors')
  const began = Date.now()
  await site.prisma.group.update({ where: { id: group.id }, data: { disabled: true } })
  await expect(line.next()).resolves.toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  expect(Date.now() - began).toBeLessThan(1000)
})

it('goes on for members of a group that is shown or hidden, which all servers hear of (area-rules G2)', async () => {
  const made = await groupOf('shown')
  const heard: AnyEvent[] = []
  const off = site.house.events.listen((event) => void heard.push(event))
  const line = await follow(made.group, crowd[0] as Person)
  for (const visible of [false, true, true]) {
    await site.prisma.group.update({ where: { id: made.group.id }, data: { visible } })
    const number = await send(made, owner)
    // A line that was moved hears again of what it may have missed.
    await expect.poll(() => numberOf(line)).toBe(number)
  }
  off()
  const told = heard.filter(({ name }) => name === 'group.changed' || name === 'membership.changed')
  const { id: groupId } = made.group
  expect(told).toEqual(
    [true, false].map((wasListed) => ({ name: 'group.changed', payload: { groupId, wasListed } })),
  )
})

it('tell what admins are told as soon as a member becomes one', async () => {
  const made = await groupOf('rises')
  const line = await follow(made.group, crowd[0] as Person)
  await setStanding(site, made.group, crowd[0] as Person, 'ADMIN')
  const number = await send(made, owner)
  expect(await numberOf(line)).toBe(number)
  const next = await send(made, owner)
  let heard = await numberOf(line)
  while (heard === number) heard = await numberOf(line)
  expect(heard).toBe(next)
})

it('tell what members are told as soon as an admin is one no longer', async () => {
  const made = await groupOf('falls')
  const [first] = crowd as [Person]
  await setStanding(site, made.group, first, 'ADMIN')
  const all = await Promise.all(crowd.map((person) => follow(made.group, person)))
  const hear = async () => {
    const before = await streamFigures(site)
    const number = await send(made, owner)
    for (const line of all) {
      let heard = await numberOf(line)
      // The stream that changes its audience may tell a row once more.
      while (heard !== number) heard = await numberOf(line)
    }
    return (await streamFigures(site)).executions - before.executions
  }
  await hear()
  await setStanding(site, made.group, first, 'MEMBER')
  await expect.poll(hear).toBe(1)
})

it('open again for somebody who was refused and is admitted later, over the same login (area-rules G5)', async () => {
  const made = await groupOf('again')
  const [first] = crowd as [Person]
  await setStanding(site, made.group, first, 'REFUSED')
  const refused = await follow(made.group, first)
  await expect(refused.next()).resolves.toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  await setStanding(site, made.group, first, 'MEMBER')
  const line = await follow(made.group, first)
  const number = await send(made, owner)
  expect(await numberOf(line)).toBe(number)
})

it('end within the time of a recheck for those whose rows were changed past the triggers', async () => {
  const made = await groupOf('past')
  const line = await follow(made.group, crowd[0] as Person)
  await site.prisma.$transaction([
    site.prisma.$executeRaw`set local session_replication_role = replica`,
    site.prisma
      .$executeRaw`delete from "GroupMember" where "groupId" = ${made.group.id} and "userId" = ${crowd[0]?.id}`,
    site.prisma.$executeRaw`update "User" set "standing" = "standing" + 1 where "id" = ${crowd[0]?.id}`,
  ])
  await expect(line.next()).resolves.toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
})
