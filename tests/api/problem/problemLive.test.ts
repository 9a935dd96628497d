import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeMember } from '#server/modules/group/members.ts'
import type { ProblemInput } from '#server/modules/problem/authoring/authoring.ts'
import { saveProblem } from '#server/modules/problem/authoring/authoring.ts'
import { removeProblem } from '#server/modules/problem/managing.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem, problemInput } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

/** What open problem pages and lists hear of saves, publication and deletion. */

let site: Site
let root: Person
let member: Person
let outsider: Person
let group: Awaited<ReturnType<typeof addGroup>>
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  member = await addPerson(site, 'member')
  outsider = await addPerson(site, 'outsider')
  group = await addGroup(site, root, 'club')
  await setStanding(site, group, member, 'MEMBER')
})
afterAll(() => site?.close())

const ONE =
  'subscription ($id: ID!) { problemChanged(id: $id) { updatedAt timeLimitMs statement { title } } }'
const LIST =
  'subscription ($groupId: ID) { problemsChanged(groupId: $groupId) { change rowId problem { title } } }'

let made = 0
const add = (change: Partial<ProblemInput> = {}) => addProblem(site, root, `LIVE${++made}`, change)

/** Adds a problem of the group. */
async function addOfGroup(visibility: ProblemInput['visibility']) {
  const problem = await add({ visibility: 'HIDDEN' })
  return site.prisma.problem.update({
    where: { id: problem.id },
    data: { groupId: group.id, visibility },
  })
}

/** Saves the form of a problem again, with a change. */
const save = ({ id, displayId }: { id: number; displayId: string }, change: Partial<ProblemInput>) =>
  saveProblem(contextOf(site, root), problemInput(displayId, { id, testcases: null, ...change }))

const follow = (person: Person | null, text: string, variables: object = {}) =>
  site.subscribe(text, variables, { token: person?.token })

/** Resolves when a stream has ended, to what came before that. */
async function ended(line: Awaited<ReturnType<typeof follow>>) {
  const heard: unknown[] = []
  for (;;) {
    const answer = await line.next().catch(() => null)
    if (!answer?.data) return heard
    heard.push(answer.data)
  }
}

describe('an open problem', () => {
  it('is told to guests and users after each save', async () => {
    const problem = await add()
    const lines = await Promise.all(
      [null, outsider].map((person) => follow(person, ONE, { id: globalId('Problem', problem.id) })),
    )
    const [en, zh] = problemInput(problem.displayId).statements
    if (!en || !zh) throw new Error('the input has both languages')
    await save(problem, { timeMs: 3000, statements: [{ ...en, title: 'Difference' }, zh] })
    for (const line of lines)
      expect((await line.next()).data.problemChanged).toMatchObject({
        timeLimitMs: 3000,
        statement: { title: 'Difference' },
      })
  })

  it('ends when it is hidden, and cannot be followed by those who do not see it', async () => {
    const problem = await add()
    const variables = { id: globalId('Problem', problem.id) }
    const line = await follow(outsider, ONE, variables)
    await save(problem, { visibility: 'HIDDEN' })
    await ended(line)
    const late = await follow(outsider, ONE, variables)
    expect((await late.next()).errors[0].extensions.code).toBe('NOT_FOUND')
    const manager = await follow(root, ONE, variables)
    await save(problem, { visibility: 'HIDDEN', timeMs: 2000 })
    expect((await manager.next()).data.problemChanged.timeLimitMs).toBe(2000)
  })

  it('of a group is told to its members alone (area-rules G10)', async () => {
    const problem = await addOfGroup('GROUP')
    const variables = { id: globalId('Problem', problem.id) }
    const line = await follow(member, ONE, variables)
    const refused = await follow(outsider, ONE, variables)
    expect((await refused.next()).errors[0].extensions.code).toBe('NOT_FOUND')
    await save(problem, { visibility: 'GROUP', timeMs: 4000 })
    expect((await line.next()).data.problemChanged.timeLimitMs).toBe(4000)
  })

  it('of a group ends for a member who is removed, and goes on for the others (area-rules G10)', async () => {
    const problem = await addOfGroup('GROUP')
    const variables = { id: globalId('Problem', problem.id) }
    const pupil = await addPerson(site, 'pupil')
    await setStanding(site, group, pupil, 'MEMBER')
    const [gone, staying] = [await follow(pupil, ONE, variables), await follow(member, ONE, variables)]
    await removeMember(contextOf(site, root), group.id, pupil.id)
    await save(problem, { visibility: 'GROUP', timeMs: 6000 })
    expect((await staying.next()).data.problemChanged.timeLimitMs).toBe(6000)
    expect(JSON.stringify(await ended(gone))).not.toContain('6000')
  })

  it('moves the time of change of the contests that it is in', async () => {
    const problem = await add({ visibility: 'CONTEST_ONLY' })
    const contest = await addContest(site, { type: 'ACM', ownerId: root.id, ...timesOf('running') })
    await site.prisma.contestProblem.create({
      data: { contestId: contest.id, problemId: problem.id, displayId: 'A', title: 'A', position: 0 },
    })
    const line = await follow(
      outsider,
      'subscription ($id: ID!) { contestChanged(id: $id) { problemsChangedAt } }',
      { id: globalId('Contest', contest.id) },
    )
    const saved = await save(problem, { visibility: 'CONTEST_ONLY', timeMs: 5000 })
    const { problemsChangedAt } = (await line.next()).data.contestChanged
    expect(problemsChangedAt).toBe(saved.updatedAt.toISOString())
  })
})

describe('the list of problems', () => {
  it('is reset when the tags change by which it is filtered', async () => {
    const line = await follow(null, LIST)
    const ofGroup = await follow(member, LIST, { groupId: globalId('Group', group.id) })
    const names = { 'en-US': 'Trees', 'zh-CN': '树' }
    await site.prisma.tag.create({ data: { names, groupId: group.id } })
    expect(await ofGroup.next()).toMatchObject({ data: { problemsChanged: { change: 'RESET' } } })
    expect(line.received).toEqual([])
    ofGroup.close()
    await site.prisma.tag.create({ data: { names } })
    expect(await line.next()).toMatchObject({ data: { problemsChanged: { change: 'RESET', rowId: null } } })
    line.close()
  })

  it('hears of problems that are published, saved, hidden and deleted', async () => {
    const line = await follow(null, LIST)
    /** The next such change; a save that publishes or hides is told as a change of the row, too. */
    const next = async (change: string) => {
      for (;;) {
        const { problemsChanged } = (await line.next()).data
        if (problemsChanged.change === change) return problemsChanged
      }
    }
    const problem = await add({ visibility: 'HIDDEN' })
    const rowId = globalId('Problem', problem.id)
    await save(problem, { visibility: 'PUBLIC' })
    expect((await next('CREATED')).rowId).toBe(rowId)
    await save(problem, { difficulty: 'HARD' })
    expect(await next('CHANGED')).toMatchObject({ rowId, problem: { title: `Sum LIVE${made}` } })
    await save(problem, { visibility: 'HIDDEN' })
    expect(await next('REMOVED')).toMatchObject({ rowId, problem: null })
    await save(problem, { visibility: 'PUBLIC' })
    expect((await next('CREATED')).rowId).toBe(rowId)
    await removeProblem(contextOf(site, root), problem.id)
    expect(await next('REMOVED')).toMatchObject({ rowId, problem: null })
    const fresh = await add()
    expect((await next('CREATED')).rowId).toBe(globalId('Problem', fresh.id))
  })

  it('of a group is for its members, and hears of nothing else', async () => {
    const groupId = globalId('Group', group.id)
    const refused = await follow(outsider, LIST, { groupId })
    expect((await refused.next()).errors[0].extensions.code).toBe('FORBIDDEN')
    const line = await follow(member, LIST, { groupId })
    const ofSite = await follow(member, LIST)
    const problem = await addOfGroup('HIDDEN')
    await save(problem, { visibility: 'GROUP' })
    const rowId = globalId('Problem', problem.id)
    expect((await line.next()).data.problemsChanged).toMatchObject({ change: 'CREATED', rowId })
    const open = await add()
    expect((await ofSite.next()).data.problemsChanged.rowId).toBe(globalId('Problem', open.id))
  })
})
