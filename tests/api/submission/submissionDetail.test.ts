import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { switches } from '#server/modules/site/site.ts'
import { type FakeHost, outcome, run } from '../../support/fakeHost.ts'
import { addJudgeable, caseSpec } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import type { Site } from '../../support/site.ts'
import { openSubmitSite, SOURCE, type SubmitSite } from '../../support/submitSite.ts'

let sending: SubmitSite
let site: Site
let host: FakeHost
beforeAll(async () => {
  sending = await openSubmitSite()
  ;({ site, host } = sending)
})
afterAll(() => sending.close())

let names = 0
let alice: Person
beforeEach(async () => {
  alice = await addPerson(site, `alice${++names}`)
})

const DETAIL = `query ($number: Int!) {
  submission(number: $number) {
    id number state verdict timeMs memoryKb caseCount tape judgedBy languageKey languageName codeLength shared
    source message ordinal queuePosition viewerIsAuthor viewerCanSeeSource viewerCanShare
    percentiles { time { beats bucket buckets upTo } memory { beats } }
    cases { mode runs { index verdict timeMs message outputHead inputName answerName } subtasks { number } }
    problem { viewerProgress { verdict } viewerLastAccepted { number } }
  }
}`
const detail = async (number: number, who: { token?: string } = {}) =>
  (await site.graphql(DETAIL, { number }, who)).data?.submission

describe('one submission', () => {
  it('shows the author everything about an accepted one', async () => {
    const { number } = await sending.judged(alice)
    expect(await detail(number, alice)).toMatchObject({
      number,
      state: 'DONE',
      verdict: 'ACCEPTED',
      timeMs: 30,
      memoryKb: 3000,
      caseCount: 3,
      tape: 'AAA',
      judgedBy: 'fake-1',
      languageKey: 'cpp17o2',
      languageName: 'C++ 17 With O2',
      codeLength: SOURCE.length,
      source: SOURCE,
      message: null,
      ordinal: 1,
      queuePosition: null,
      viewerIsAuthor: true,
      viewerCanShare: true,
      percentiles: null,
      cases: {
        mode: 'ALL',
        subtasks: [],
        runs: [
          { index: 1, verdict: 'ACCEPTED', timeMs: 10, outputHead: null, inputName: null, answerName: null },
          { index: 2 },
          { index: 3 },
        ],
      },
      problem: { viewerProgress: { verdict: 'ACCEPTED' }, viewerLastAccepted: { number } },
    })
  })

  it('hides code from others until it is shared, and says so at every door', async () => {
    const { id, number } = await sending.judged(alice)
    const other = await addPerson(site, `other${names}`)
    for (const who of [other, {}]) {
      expect(await detail(number, who)).toMatchObject({
        source: null,
        viewerCanSeeSource: false,
        viewerCanShare: false,
        viewerIsAuthor: false,
        ordinal: null,
      })
    }
    const share = (shared: boolean, who: object) =>
      site.graphql(
        'mutation ($id: ID!, $shared: Boolean!) { shareSubmission(input: { id: $id, shared: $shared }) { shared } }',
        { id, shared },
        who,
      )
    expect((await share(true, other)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
    expect((await share(true, {})).errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED')
    expect((await share(true, alice)).data.shareSubmission).toEqual({ shared: true })
    expect(await detail(number, other)).toMatchObject({ source: SOURCE, viewerCanSeeSource: true })
    const rest = await site.rest('GET', `/api/get-submission-detail?submitId=${number}`)
    expect(rest.data).toMatchObject({ submission: { code: SOURCE, share: true, ip: null }, codeShare: true })

    const back = await site.rest('PUT', '/api/submission', {
      ...alice,
      body: { submitId: number, share: false },
    })
    expect(back).toMatchObject({ http: 200, status: 200 })
    expect(await detail(number, other)).toMatchObject({ source: null })
    const closed = await site.rest('GET', `/api/get-submission-detail?submitId=${number}`, other)
    expect(closed.data.submission.code).toBeNull()
    const node = await site.graphql(
      'query ($id: ID!) { node(id: $id) { id ... on Submission { source number } } }',
      { id },
      other,
    )
    expect(node.data.node).toEqual({ id, source: null, number })
  })

  it('shows no code to anybody but administrators while the site closes it', async () => {
    const { number } = await sending.judged(alice)
    await switches.set(contextOf(site, sending.root), { hideSources: true })
    const mine = await detail(number, alice)
    const rest = await site.rest('GET', `/api/get-submission-detail?submitId=${number}`, alice)
    const chief = await detail(number, sending.root)
    await switches.set(contextOf(site, sending.root), { hideSources: false })
    expect(mine).toMatchObject({ source: null, viewerCanSeeSource: false })
    expect(rest.data.submission.code).toBe('The site currently hides the code of submissions')
    expect(chief.source).toBe(SOURCE)
  })

  it('lets no code be shared where the problem does not allow it', async () => {
    const closed = await addJudgeable(site, `C${names}`, { codeShare: false })
    const { number } = await sending.judged(alice, 'ACCEPTED', { problemId: closed.globalId })
    const answer = await site.rest('PUT', '/api/submission', {
      ...alice,
      body: { submitId: number, share: true },
    })
    expect(answer).toMatchObject({ http: 200, status: 403 })
  })

  it('shows compiler output to the author alone', async () => {
    const sent = await sending.send(alice)
    const taken = await host.takeSubmission()
    taken.end(outcome('COMPILE_ERROR', { message: 'main.cpp:1: secret_name was not declared' }))
    await sending.settled(sent.number)
    expect(await detail(sent.number, alice)).toMatchObject({
      verdict: 'COMPILE_ERROR',
      message: 'main.cpp:1: secret_name was not declared',
      timeMs: null,
      cases: { runs: [] },
      percentiles: null,
    })
    expect(await detail(sent.number)).toMatchObject({ verdict: 'COMPILE_ERROR', message: null })
    const rest = await site.rest('GET', `/api/get-submission-detail?submitId=${sent.number}`)
    expect(rest.data.submission).toMatchObject({ status: -2 })
    expect(rest.data.submission.errorMessage).not.toContain('secret_name')
  })

  it("says the judge's sentences in the reader's language, and host details to nobody outside", async () => {
    const sent = await sending.send(alice)
    const taken = await host.takeSubmission()
    taken.report({ kind: 'running', caseCount: 1 })
    taken.report({ kind: 'run', run: run(1, 'WRONG_ANSWER', { message: '@lineDiffers {"at":3}' }) })
    taken.end(outcome('JUDGE_ERROR', { message: '@checkerCompile\nchecker.cpp:7: the secret' }))
    await sending.settled(sent.number)
    const english = await detail(sent.number, alice)
    expect(english.message).toBe('The checker of this problem does not compile')
    expect(english.cases.runs[0].message).toBe('Line 3 differs from the answer')
    const { data } = await site.graphql(DETAIL, { number: sent.number }, { ...alice, locale: 'zh-CN' })
    expect(data.submission.cases.runs[0].message).toBe('第 3 行与标准答案不同')
    expect((await detail(sent.number, sending.root)).message).toContain('checker.cpp:7: the secret')
  })

  it('keeps cases closed where the problem closes them, save for its staff', async () => {
    const closed = await addJudgeable(site, `K${names}`, { openCases: false })
    const { number } = await sending.judged(alice, 'WRONG_ANSWER', { problemId: closed.globalId })
    expect(await detail(number, alice)).toMatchObject({ cases: null, tape: 'AWA' })
    expect((await detail(number, sending.root)).cases.runs[1]).toMatchObject({
      inputName: '2.in',
      answerName: '2.out',
    })
    const rest = await site.rest('GET', `/api/get-all-case-result?submitId=${number}`, alice)
    expect(rest).toMatchObject({ status: 200, data: null })
  })

  it('tells its author, and nobody else, the greatest figures so far, of closed cases too', async () => {
    const closed = await addJudgeable(site, `P${names}`, { openCases: false })
    const peak = async (number: number, who: { token?: string } = {}) =>
      (
        await site.graphql(
          'query ($n: Int!) { submission(number: $n) { peak { timeMs memoryKb } } }',
          { n: number },
          who,
        )
      ).data.submission.peak
    const { id, number } = await sending.send(alice, { problemId: closed.globalId })
    expect(await peak(number, alice)).toBeNull()
    const live = await site.subscribe(
      'subscription ($id: ID!) { submissionChanged(id: $id) { tape peak { timeMs memoryKb } } }',
      { id },
      alice,
    )
    const taken = await host.takeSubmission(number)
    taken.report({ kind: 'running', caseCount: 3 })
    taken.report({ kind: 'run', run: run(1, 'ACCEPTED', { timeMs: 70 }) })
    taken.report({ kind: 'run', run: run(2, 'ACCEPTED', { memoryKb: 9000 }) })
    let told: { tape: string; peak: object | null }
    do told = (await live.next()).data.submissionChanged
    while (told.tape !== 'AA.')
    live.close()
    expect(told.peak).toEqual({ timeMs: 70, memoryKb: 9000 })
    expect(await peak(number)).toBeNull()
    expect(await peak(number, sending.root)).toBeNull()
    taken.end(outcome('ACCEPTED'))
    await sending.settled(number)
    expect(await peak(number, alice)).toBeNull()
  })

  it('is not there when its problem is hidden', async () => {
    const shy = await addJudgeable(site, `H${names}`)
    const { id, number } = await sending.judged(alice, 'ACCEPTED', { problemId: shy.globalId })
    await site.prisma.problem.update({ where: { id: shy.id }, data: { visibility: 'HIDDEN' } })
    const { errors } = await site.graphql(DETAIL, { number }, alice)
    expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    const node = await site.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }, alice)
    expect(node.data?.node ?? null).toBeNull()
    const rest = await site.rest('GET', `/api/get-submission-detail?submitId=${number}`, alice)
    expect(rest).toMatchObject({ http: 200, status: 404 })
    expect(await detail(number, sending.root)).toMatchObject({ number })
  })

  it('compares accepted ones of a problem', async () => {
    const crowded = await addJudgeable(site, `D${names}`)
    const accepted = async (timeMs: number) => {
      const sent = await sending.send(alice, { problemId: crowded.globalId })
      const taken = await host.takeSubmission()
      taken.end(outcome('ACCEPTED', { timeMs, memoryKb: 1000 }))
      await sending.settled(sent.number)
      return sent.number
    }
    for (const timeMs of [10, 20, 40, 80]) await accepted(timeMs)
    const { id: _, ...row } = await site.prisma.submission.findFirstOrThrow({
      where: { problemId: crowded.id, timeMs: 40 },
    })
    const others = Array.from({ length: 14 }, () => ({ ...row, judgementId: null }))
    await site.prisma.submission.createMany({ data: others })
    const nineteenth = await accepted(10)
    expect((await detail(nineteenth, alice)).percentiles).toBeNull()

    // Of nineteen others two are faster, and one took exactly as long.
    const last = await accepted(20)
    const { percentiles, ordinal } = await detail(last, alice)
    expect(ordinal).toBe(20)
    expect(percentiles.time).toMatchObject({ beats: 17 / 19, bucket: 4, upTo: 80 })
    expect(percentiles.time.buckets).toEqual([0, 0, 2, 0, 2, 0, 0, 0, 15, 0, 0, 0, 0, 0, 0, 1])
    expect(percentiles.memory.beats).toBe(1)
  })
})

describe('subtasks', () => {
  const start = async (caseMode: 'SUBTASK_LOWEST' | 'SUBTASK_AVERAGE') => {
    const grouped = await addJudgeable(site, `G${caseMode}${names}`, {
      scoring: 'OI',
      caseMode,
      cases: [
        caseSpec(1, { subtask: 1, score: 40 }),
        caseSpec(2, { subtask: 1, score: 40 }),
        caseSpec(3, { subtask: 2, score: 60 }),
        caseSpec(4, { subtask: 2, score: 60 }),
      ],
    })
    const sent = await sending.send(alice, { problemId: grouped.globalId })
    return { sent, taken: await host.takeSubmission() }
  }
  const restOf = async (number: number) =>
    (await site.rest('GET', `/api/get-all-case-result?submitId=${number}`)).data

  const outcomes = async (caseMode: 'SUBTASK_LOWEST' | 'SUBTASK_AVERAGE') => {
    const { sent, taken } = await start(caseMode)
    taken.report({ kind: 'running', caseCount: 4 })
    taken.report({ kind: 'run', run: run(1, 'ACCEPTED', { subtask: 1, score: 40 }) })
    taken.report({ kind: 'run', run: run(2, 'ACCEPTED', { subtask: 1, score: 40 }) })
    taken.report({ kind: 'run', run: run(3, 'ACCEPTED', { subtask: 2, score: 60 }) })
    taken.report({ kind: 'run', run: run(4, 'TIME_LIMIT_EXCEEDED', { subtask: 2, score: 0 }) })
    taken.end(outcome('PARTIALLY_ACCEPTED', { score: 40, oiRankScore: 4 }))
    await sending.settled(sent.number)
    const { data } = await site.graphql(
      `query ($number: Int!) { submission(number: $number) { score cases { mode subtasks {
        number verdict score fullScore accepted total timeMs runs { index } } } } }`,
      { number: sent.number },
      alice,
    )
    return { ...data.submission, rest: await restOf(sent.number) }
  }

  it('count as the least of their cases', async () => {
    const { cases, score, rest } = await outcomes('SUBTASK_LOWEST')
    expect(score).toBe(40)
    expect(cases).toEqual({
      mode: 'SUBTASK_LOWEST',
      subtasks: [
        {
          number: 1,
          verdict: 'ACCEPTED',
          score: 40,
          fullScore: 40,
          accepted: 2,
          total: 2,
          timeMs: 10,
          runs: [{ index: 1 }, { index: 2 }],
        },
        {
          number: 2,
          verdict: 'TIME_LIMIT_EXCEEDED',
          score: 0,
          fullScore: 60,
          accepted: 1,
          total: 2,
          timeMs: 40,
          runs: [{ index: 3 }, { index: 4 }],
        },
      ],
    })
    expect(rest).toMatchObject({
      judgeCaseMode: 'subtask_lowest',
      judgeCaseList: null,
      subTaskJudgeCaseVoList: [
        { groupNum: 1, status: 0, ac: 2, total: 2 },
        { groupNum: 2, status: 1, score: 0 },
      ],
    })
  })

  it('count as the mean of their cases', async () => {
    const { cases } = await outcomes('SUBTASK_AVERAGE')
    expect(cases.subtasks).toMatchObject([
      { number: 1, verdict: 'ACCEPTED', score: 40, timeMs: null },
      { number: 2, verdict: 'PARTIALLY_ACCEPTED', score: 30, fullScore: 60, timeMs: null },
    ])
  })

  it('are left out in REST as long as they have no verdict', async () => {
    const { sent, taken } = await start('SUBTASK_LOWEST')
    taken.end(outcome('COMPILE_ERROR'))
    await sending.settled(sent.number)
    expect(await restOf(sent.number)).toEqual({
      judgeCaseMode: 'subtask_lowest',
      judgeCaseList: null,
      subTaskJudgeCaseVoList: [],
    })
  })
})
