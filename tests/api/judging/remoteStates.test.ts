import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { JUDGE_TASK } from '#judge/protocol.ts'
import type { JudgingState, Verdict } from '#prisma/generated/enums.ts'
import { emit } from '#server/events.ts'
import { sweepLostJobs } from '#server/modules/judging/lostJobs.ts'
import { settle, sweepUnsettled } from '#server/modules/judging/settle.ts'
import { openContestSite } from '../../support/contestSite.ts'
import { startFakeHost } from '../../support/fakeHost.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { contextOf, type Person } from '../../support/people.ts'

/**
 * Submissions that another judge judges, as rows by hand: what area-rules B5 to B7 say of their states, through every
 * door.
 */

const arena = openContestSite()
const { people, call, makeContest, put, rank } = arena

const REASON = 'The bank answered nothing for 600 s'

/** Every state on the way, with its number in REST. */
const GOING = [
  ['AWAITING_ACCOUNT', 5],
  ['SENDING', 9],
  ['SENT', 5],
  ['COMPILING', 6],
  ['RUNNING', 7],
] as const

type Outcome = { state: JudgingState; verdict?: Verdict; message?: string }
const FAILED: Outcome = { state: 'DONE', verdict: 'SUBMISSION_FAILED', message: REASON }

let problem: Awaited<ReturnType<typeof addJudgeable>>
let problems = 0

const ctx = () => contextOf(arena.site, null)

async function newProblem() {
  problem = await addJudgeable(arena.site, `POJ-${1000 + problems++}`)
}
beforeAll(newProblem)
afterEach(newProblem)

/** A submission of ada's to the problem that another judge judges. */
async function addRemote({ state, verdict, message }: Outcome, contestId: number | null = null) {
  const { prisma } = arena.site
  const sent = await prisma.submission.create({
    data: {
      problemId: problem.id,
      userId: people.ada.id,
      contestId,
      state,
      verdict: verdict ?? null,
      language: 'cpp17',
      codeLength: 11,
      ip: '127.0.0.1',
      code: { create: { source: 'int main(){}' } },
    },
  })
  const judgement = await prisma.judgement.create({
    data: {
      id: `remote-${sent.id}`,
      submissionId: sent.id,
      bank: 'POJ',
      state,
      task: {},
      verdict: verdict ?? null,
      message: message ?? null,
      queuedAt: new Date(0),
      endedAt: state === 'DONE' ? new Date() : null,
      // No bank works on it: the test moves the row.
      bankRun: { create: { bank: 'POJ', problemKey: '1000', lane: 2000, step: 'DONE' } },
    },
  })
  return prisma.submission.update({ where: { id: sent.id }, data: { judgementId: judgement.id } })
}

const rowOf = (id: number) => arena.site.prisma.submission.findUniqueOrThrow({ where: { id } })

/** The next step of a row, as the person who sends it to the other judge writes it. */
async function move(id: number, { state, verdict, message }: Outcome) {
  const { prisma } = arena.site
  const row = await prisma.submission.update({ where: { id }, data: { state, verdict: verdict ?? null } })
  await prisma.judgement.update({
    where: { id: row.judgementId ?? '' },
    data: { state, verdict: verdict ?? null, message: message ?? null },
  })
  const { userId, problemId, contestId, groupId } = row
  const payload = { submissionId: id, userId, problemId, contestId, groupId }
  await emit(ctx(), verdict ? 'submission.judged' : 'submission.progressed', payload)
}

const graphql = (query: string, variables: object, who: Person) =>
  arena.site.graphql(query, variables, { token: who.token })

const LIST = `query ($filter: SubmissionFilter) {
  submissions(first: 50, filter: $filter) { totalCount edges { node { number state verdict } } } }`

async function listed(filter: object) {
  const { data } = await graphql(LIST, { filter: { problemId: undefined, ...filter } }, people.bob)
  const numbers: number[] = data.submissions.edges.map(
    ({ node }: { node: { number: number } }) => node.number,
  )
  expect(data.submissions.totalCount).toBe(numbers.length)
  return numbers
}

const detail = async (who: Person, id: number) =>
  (await call(who, 'GET', `/api/get-submission-detail?submitId=${id}`)).data.submission

const numbersUnder = async (status: number) => {
  const path = `/api/get-submission-list?limit=50&currentPage=1&problemID=${problem.displayId}&status=${status}`
  const { data } = await call(people.bob, 'GET', path)
  expect(data.total).toBe(data.records.length)
  return data.records.map(({ submitId }: { submitId: number }) => submitId)
}

describe('the states of what another judge judges (area-rules B5)', () => {
  it.each(GOING)(
    '%s is on its way: %i in REST, no verdict, in lists under its state',
    async (state, code) => {
      const { id } = await addRemote({ state })
      const { data } = await graphql(
        'query ($n: Int!) { submission(number: $n) { state verdict score message queuePosition } }',
        { n: id },
        people.ada,
      )
      expect(data.submission).toEqual({
        state,
        verdict: null,
        score: null,
        message: null,
        queuePosition: null,
      })
      expect(await detail(people.ada, id)).toMatchObject({ status: code, score: null })
      expect(await numbersUnder(code)).toEqual([id])
      for (const other of [5, 6, 7, 9, 10].filter((one) => one !== code))
        expect(await numbersUnder(other)).toEqual([])
      const problemOnly = { problem: problem.displayId }
      expect(await listed({ ...problemOnly, state })).toEqual([id])
      expect(await listed({ ...problemOnly, states: ['QUEUED', state] })).toEqual([id])
      expect(await listed({ ...problemOnly, states: ['QUEUED', 'DONE'] })).toEqual([])
      expect(await listed({ ...problemOnly, states: [] })).toEqual([])
    },
  )

  it('says why sending failed: 10 in REST with its reason, to everybody', async () => {
    const { id } = await addRemote(FAILED)
    for (const who of [people.ada, people.bob])
      expect(await detail(who, id)).toMatchObject({ status: 10, errorMessage: REASON, score: null })
    const { data } = await graphql(
      'query ($n: Int!) { submission(number: $n) { state verdict message } }',
      { n: id },
      people.bob,
    )
    expect(data.submission).toEqual({ state: 'DONE', verdict: 'SUBMISSION_FAILED', message: REASON })
    expect(await numbersUnder(10)).toEqual([id])
    expect(await listed({ problem: problem.displayId, verdict: 'SUBMISSION_FAILED' })).toEqual([id])
  })

  it('shows each step live', async () => {
    const { id } = await addRemote({ state: 'AWAITING_ACCOUNT' })
    const one = await arena.site.subscribe(
      'subscription ($id: ID!) { submissionChanged(id: $id) { state verdict } }',
      { id: globalId('Submission', id) },
      { token: people.bob.token },
    )
    const list = await arena.site.subscribe(
      'subscription ($filter: SubmissionFilter) { submissionsChanged(filter: $filter) { submission { number state } } }',
      { filter: { problem: problem.displayId, exactProblem: true } },
      { token: people.bob.token },
    )
    expect((await one.next()).data.submissionChanged).toMatchObject({ state: 'AWAITING_ACCOUNT' })
    for (const state of ['SENDING', 'SENT', 'COMPILING', 'RUNNING'] as const) {
      await move(id, { state })
      expect((await one.next()).data.submissionChanged).toEqual({ state, verdict: null })
      const heard = (await list.next()).data.submissionsChanged.submission
      expect(heard).toEqual({ number: id, state })
    }
    await move(id, FAILED)
    const last = { state: 'DONE', verdict: 'SUBMISSION_FAILED' }
    expect((await one.next()).data.submissionChanged).toEqual(last)
    one.close()
    list.close()
  })
})

describe('our own hosts and sweeps', () => {
  it.each(GOING)('leave %s alone, however long it takes', async (state) => {
    const { id, judgementId } = await addRemote({ state })
    await sweepLostJobs(ctx())
    await sweepUnsettled(ctx())
    const [jobs] = await arena.site.prisma.$queryRaw<{ count: number }[]>`
      select count(*)::int as "count" from graphile_worker._private_jobs where "key" = ${judgementId}`
    expect(jobs?.count).toBe(0)
    expect(await rowOf(id)).toMatchObject({ state, verdict: null, countedVerdict: null, judgedBy: null })
  })

  it('begin nothing of it, even by a job that names it', async () => {
    const { id, judgementId } = await addRemote({ state: 'SENT' })
    const { prisma, databaseUrl } = arena.site
    const host = await startFakeHost(databaseUrl, { slots: 1 })
    await prisma.$queryRaw`
      select (graphile_worker.add_job(${JUDGE_TASK}, json_build_object('judgementId', ${judgementId}::text),
        job_key => ${judgementId})).id::int`
    await vi.waitFor(async () => {
      const jobs = await prisma.$queryRaw<object[]>`
        select from graphile_worker._private_jobs where "key" = ${judgementId}`
      expect(jobs).toEqual([])
    })
    await host.stop()
    expect(await rowOf(id)).toMatchObject({ state: 'SENT', judgedBy: null })
    const judgement = await prisma.judgement.findUniqueOrThrow({ where: { id: judgementId ?? '' } })
    expect(judgement).toMatchObject({ state: 'SENT', attempt: 0, hostId: null })
  })

  it('are never in a state of another judge themselves', async () => {
    const { judgementId } = await addRemote({ state: 'SENT' })
    const data = { bank: null }
    await expect(
      arena.site.prisma.judgement.update({ where: { id: judgementId ?? '' }, data }),
    ).rejects.toThrow('Judgement_bank_check')
  })
})

describe('what counts', () => {
  const tally = () => arena.site.prisma.problemTally.findUnique({ where: { problemId: problem.id } })

  it('counts nothing before the end, and a failure as one that solves nothing', async () => {
    const going = await addRemote({ state: 'SENDING' })
    expect(await settle(ctx(), going.id)).toBe(false)
    expect(await tally()).toBeNull()
    await addRemote(FAILED)
    await sweepUnsettled(ctx())
    expect(await tally()).toMatchObject({ total: 1, accepted: 0, submissionFailed: 1, judgeError: 0 })
    const { data } = await arena.site.graphql(
      `query ($id: String!) { problem(displayId: $id) { tally { total submissionFailed rate } } }`,
      { id: problem.displayId },
    )
    expect(data.problem.tally).toEqual({ total: 1, submissionFailed: 1, rate: 0 })
    expect(await numbersUnder(10)).toHaveLength(1)
    expect(await numbersUnder(9)).toEqual([going.id])
  })

  it('is nothing on a board before the end, and a failure there costs nothing (contest-rules 3)', async () => {
    const cid = await makeContest()
    await put(cid, problem.id, 'A')
    const going = await addRemote({ state: 'SENT' }, cid)
    const failed = await addRemote(FAILED, cid)
    await settle(ctx(), failed.id)
    const rowOfAda = async () => {
      const { data } = await rank(people.owner, cid)
      return data.records.find(({ uid }: { uid: string }) => uid === people.ada.id)
    }
    expect((await rowOfAda())?.ac ?? 0).toBe(0)
    await move(going.id, { state: 'DONE', verdict: 'ACCEPTED' })
    await settle(ctx(), going.id)
    await vi.waitFor(async () => expect(await rowOfAda()).toMatchObject({ ac: 1 }))
    const row = await rowOfAda()
    const { startsAt } = await arena.site.prisma.contest.findUniqueOrThrow({ where: { id: cid } })
    const seconds = Math.floor((going.createdAt.getTime() - startsAt.getTime()) / 1000)
    expect(row.totalTime).toBe(seconds)
  })
})

describe('sending again (area-rules B7)', () => {
  const again = (who: Person, id: number) => call(who, 'GET', `/api/resubmit?submitId=${id}`)

  it('is for the author, at 10 alone, in a judgement of its own at the same bank', async () => {
    const { id, judgementId } = await addRemote(FAILED)
    expect(await again(people.bob, id)).toMatchObject({ status: 403 })
    expect(await again(people.ada, id)).toMatchObject({ status: 200, data: { submitId: id, status: 5 } })
    const row = await rowOf(id)
    expect(row).toMatchObject({ state: 'AWAITING_ACCOUNT', verdict: null })
    expect(row.judgementId).not.toBe(judgementId)
    const judgement = await arena.site.prisma.judgement.findUniqueOrThrow({
      where: { id: row.judgementId ?? '' },
    })
    expect(judgement).toMatchObject({ state: 'AWAITING_ACCOUNT', bank: 'POJ', message: null, endedAt: null })
    expect(await again(people.ada, id)).toMatchObject({ status: 400 })
    for (const verdict of ['ACCEPTED', 'WRONG_ANSWER', 'JUDGE_ERROR'] as const)
      expect(await again(people.ada, (await addRemote({ state: 'DONE', verdict })).id)).toMatchObject({
        status: 400,
      })
    const manual = await addRemote(FAILED)
    await arena.site.prisma.submission.update({ where: { id: manual.id }, data: { manual: true } })
    expect(await again(people.ada, manual.id)).toMatchObject({ status: 400 })
  })

  it('works in a running contest, too', async () => {
    const cid = await makeContest()
    await put(cid, problem.id, 'A')
    const { id } = await addRemote(FAILED, cid)
    expect(await again(people.ada, id)).toMatchObject({ status: 200, data: { status: 5 } })
  })

  it('takes the failure out of the tally with the next verdict', async () => {
    const { id } = await addRemote(FAILED)
    await settle(ctx(), id)
    await again(people.ada, id)
    await move(id, { state: 'DONE', verdict: 'ACCEPTED' })
    await settle(ctx(), id)
    const counted = await arena.site.prisma.problemTally.findUnique({ where: { problemId: problem.id } })
    expect(counted).toMatchObject({ total: 1, accepted: 1, submissionFailed: 0 })
  })
})

describe('acts of staff', () => {
  const act = (mutation: string, input: object) =>
    graphql(
      `mutation ($input: ${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!) {
        ${mutation}(input: $input) { state verdict manual } }`,
      { input },
      people.root,
    )
  const codeOf = ({ errors }: Awaited<ReturnType<typeof act>>) => errors?.[0]?.extensions?.code

  it('rejudges one by asking the other judge again, and never on our hosts', async () => {
    const { id, judgementId } = await addRemote({ state: 'DONE', verdict: 'WRONG_ANSWER' })
    const one = await act('rejudgeSubmission', { id: globalId('Submission', id) })
    expect(one.data.rejudgeSubmission).toEqual({ state: 'AWAITING_ACCOUNT', verdict: null, manual: false })
    const again = await rowOf(id)
    expect(again.judgementId).not.toBe(judgementId)
    expect(await arena.site.prisma.judgement.count({ where: { submissionId: id, bank: 'POJ' } })).toBe(2)
    // One that is under way is not begun once more.
    const many = await graphql(
      'mutation ($input: RejudgeInput!) { rejudge(input: $input) { id } }',
      { input: { target: { problemId: problem.globalId } } },
      people.root,
    )
    expect(codeOf(many)).toBe('NOTHING_TO_REJUDGE')
    expect(await rowOf(id)).toEqual(again)
  })

  it('cancels what waits for an account, and nothing that is under way', async () => {
    const waiting = await addRemote({ state: 'AWAITING_ACCOUNT' })
    const { data } = await act('cancelSubmission', { id: globalId('Submission', waiting.id) })
    expect(data.cancelSubmission).toEqual({ state: 'DONE', verdict: 'CANCELLED', manual: true })
    for (const state of ['SENDING', 'SENT', 'RUNNING'] as const) {
      const { id } = await addRemote({ state })
      expect(codeOf(await act('cancelSubmission', { id: globalId('Submission', id) }))).toBe(
        'NOT_CANCELLABLE',
      )
      expect(await rowOf(id)).toMatchObject({ state })
    }
  })

  it('sets a verdict by hand on a failure, and on nothing that is under way; a failure is no verdict to set', async () => {
    const failed = await addRemote(FAILED)
    const id = globalId('Submission', failed.id)
    const none = await act('correctSubmission', { id, verdict: 'SUBMISSION_FAILED' })
    expect(codeOf(none)).toBe('INVALID_INPUT')
    const path = `/api/admin/judge/manual-judge?submitId=${failed.id}&status=10`
    expect((await call(people.root, 'GET', path)).status).toBe(400)
    const { data } = await act('correctSubmission', { id, verdict: 'ACCEPTED' })
    expect(data.correctSubmission).toEqual({ state: 'DONE', verdict: 'ACCEPTED', manual: true })
    const going = await addRemote({ state: 'SENT' })
    const refused = await act('correctSubmission', {
      id: globalId('Submission', going.id),
      verdict: 'ACCEPTED',
    })
    expect(codeOf(refused)).toBe('NOT_CORRECTABLE')
  })
})
