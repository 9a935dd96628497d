import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Submission } from '#prisma/generated/client.ts'
import type { ContestType } from '#prisma/generated/enums.ts'
import { emit } from '#server/events.ts'
import { addContest, addJudged, MINUTE, PHASES, type Phase, timesOf } from '../../support/contests.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** What contests close, to whom and when: no door shows or counts what is closed. */

let site: Site
let problem: Awaited<ReturnType<typeof addJudgeable>>
const people = {} as Record<'owner' | 'root' | 'ada' | 'bob' | 'setter', Person>
type Name = keyof typeof people | 'guest'
const EVERYBODY: Name[] = ['guest', 'ada', 'bob', 'setter', 'owner', 'root']
const personOf = (name: Name) => (name === 'guest' ? null : people[name])

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent', METRICS_TOKEN: 'a token of the tests', SHARE_MS: '1000' })
  people.root = await addPerson(site, 'root', { role: 'ROOT' })
  people.owner = await addPerson(site, 'owner', { role: 'ADMIN' })
  people.setter = await addPerson(site, 'setter', { role: 'PROBLEM_ADMIN' })
  people.ada = await addPerson(site, 'ada')
  people.bob = await addPerson(site, 'bob')
  problem = await addJudgeable(site, 'C1', { authorId: people.setter.id })
})
afterAll(() => site.close())

/** A contest in a phase, with two submissions of ada: one from before the freeze, and one from after it. */
async function stageOf(type: ContestType, phase: Phase) {
  const contest = await addContest(site, { type, ownerId: people.owner.id, ...timesOf(phase) })
  const { startsAt, freezesAt } = timesOf(phase)
  const sent = (after: Date) =>
    addJudged(site, people.ada, {
      problemId: problem.id,
      contestId: contest.id,
      createdAt: new Date(after.getTime() + MINUTE),
    })
  return { contest, early: await sent(startsAt), late: await sent(freezesAt) }
}

const FIELDS = `number outcomeHidden state verdict score oiRankScore timeMs memoryKb codeLength caseCount tape judgedBy
  source message queuePosition percentiles { time { beats } } peak { timeMs } cases { runs { verdict } }`
const ONE = `query ($number: Int!) { submission(number: $number) { ${FIELDS} } }`
const NODE = `query ($id: ID!) { node(id: $id) { ... on Submission { ${FIELDS} } } }`

type Seen = Record<string, unknown> | null

/** Absent, hidden, the verdict alone, all but the cases, or all. */
function classOf(seen: Seen): string {
  if (!seen) return 'absent'
  const { outcomeHidden, state, verdict, score, oiRankScore, judgedBy } = seen
  const { timeMs, memoryKb, codeLength, caseCount, tape, cases, percentiles, peak, queuePosition } = seen
  expect([percentiles, peak, queuePosition]).toEqual([null, null, null])
  const told = JSON.stringify([
    [state, verdict, score, oiRankScore, judgedBy],
    [timeMs, memoryKb, codeLength],
  ])
  const byCase = JSON.stringify([caseCount, tape, cases])
  const NO_MEASURES = [null, null, null]
  const OUTCOME = ['DONE', 'ACCEPTED', 100, 12, 'host']
  const MEASURES = [5, 900, 11]
  const noCases = byCase === JSON.stringify([null, '', null])
  if (outcomeHidden) {
    expect(told).toBe(JSON.stringify([[null, null, null, null, null], NO_MEASURES]))
    expect(noCases).toBe(true)
    return 'hidden'
  }
  if (told === JSON.stringify([OUTCOME, NO_MEASURES]) && noCases) return 'verdict'
  expect(told).toBe(JSON.stringify([OUTCOME, MEASURES]))
  if (noCases) return 'closed cases'
  expect(byCase).toBe(JSON.stringify([3, 'AAA', { runs: [{ verdict: 'ACCEPTED' }] }]))
  return 'all'
}

/** What the graph shows of a row, by its number and as a node. */
async function lookInGraph(name: Name, row: Submission) {
  const person = personOf(name)
  const id = globalId('Submission', row.id)
  const [one, node] = await Promise.all([
    site.graphql(ONE, { number: row.id }, { token: person?.token }),
    site.graphql(NODE, { id }, { token: person?.token }),
  ])
  const seen = classOf(one.data?.submission ?? null)
  expect(classOf(node.data?.node ?? null)).toBe(seen)
  const source = (one.data?.submission as { source: string | null } | null | undefined)?.source ?? null
  const mayRead = ['ada', 'owner', 'root'].includes(name) && seen !== 'absent'
  expect(source).toBe(mayRead ? 'the code of ada' : null)
  return { seen, source }
}

async function look(name: Name, row: Submission): Promise<string> {
  const person = personOf(name)
  const inRest = (path: string) =>
    site.rest('GET', `/api/${path}?submitId=${row.id}`, { token: person?.token })
  const [{ seen, source }, detail, cases] = await Promise.all([
    lookInGraph(name, row),
    inRest('get-submission-detail'),
    inRest('get-all-case-result'),
  ])
  if (seen === 'absent') {
    expect([detail.data, cases.data]).toEqual([null, null])
    return seen
  }
  const { submission } = detail.data as { submission: Record<string, unknown> }
  expect(submission.status).toBe(seen === 'hidden' ? -5 : 0)
  expect([submission.time, submission.memory, submission.length]).toEqual(
    ['hidden', 'verdict'].includes(seen) ? [null, null, null] : [5, 900, 11],
  )
  expect(submission.score).toBe(seen === 'hidden' ? null : 100)
  expect(submission.code).toBe(source)
  expect(cases.data === null).toBe(seen !== 'all')
  return seen
}

const LIST = `query ($filter: SubmissionFilter) {
  submissions(first: 50, filter: $filter) { totalCount edges { node { number } } }
}`
/** The numbers that a list shows; its total must be as many. */
async function listed(name: Name, filter: object): Promise<number[]> {
  const { data } = await site.graphql(LIST, { filter }, { token: personOf(name)?.token })
  const { totalCount, edges } = data.submissions
  expect(totalCount).toBe(edges.length)
  return edges.map(({ node }: { node: { number: number } }) => node.number)
}

type Expected = Record<Name, [early: string, late: string]>
const same = (seen: string): Expected =>
  Object.fromEntries(EVERYBODY.map((name) => [name, [seen, seen]])) as Expected
const ORGANISERS = { owner: ['all', 'all'], root: ['all', 'all'] } as const
const GUEST = { guest: ['absent', 'absent'] } as const
const others = (early: string, late: string) => ({
  bob: [early, late] as [string, string],
  setter: [early, late] as [string, string],
})
const NOBODY = { ...same('absent'), ...ORGANISERS } as Expected
const THAWED = { ...same('all'), ...GUEST } as Expected

const SEEN: Record<ContestType, Record<Phase, Expected>> = {
  ACM: {
    before: NOBODY,
    running: {
      ...GUEST,
      ...ORGANISERS,
      ada: ['closed cases', 'closed cases'],
      ...others('verdict', 'verdict'),
    } as Expected,
    frozen: {
      ...GUEST,
      ...ORGANISERS,
      ada: ['closed cases', 'closed cases'],
      ...others('verdict', 'absent'),
    } as Expected,
    over: { ...GUEST, ...ORGANISERS, ada: ['all', 'all'], ...others('all', 'absent') } as Expected,
    'over for long': { ...GUEST, ...ORGANISERS, ada: ['all', 'all'], ...others('all', 'absent') } as Expected,
    thawed: THAWED,
  },
  OI: {
    before: NOBODY,
    running: {
      ...GUEST,
      ...ORGANISERS,
      ada: ['all', 'all'],
      ...others('verdict', 'verdict'),
    } as Expected,
    frozen: {
      ...GUEST,
      ...ORGANISERS,
      ada: ['all', 'hidden'],
      ...others('verdict', 'absent'),
    } as Expected,
    over: { ...GUEST, ...ORGANISERS, ada: ['all', 'hidden'], ...others('all', 'absent') } as Expected,
    'over for long': {
      ...GUEST,
      ...ORGANISERS,
      ada: ['all', 'hidden'],
      ...others('all', 'absent'),
    } as Expected,
    thawed: THAWED,
  },
}

const CASES = (['ACM', 'OI'] as const).flatMap((type) =>
  (Object.keys(PHASES) as Phase[]).map((phase) => [type, phase] as const),
)

describe.each(CASES)('a submission of an %s contest that is %s', (type, phase) => {
  let stage: Awaited<ReturnType<typeof stageOf>>
  beforeAll(async () => {
    stage = await stageOf(type, phase)
  })
  const isSealed = ['frozen', 'over', 'over for long'].includes(phase)

  it.each(EVERYBODY)('is shown to %s as far as the rules go', async (name) => {
    const { early, late } = stage
    // What was sent after a freeze to come was not sent yet.
    const rows = phase === 'running' || phase === 'before' ? [early] : [early, late]
    const seen = await Promise.all(rows.map((row) => look(name, row)))
    expect(seen).toEqual(SEEN[type][phase][name].slice(0, rows.length))
  })

  it.each(EVERYBODY)('is listed and counted for %s where it may be', async (name) => {
    const { contest, early, late } = stage
    const contestId = globalId('Contest', contest.id)
    const [seesEarly] = SEEN[type][phase][name]
    const seesLate = !isSealed || (type === 'ACM' && name === 'ada')
    const expected = seesEarly === 'absent' ? [] : [...(seesLate ? [late.id] : []), early.id]
    const wanted: [filter: object, numbers: number[]][] = [
      [{ contestId }, expected],
      [{ contestId, verdict: 'ACCEPTED' }, expected],
      [{ contestId, state: 'DONE' }, expected],
      [{ contestId, verdict: 'WRONG_ANSWER' }, []],
      ...(name === 'guest'
        ? []
        : [[{ contestId, mine: true }, name === 'ada' ? expected : []] as [object, number[]]]),
      // Lists and counts of practice do not contain it.
      [{}, []],
      [{ username: 'ada' }, []],
    ]
    const lists = wanted.map(async ([filter]) => [filter, await listed(name, filter)])
    expect(await Promise.all(lists)).toEqual(wanted)
  })

  it('is shown to each as far as the rules go when all ask the same at one moment', async () => {
    const { contest, early, late } = stage
    const contestId = globalId('Contest', contest.id)
    const rows = phase === 'running' || phase === 'before' ? [early] : [early, late]
    const names: Name[] = ['guest', 'ada', 'bob', 'owner']
    const lists = new Map<Name, number[]>()
    for (const order of [names, names.toReversed(), ['bob', 'owner', 'guest', 'ada'] as Name[]]) {
      const seen = order.map(async (name) => {
        const each = rows.map(async (row) => (await lookInGraph(name, row)).seen)
        expect(await Promise.all(each)).toEqual(SEEN[type][phase][name].slice(0, rows.length))
        const numbers = await listed(name, { contestId })
        expect(numbers).toEqual(lists.get(name) ?? numbers)
        lists.set(name, numbers)
      })
      await Promise.all(seen)
    }
    expect(lists.get('guest')).toEqual([])
  })

  it('tells those who may not know nothing, and not its rhythm', async () => {
    const { contest, late } = stage
    const contestId = globalId('Contest', contest.id)
    const query = `subscription ($filter: SubmissionFilter) {
      submissionsChanged(filter: $filter) { submission { number verdict outcomeHidden } } }`
    const names: Name[] = ['guest', 'ada', 'bob', 'owner']
    const lines = await Promise.all(
      names.map((name) => site.subscribe(query, { filter: { contestId } }, { token: personOf(name)?.token })),
    )
    const ctx = contextOf(site, null)
    const payload = {
      submissionId: late.id,
      userId: late.userId,
      problemId: late.problemId,
      contestId: contest.id,
    }
    for (const event of ['submission.created', 'submission.progressed', 'submission.judged'] as const)
      await emit(ctx, event, payload)
    for (const [index, name] of names.entries()) {
      const [seesEarly] = SEEN[type][phase][name]
      const hears = seesEarly !== 'absent' && (!isSealed || (type === 'ACM' && name === 'ada'))
      const line = lines[index]
      if (!line) throw new Error('a line is missing')
      // That the contest itself turned is no secret: such a RESET names no submission.
      type Told = { data: { submissionsChanged: { submission: object | null } } }
      const tellsRow = ({ data }: Told) => data.submissionsChanged.submission !== null
      if (hears) {
        let told = await line.next()
        while (!tellsRow(told)) told = await line.next()
        expect(told.data.submissionsChanged.submission).toEqual({
          number: late.id,
          verdict: 'ACCEPTED',
          outcomeHidden: null,
        })
      } else {
        await settledLine()
        expect(line.received.filter(tellsRow)).toEqual([])
      }
      line.close()
    }
  })
})

/** Long enough for what was told to have come: another stream of the same process has told a later thing. */
async function settledLine(): Promise<void> {
  const query = 'subscription { siteNoticeChanged { id } }'
  const other = await site.subscribe(query)
  const notice = await site.prisma.siteNotice.create({ data: { texts: {} } })
  await emit(contextOf(site, null), 'notice.changed', { noticeId: notice.id, wasListed: false, isNew: false })
  await other.next()
  other.close()
}

it('is no part of what practice counts', async () => {
  const ada = people.ada
  const { data } = await site.graphql(
    `{ problem(displayId: "C1") { tally { total accepted } viewerProgress { verdict }
        viewerLastAccepted { number } viewerSubmissions { totalCount edges { node { number } } } }
      site { weekStatistic { total } acceptedRank { user { username } } } }`,
    {},
    { token: ada.token },
  )
  expect(data.problem).toEqual({
    tally: { total: 0, accepted: 0 },
    viewerProgress: null,
    viewerLastAccepted: null,
    viewerSubmissions: { totalCount: 0, edges: [] },
  })
  expect(data.site.weekStatistic.total).toBe(0)
  expect(data.site.acceptedRank).toEqual([])
  const metrics = await fetch(`${site.url}/metrics`, {
    headers: { authorization: 'Bearer a token of the tests' },
  })
  expect(await metrics.text()).not.toMatch(/verdict="ACCEPTED"\} [1-9]/)
})

it('tells the author of a sealed one that it is there, and then nothing until it is opened', async () => {
  const { contest, late } = await stageOf('OI', 'frozen')
  const line = await site.subscribe(
    'subscription ($id: ID!) { submissionChanged(id: $id) { number state outcomeHidden } }',
    { id: globalId('Submission', late.id) },
    { token: people.ada.token },
  )
  const { data } = await line.next()
  expect(data.submissionChanged).toEqual({ number: late.id, state: null, outcomeHidden: 'SEALED' })
  const ctx = contextOf(site, null)
  const payload = {
    submissionId: late.id,
    userId: late.userId,
    problemId: late.problemId,
    contestId: contest.id,
  }
  await emit(ctx, 'submission.progressed', payload)
  await emit(ctx, 'submission.judged', payload)
  await settledLine()
  expect(line.received).toEqual([])
  await site.prisma.contest.update({
    where: { id: contest.id },
    data: { endsAt: new Date(Date.now() - 2000), thawsAt: new Date(Date.now() - 1000) },
  })
  await emit(ctx, 'contest.changed', { contestId: contest.id })
  await expect.poll(() => site.house.timetable.at(new Date()).contests.sealed.has(contest.id)).toBe(false)
  await emit(ctx, 'submission.changed', payload)
  expect((await line.next()).data.submissionChanged).toMatchObject({ state: 'DONE', outcomeHidden: null })
  line.close()
})
