import { afterAll, beforeAll, expect, it } from 'vitest'
import page from '#client/__generated__/ContestSubmissionsSubscription.graphql.ts'
import type { Submission } from '#prisma/generated/client.ts'
import { emit } from '#server/events.ts'
import { addContest, addJudged, MINUTE, timesOf } from '../../support/contests.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Following, type Loose, type Site, startSite } from '../../support/site.ts'
import { streamFigures } from '../../support/streams.ts'

/** The list of a running contest is read once for all who take part, while everybody reads of their own what is theirs. */

const CROWD = 12

let site: Site
let owner: Person
let ada: Person
let crowd: Person[]
let problemId: number

beforeAll(async () => {
  site = await startSite()
  owner = await addPerson(site, 'owner', { role: 'ADMIN' })
  ada = await addPerson(site, 'ada')
  crowd = await Promise.all(Array.from({ length: CROWD }, (_, at) => addPerson(site, `bob${at}`)))
  // Nobody who takes part sees the problem itself.
  problemId = (await addJudgeable(site, 'C1', { visibility: 'HIDDEN' })).id
})

afterAll(() => site?.close())

const QUERY = `subscription ($filter: SubmissionFilter) { submissionsChanged(filter: $filter) {
  change submission { number verdict timeMs user { username } problem { displayId } } } }`

/** Follows the list of a contest, from the moment on at which the server has taken it. */
const follow = (contestId: number, { token }: Person, query = QUERY) =>
  site.subscribe(query, { filter: { contestId: globalId('Contest', contestId) } }, { token })

/** The next that is told of a row. Staff may read of a problem what is theirs, so they move, and hear of the contest's turn. */
async function nextRow(line: Following<Loose> | undefined): Promise<Loose> {
  for (;;) {
    const told = await line?.next()
    if (told.data?.submissionsChanged.change !== 'RESET') return told
  }
}

const tell = async ({ id, userId, problemId, contestId, groupId }: Submission) =>
  emit(contextOf(site, null), 'submission.judged', {
    submissionId: id,
    userId,
    problemId,
    contestId,
    groupId,
  })

async function privateContest(phase: 'running' | 'frozen') {
  const contest = await addContest(site, { type: 'ACM', ownerId: owner.id, ...timesOf(phase) })
  await site.prisma.contest.update({ where: { id: contest.id }, data: { access: 'PRIVATE' } })
  await site.prisma.participation.createMany({
    data: [ada, ...crowd].map(({ id }) => ({ contestId: contest.id, userId: id, registeredAt: new Date() })),
  })
  return contest
}

it('is executed once for those who take part, once for its organiser, and once for the author of the row', async () => {
  const contest = await privateContest('running')
  const [adas, owners, ...others] = await Promise.all(
    [ada, owner, ...crowd].map((one) => follow(contest.id, one)),
  )
  const createdAt = new Date(Date.now() - MINUTE)
  const sent = await addJudged(site, ada, { problemId, contestId: contest.id, createdAt })
  const row = (timeMs: number | null) => ({
    change: 'CHANGED',
    submission: { number: sent.id, verdict: 'ACCEPTED', timeMs, user: { username: 'ada' }, problem: null },
  })
  const changed = async (line: typeof adas) => (await nextRow(line)).data.submissionsChanged
  const hear = async () => {
    const before = await streamFigures(site)
    await tell(sent)
    expect(await changed(adas)).toEqual(row(5))
    expect(await changed(owners)).toEqual(row(5))
    for (const line of others) expect(await changed(line)).toEqual(row(null))
    return (await streamFigures(site)).executions - before.executions
  }
  // The first reading finds out who reads what is somebody's own.
  await hear()
  expect(await hear()).toBeLessThanOrEqual(3)
  for (const line of [adas, owners, ...others]) line?.close()
})

it('tells of a frozen submission only to its author and to the organiser (contest-rules 6)', async () => {
  const contest = await privateContest('frozen')
  const [adas, owners, ...others] = await Promise.all(
    [ada, owner, ...crowd].map((one) => follow(contest.id, one)),
  )
  const [late, early] = await Promise.all(
    [new Date(Date.now() - MINUTE), contest.startsAt].map((createdAt) =>
      addJudged(site, ada, { problemId, contestId: contest.id, createdAt }),
    ),
  )
  if (!late || !early) throw new Error('nothing was sent')
  await tell(late)
  await tell(early)
  const numbers = async (line: typeof adas) => (await nextRow(line)).data.submissionsChanged.submission.number
  expect([await numbers(adas), await numbers(adas)].sort()).toEqual([late.id, early.id].sort())
  expect(await numbers(owners)).toBe(early.id)
  for (const line of others) expect(await numbers(line)).toBe(early.id)
  for (const line of [adas, owners, ...others]) line?.close()
})

it('is executed as rarely for the subscription of the list page', async () => {
  const contest = await privateContest('running')
  const query = page.params.text ?? ''
  const lines = await Promise.all([ada, owner, ...crowd].map((one) => follow(contest.id, one, query)))
  const createdAt = new Date(Date.now() - MINUTE)
  const sent = await addJudged(site, ada, { problemId, contestId: contest.id, createdAt })
  for (let turn = 0; turn < 2; turn++) {
    const before = await streamFigures(site)
    await tell(sent)
    for (const line of lines) expect(await nextRow(line)).not.toHaveProperty('errors')
    const after = await streamFigures(site)
    // The first reading finds out whether the page asks for what is somebody's own.
    if (turn === 1) expect(after.executions - before.executions).toBeLessThanOrEqual(3)
  }
  for (const line of lines) line.close()
})
