import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Contest } from '#prisma/generated/client.ts'
import { updateProblem } from '#server/modules/problem/authoring/editing.ts'
import { addContest, addJudged, tellContest } from '../../support/contests.ts'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { setStanding } from '../../support/groups.ts'
import { hours } from '../../support/homework.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import type { Stage } from '../../support/roleTable.ts'
import { type Loose, startSite } from '../../support/site.ts'
import { cellsOf } from '../../support/spreadsheets.ts'

/** Contests that count in the gradebook of their group (area-rules T14). */

const stage = {} as Stage
let ann: Person
let bob: Person
let problems: number[] = []

beforeAll(async () => {
  const site = await startSite({ LOG_LEVEL: 'silent' })
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
  const own = { groupId: stage.group.id, visibility: 'GROUP' as const }
  problems = [(await addJudgeable(site, 'ALPHA1', own)).id, (await addJudgeable(site, 'ALPHA2', own)).id]
  ann = await addPerson(site, 'ann')
  bob = await addPerson(site, 'bob')
  for (const person of [ann, bob]) await setStanding(site, stage.group, person, 'MEMBER')
})
afterAll(() => stage.site?.close())
beforeEach(async () => {
  await stage.site.prisma.submission.deleteMany()
  await stage.site.prisma.contest.deleteMany()
})

type Given = Partial<Omit<Contest, 'awards'>> & { problemIds?: number[] }

/** An ACM contest of the group from three hours ago to an hour ago, which is an exam. */
async function addExam({ problemIds = problems, ...given }: Given = {}): Promise<Contest> {
  const times = { startsAt: hours(-3), freezesAt: null, endsAt: hours(-1), thawsAt: null }
  const of = { type: 'ACM' as const, ownerId: stage.people.author.id, groupId: stage.group.id }
  const links = problemIds.map((problemId, position) => ({
    problemId,
    displayId: 'AB'[position] ?? 'C',
    title: 'Ropes',
    position,
  }))
  return addContest(stage.site, {
    ...times,
    ...of,
    title: 'Midterm',
    exam: true,
    problems: { create: links },
    ...given,
  })
}

const solves = (person: Person, contest: Contest, at: Date, fields: object = {}, problem = 0) =>
  addJudged(
    stage.site,
    person,
    { contestId: contest.id, problemId: problems[problem] ?? 0, createdAt: at },
    { groupId: stage.group.id, ...fields },
  )

const registers = (person: Person, { id: contestId }: Contest, fields: object = {}) =>
  stage.site.prisma.participation.create({
    data: { contestId, userId: person.id, registeredAt: hours(-3), ...fields },
  })

const FIELDS = 'exams { isOpen contest { title } } rows { username examsPercent meanPercent }'

async function gradebook(token: string | null = stage.people.admin.token): Promise<Loose> {
  const text = `query ($n: Int!) { group(number: $n) { gradebook { ${FIELDS} } } }`
  const { data, errors } = await stage.site.graphql(text, { n: stage.group.id }, { token })
  return data?.group?.gradebook ?? errors
}

const rowOf = async ({ username }: Person) =>
  (await gradebook()).rows.find((row: Loose) => row.username === username)

describe('exams of a gradebook', () => {
  it('have the share of the problems solved within an ACM contest', async () => {
    const exam = await addExam({ takesLate: true })
    await solves(ann, exam, hours(-2))
    await solves(ann, exam, hours(-0.5), {}, 1)
    await solves(bob, exam, hours(-2), { verdict: 'WRONG_ANSWER', score: 0 })
    expect((await gradebook()).exams).toEqual([{ isOpen: true, contest: { title: 'Midterm' } }])
    expect(await rowOf(ann)).toMatchObject({ examsPercent: [50], meanPercent: 50 })
    expect(await rowOf(bob)).toMatchObject({ examsPercent: [0], meanPercent: 0 })
    expect(await rowOf(stage.people.member)).toMatchObject({ examsPercent: [0], meanPercent: 0 })
  })

  it('have the share of the score of an OI contest', async () => {
    const exam = await addExam({ type: 'OI' })
    await solves(ann, exam, hours(-2), { verdict: 'PARTIALLY_ACCEPTED', score: 70 })
    await solves(ann, exam, hours(-2), { score: 100 }, 1)
    expect(await rowOf(ann)).toMatchObject({ examsPercent: [85], meanPercent: 85 })
  })

  it('count nothing before their end and while results are frozen', async () => {
    const running = await addExam({ title: 'Running', endsAt: hours(1) })
    const frozen = await addExam({ title: 'Frozen', freezesAt: hours(-3) })
    for (const exam of [running, frozen]) await solves(ann, exam, hours(-2))
    const { exams } = await gradebook()
    expect(exams.map(({ contest }: Loose) => contest.title)).toEqual(['Frozen', 'Running'])
    expect(exams.map(({ isOpen }: Loose) => isOpen)).toEqual([false, false])
    for (const person of [ann, bob])
      expect(await rowOf(person)).toMatchObject({ examsPercent: [null, null], meanPercent: null })
    const thawed = await stage.site.prisma.contest.update({
      where: { id: frozen.id },
      data: { thawsAt: hours(-0.1) },
    })
    await tellContest(stage.site, thawed)
    await expect.poll(() => rowOf(ann)).toMatchObject({ examsPercent: [50, null], meanPercent: 50 })
  })

  it('expect the registered in a private contest, and give disqualified ones nothing', async () => {
    const exam = await addExam({ access: 'PRIVATE', password: 'knot' })
    await registers(ann, exam, { disqualifiedAt: hours(-1) })
    await registers(bob, exam)
    for (const person of [ann, bob]) await solves(person, exam, hours(-2))
    expect(await rowOf(ann)).toMatchObject({ examsPercent: [0] })
    expect(await rowOf(bob)).toMatchObject({ examsPercent: [50] })
    expect(await rowOf(stage.people.member)).toBeUndefined()
  })

  it('expect whom the account rule accepts', async () => {
    const accountRule = '<prefix></prefix><suffix></suffix><start>1</start><end>0</end><extra>bob</extra>'
    await addExam({ accountRule })
    expect(await rowOf(bob)).toMatchObject({ examsPercent: [0] })
    expect(await rowOf(ann)).toBeUndefined()
  })

  it('are visible contests of the group with problems, which their organisers chose', async () => {
    await addExam({ title: 'Hidden', visible: false })
    await addExam({ title: 'Practice', exam: false })
    await addExam({ title: 'Empty', problemIds: [] })
    await addExam({ title: 'Of the site', groupId: null })
    await addExam({ title: 'Removed', removedAt: hours(-0.5) })
    expect(await gradebook()).toEqual({ exams: [], rows: [] })
  })

  it('show plain members their own result alone', async () => {
    const exam = await addExam()
    await solves(ann, exam, hours(-2))
    expect((await gradebook(bob.token)).rows).toEqual([
      { username: 'bob', examsPercent: [0], meanPercent: 0 },
    ])
  })

  it('stand in the spreadsheet', async () => {
    const exam = await addExam()
    await solves(ann, exam, hours(-2))
    const file = await fetch(`${stage.site.url}/api/group/download-gradebook?gid=${stage.group.id}`, {
      headers: { Authorization: stage.people.admin.token, 'accept-language': 'en-US' },
    })
    const [head, ...rows] = await cellsOf(Buffer.from(await file.arrayBuffer()))
    expect(head).toEqual(['User name', 'Real name', 'Student number', 'Mean (%)', 'Midterm'])
    expect(rows).toContainEqual(expect.arrayContaining(['ann', '50', '50']))
  })
})

const CREATE = `mutation ($input: CreateContestInput!) { createContest(input: $input) { id number isExam } }`

const createExam = (groupId: string | null, { token }: Person) =>
  stage.site.graphql(
    CREATE,
    {
      input: {
        type: 'OI',
        title: 'Final',
        startsAt: hours(1).toISOString(),
        endsAt: hours(2).toISOString(),
        groupId,
        fields: { isExam: true },
      },
    },
    { token },
  )

describe('the choice of organisers', () => {
  it('makes a contest of a group an exam, also its clone, and none of the site', async () => {
    const { data } = await createExam(globalId('Group', stage.group.id), stage.people.admin)
    expect(data?.createContest.isExam).toBe(true)
    const clone = 'mutation ($id: ID!) { cloneContest(input: { id: $id }) { isExam } }'
    const cloned = await stage.site.graphql(clone, { id: data?.createContest.id }, stage.people.admin)
    expect(cloned.data?.cloneContest.isExam).toBe(true)
    expect((await createExam(null, stage.people.siteRoot)).data?.createContest.isExam).toBe(false)
  })
})

describe('the stream of a gradebook', () => {
  const follow = ({ token }: Person) =>
    stage.site.subscribe<Loose>(
      'subscription ($id: ID!) { gradebookChanged(groupId: $id) { change row { username examsPercent } } }',
      { id: globalId('Group', stage.group.id) },
      { token },
    )

  /** The next row; the exam itself may be told after the stream has begun. */
  async function nextRow(stream: Awaited<ReturnType<typeof follow>>): Promise<Loose> {
    for (;;) {
      const { row } = (await stream.next()).data.gradebookChanged
      if (row) return row
    }
  }

  it('tells the row whose verdict changed, to nobody else of the group', async () => {
    const exam = await addExam()
    const [ofBob, ofAdmin] = [await follow(bob), await follow(stage.people.admin)]
    await solves(ann, exam, hours(-2))
    expect(await nextRow(ofAdmin)).toEqual({ username: 'ann', examsPercent: [50] })
    await solves(bob, exam, hours(-2))
    expect(await nextRow(ofBob)).toEqual({ username: 'bob', examsPercent: [50] })
    ofBob.close()
    ofAdmin.close()
  })

  it('tells students nothing of a changed problem of an exam to come', async () => {
    const over = await addExam({ problemIds: problems.slice(1) })
    await addExam({ problemIds: problems.slice(0, 1), startsAt: hours(1), endsAt: hours(2) })
    const [ofBob, ofAdmin] = [await follow(bob), await follow(stage.people.admin)]
    // Behind these rows nothing of the exams themselves is told any more.
    await solves(bob, over, hours(-2), {}, 1)
    for (const stream of [ofBob, ofAdmin]) expect(await nextRow(stream)).toMatchObject({ username: 'bob' })
    await updateProblem(contextOf(stage.site, stage.people.siteRoot), problems[0] ?? 0, {
      difficulty: 'HARD',
    })
    expect((await ofAdmin.next()).data.gradebookChanged.change).toBe('RESET')
    await solves(bob, over, hours(-2), { verdict: 'WRONG_ANSWER' }, 1)
    expect((await ofBob.next()).data.gradebookChanged.row).toMatchObject({ username: 'bob' })
    for (const stream of [ofBob, ofAdmin]) stream.close()
  })

  it('tells to reload when an exam is created, ends, or is none any more', async () => {
    const stream = await follow(stage.people.admin)
    const { data } = await createExam(globalId('Group', stage.group.id), stage.people.admin)
    expect((await stream.next()).data.gradebookChanged.change).toBe('RESET')
    const update = 'mutation ($input: UpdateContestInput!) { updateContest(input: $input) { isExam } }'
    const input = { id: data?.createContest.id, fields: { isExam: false } }
    await stage.site.graphql(update, { input }, stage.people.admin)
    expect((await stream.next()).data.gradebookChanged.change).toBe('RESET')
    stream.close()
    await addExam({ title: 'Short', endsAt: new Date(Date.now() + 1500) })
    const ofEnd = await follow(stage.people.admin)
    for (;;) {
      expect((await ofEnd.next()).data.gradebookChanged.change).toBe('RESET')
      if ((await rowOf(ann)).examsPercent[0] === 0) break
    }
    ofEnd.close()
  })
})
