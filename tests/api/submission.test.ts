import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { configureSite } from '#server/modules/site/site.ts'
import { type FakeHost, outcome, run, startFakeHost } from '../support/fakeHost.ts'
import { addJudgeable, globalId } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let host: FakeHost
let root: Person
let problem: Awaited<ReturnType<typeof addJudgeable>>
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'chief', { role: 'ROOT' })
  await configureSite(contextOf(site, root), 'switches', { submitInterval: 0 })
  problem = await addJudgeable(site, 'T1001', { codeShare: true })
  host = await startFakeHost(site.databaseUrl)
})
afterAll(async () => {
  await host.stop()
  await site.close()
})

let names = 0
let alice: Person
beforeEach(async () => {
  alice = await addPerson(site, `alice${++names}`)
})

const SOURCE = 'int main() { return 0; }'

const SUBMIT = `mutation ($input: SubmitInput!) {
  submit(input: $input) { id number state verdict problem { displayId } user { username } source tape queuePosition }
}`

const inputOf = (more: object = {}) => ({
  input: { problemId: problem.globalId, language: 'cpp17o2', source: SOURCE, ...more },
})

async function send(person: Person, more: object = {}) {
  const { data, errors } = await site.graphql(SUBMIT, inputOf(more), person)
  expect(errors).toBeUndefined()
  return data.submit as { id: string; number: number }
}

/** Sends code in and judges it as said. */
async function judged(
  person: Person,
  verdict: Parameters<typeof outcome>[0] = 'ACCEPTED',
  more: object = {},
) {
  const sent = await send(person, more)
  const live = await site.subscribe(
    `subscription ($id: ID!) { submissionChanged(id: $id) { state problem { viewerProgress { verdict } } } }`,
    { id: sent.id },
    person,
  )
  const errand = await host.takeSubmission()
  expect(errand.task.submissionId).toBe(sent.number)
  if (verdict !== 'COMPILE_ERROR') {
    errand.report({ kind: 'running', caseCount: 3 })
    errand.report({ kind: 'run', run: run(1) })
    errand.report({ kind: 'run', run: run(2, verdict) })
    errand.report({ kind: 'run', run: run(3) })
  }
  errand.end(outcome(verdict))
  await settled(sent.number)
  live.close()
  return sent
}

/** Waits until the site has counted the outcome. */
async function settled(number: number): Promise<void> {
  const row = await site.prisma.submission.findUniqueOrThrow({ where: { id: number } })
  if (row.state === 'DONE' && row.countedVerdict === row.verdict) return
  const live = await site.subscribe(
    'subscription ($id: ID!) { submissionChanged(id: $id) { state } }',
    { id: globalId('Submission', number) },
    root,
  )
  for (;;) {
    await live.next()
    const now = await site.prisma.submission.findUniqueOrThrow({ where: { id: number } })
    if (now.state === 'DONE' && now.countedVerdict === now.verdict) break
  }
  live.close()
}

describe('sending code in', () => {
  it('answers the submission, waiting, with its own code', async () => {
    const { data } = await site.graphql(SUBMIT, inputOf(), alice)
    expect(data.submit).toMatchObject({
      verdict: null,
      problem: { displayId: 'T1001' },
      user: { username: alice.username },
      source: SOURCE,
      tape: '',
    })
    const errand = await host.takeSubmission()
    expect(errand.task).toMatchObject({
      submissionId: data.submit.number,
      language: 'cpp17o2',
      source: SOURCE,
      limits: { timeMs: 1000, memoryMb: 256 },
      attempt: 1,
    })
    expect(errand.task.cases.map(({ index }) => index)).toEqual([1, 2, 3])
    errand.end(outcome('ACCEPTED'))
    await settled(data.submit.number)
  })

  const refused: [string, object, object][] = [
    ['empty code', { source: '  \n' }, { code: 'CODE_EMPTY', message: 'Code can not be empty' }],
    [
      'code that is too long',
      { source: 'x'.repeat(65_536) },
      { code: 'CODE_TOO_LONG', message: 'Code Length can not exceed 65535' },
    ],
    ['a language nobody judges', { language: 'haskell' }, { code: 'LANGUAGE_NOT_OFFERED' }],
    ['a language nobody knows', { language: 'latin' }, { code: 'LANGUAGE_NOT_OFFERED' }],
    ['a NUL in the code', { source: 'int\0main' }, { code: 'CODE_NOT_TEXT' }],
    ['half a character in the code', { source: 'x\uD800y' }, { code: 'CODE_NOT_TEXT' }],
    ['a problem that is not there', { problemId: globalId('Problem', 999_999) }, { code: 'NOT_FOUND' }],
  ]
  it.each(refused)('refuses %s', async (_, more, error) => {
    const { errors } = await site.graphql(SUBMIT, inputOf(more), alice)
    const { message, extensions } = errors?.[0] ?? {}
    expect({ message, ...extensions }).toMatchObject(error)
    expect(await site.prisma.submission.count({ where: { userId: alice.id } })).toBe(0)
  })

  it('takes code of exactly 65535 characters', async () => {
    const { number } = await send(alice, { source: `//${'é'.repeat(65_533)}` })
    const errand = await host.takeSubmission()
    errand.end(outcome('ACCEPTED'))
    await settled(number)
  })

  it('refuses guests, and people who are banned from submitting', async () => {
    const guest = await site.graphql(SUBMIT, inputOf())
    expect(guest.errors?.[0]).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } })
    const banned = await addPerson(site, `banned${names}`, { role: 'NO_SUBMIT' })
    const answer = await site.graphql(SUBMIT, inputOf(), banned)
    expect(answer.errors?.[0]).toMatchObject({ extensions: { code: 'SUBMIT_BANNED' } })
  })

  it('refuses a problem without tests, a hidden one, and a language that the problem does not take', async () => {
    const untested = await addJudgeable(site, 'T1002', { cases: [] })
    const hidden = await addJudgeable(site, 'T1003', { visibility: 'HIDDEN' })
    const choosy = await addJudgeable(site, 'T1004', { languageKeys: ['python3'] })
    const codeOf = async (problemId: string) =>
      (await site.graphql(SUBMIT, inputOf({ problemId }), alice)).errors?.[0]?.extensions?.code
    expect(await codeOf(untested.globalId)).toBe('NO_TESTS')
    expect(await codeOf(hidden.globalId)).toBe('NOT_FOUND')
    expect(await codeOf(choosy.globalId)).toBe('LANGUAGE_NOT_OFFERED')
  })

  it('refuses everybody while judging is closed', async () => {
    await configureSite(contextOf(site, root), 'switches', { openPublicJudge: false })
    const { errors } = await site.graphql(SUBMIT, inputOf(), alice)
    await configureSite(contextOf(site, root), 'switches', { openPublicJudge: true })
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'JUDGING_CLOSED' } })
  })

  describe('with an interval', () => {
    beforeEach(() => configureSite(contextOf(site, root), 'switches', { submitInterval: 30 }))
    afterEach(() => configureSite(contextOf(site, root), 'switches', { submitInterval: 0 }))

    it('takes one of several at once, and says how long the others wait', async () => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => site.graphql(SUBMIT, inputOf(), alice)),
      )
      const taken = answers.filter(({ errors }) => !errors)
      expect(taken).toHaveLength(1)
      const late = answers.find(({ errors }) => errors)?.errors?.[0]
      expect(late?.extensions).toMatchObject({ code: 'SUBMIT_TOO_SOON' })
      expect(Number(late?.extensions?.seconds)).toBeGreaterThan(25)
      expect(late?.message).toContain(String(late?.extensions?.seconds))
      const errand = await host.takeSubmission()
      errand.end(outcome('ACCEPTED'))
      await settled(taken[0]?.data.submit.number)
    })

    it('does not count a sending that was refused', async () => {
      const untested = await site.graphql(SUBMIT, inputOf({ problemId: globalId('Problem', 999_999) }), alice)
      expect(untested.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
      const { number } = await send(alice)
      const errand = await host.takeSubmission()
      errand.end(outcome('WRONG_ANSWER'))
      await settled(number)
    })
  })
})

const DETAIL = `query ($number: Int!) {
  submission(number: $number) {
    id number state verdict timeMs memoryKb caseCount tape judgedBy language languageName codeLength shared
    source message ordinal queuePosition viewerIsAuthor viewerCanSeeSource viewerCanShare
    standing { time { beats bucket buckets upTo } memory { beats } }
    cases { mode runs { index verdict timeMs message outputHead inputName answerName } subtasks { number } }
    problem { viewerProgress { verdict } viewerLastAccepted { number } }
  }
}`
const detail = async (number: number, who: { token?: string } = {}) =>
  (await site.graphql(DETAIL, { number }, who)).data?.submission

describe('one submission', () => {
  it('shows the author everything about an accepted one', async () => {
    const { number } = await judged(alice)
    expect(await detail(number, alice)).toMatchObject({
      number,
      state: 'DONE',
      verdict: 'ACCEPTED',
      timeMs: 30,
      memoryKb: 3000,
      caseCount: 3,
      tape: 'AAA',
      judgedBy: 'fake-1',
      language: 'cpp17o2',
      languageName: 'C++ 17 With O2',
      codeLength: SOURCE.length,
      source: SOURCE,
      message: null,
      ordinal: 1,
      queuePosition: null,
      viewerIsAuthor: true,
      viewerCanShare: true,
      standing: { time: { bucket: 15, upTo: 30 } },
      cases: {
        mode: 'ALL',
        subtasks: [],
        runs: [
          { index: 1, verdict: 'ACCEPTED', timeMs: 10, outputHead: '1\n', inputName: null, answerName: null },
          { index: 2 },
          { index: 3 },
        ],
      },
      problem: { viewerProgress: { verdict: 'ACCEPTED' }, viewerLastAccepted: { number } },
    })
  })

  it('hides code from others until it is shared, and says so at every door', async () => {
    const { id, number } = await judged(alice)
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
        'mutation ($id: ID!, $shared: Boolean!) { shareSubmission(id: $id, shared: $shared) { shared } }',
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
    const { number } = await judged(alice)
    await configureSite(contextOf(site, root), 'switches', { hideSources: true })
    const mine = await detail(number, alice)
    const rest = await site.rest('GET', `/api/get-submission-detail?submitId=${number}`, alice)
    const chief = await detail(number, root)
    await configureSite(contextOf(site, root), 'switches', { hideSources: false })
    expect(mine).toMatchObject({ source: null, viewerCanSeeSource: false })
    expect(rest.data.submission.code).toBe('The site shows no code of submissions at the moment')
    expect(chief.source).toBe(SOURCE)
  })

  it('lets no code be shared where the problem does not allow it', async () => {
    const closed = await addJudgeable(site, `C${names}`, { codeShare: false })
    const { number } = await judged(alice, 'ACCEPTED', { problemId: closed.globalId })
    const answer = await site.rest('PUT', '/api/submission', {
      ...alice,
      body: { submitId: number, share: true },
    })
    expect(answer).toMatchObject({ http: 200, status: 403 })
  })

  it('shows compiler output to the author alone', async () => {
    const sent = await send(alice)
    const errand = await host.takeSubmission()
    errand.end(outcome('COMPILE_ERROR', { message: 'main.cpp:1: secret_name was not declared' }))
    await settled(sent.number)
    expect(await detail(sent.number, alice)).toMatchObject({
      verdict: 'COMPILE_ERROR',
      message: 'main.cpp:1: secret_name was not declared',
      timeMs: null,
      cases: { runs: [] },
      standing: null,
    })
    expect(await detail(sent.number)).toMatchObject({ verdict: 'COMPILE_ERROR', message: null })
    const rest = await site.rest('GET', `/api/get-submission-detail?submitId=${sent.number}`)
    expect(rest.data.submission).toMatchObject({ status: -2 })
    expect(rest.data.submission.errorMessage).not.toContain('secret_name')
  })

  it("says the judge's sentences in the reader's language, and host details to nobody outside", async () => {
    const sent = await send(alice)
    const errand = await host.takeSubmission()
    errand.report({ kind: 'running', caseCount: 1 })
    errand.report({ kind: 'run', run: run(1, 'WRONG_ANSWER', { message: '@lineDiffers {"at":3}' }) })
    errand.end(outcome('JUDGE_ERROR', { message: '@checkerCompile\nchecker.cpp:7: the secret' }))
    await settled(sent.number)
    const english = await detail(sent.number, alice)
    expect(english.message).toBe('The checker of this problem does not compile')
    expect(english.cases.runs[0].message).toBe('Line 3 differs from the answer')
    const { data } = await site.graphql(DETAIL, { number: sent.number }, { ...alice, locale: 'zh-CN' })
    expect(data.submission.cases.runs[0].message).toBe('第 3 行与标准答案不同')
    expect((await detail(sent.number, root)).message).toContain('checker.cpp:7: the secret')
  })

  it('keeps cases closed where the problem closes them, save for its staff', async () => {
    const closed = await addJudgeable(site, `K${names}`, { openCases: false })
    const { number } = await judged(alice, 'WRONG_ANSWER', { problemId: closed.globalId })
    expect(await detail(number, alice)).toMatchObject({ cases: null, tape: 'AWA' })
    expect((await detail(number, root)).cases.runs[1]).toMatchObject({
      inputName: '2.in',
      answerName: '2.out',
    })
    const rest = await site.rest('GET', `/api/get-all-case-result?submitId=${number}`, alice)
    expect(rest).toMatchObject({ status: 200, data: null })
  })

  it('is not there when its problem is hidden', async () => {
    const shy = await addJudgeable(site, `H${names}`)
    const { id, number } = await judged(alice, 'ACCEPTED', { problemId: shy.globalId })
    await site.prisma.problem.update({ where: { id: shy.id }, data: { visibility: 'HIDDEN' } })
    const { errors } = await site.graphql(DETAIL, { number }, alice)
    expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    const node = await site.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }, alice)
    expect(node.data?.node ?? null).toBeNull()
    const rest = await site.rest('GET', `/api/get-submission-detail?submitId=${number}`, alice)
    expect(rest).toMatchObject({ http: 200, status: 404 })
    expect(await detail(number, root)).toMatchObject({ number })
  })

  it('compares accepted ones of a problem', async () => {
    const crowded = await addJudgeable(site, `D${names}`)
    const times = [10, 20, 40, 80]
    for (const timeMs of times) {
      const sent = await send(alice, { problemId: crowded.globalId })
      const errand = await host.takeSubmission()
      errand.end(outcome('ACCEPTED', { timeMs, memoryKb: 1000 }))
      await settled(sent.number)
    }
    const last = await site.prisma.submission.findFirstOrThrow({
      where: { problemId: crowded.id, timeMs: 20 },
    })
    const { standing, ordinal } = await detail(last.id, alice)
    expect(ordinal).toBe(2)
    expect(standing.time).toMatchObject({ beats: 2 / 3, bucket: 4, upTo: 80 })
    expect(standing.time.buckets).toEqual([0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1])
    expect(standing.memory.beats).toBe(0)
  })
})

describe('subtasks', () => {
  const outcomes = async (caseMode: 'SUBTASK_LOWEST' | 'SUBTASK_AVERAGE') => {
    const { caseSpec } = await import('../support/judgeable.ts')
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
    const sent = await send(alice, { problemId: grouped.globalId })
    const errand = await host.takeSubmission()
    errand.report({ kind: 'running', caseCount: 4 })
    errand.report({ kind: 'run', run: run(1, 'ACCEPTED', { subtask: 1, score: 40 }) })
    errand.report({ kind: 'run', run: run(2, 'ACCEPTED', { subtask: 1, score: 40 }) })
    errand.report({ kind: 'run', run: run(3, 'ACCEPTED', { subtask: 2, score: 60 }) })
    errand.report({ kind: 'run', run: run(4, 'TIME_LIMIT_EXCEEDED', { subtask: 2, score: 0 }) })
    errand.end(outcome('PARTIALLY_ACCEPTED', { score: 40, oiRankScore: 4 }))
    await settled(sent.number)
    const { data } = await site.graphql(
      `query ($number: Int!) { submission(number: $number) { score cases { mode subtasks {
        number verdict score fullScore accepted total timeMs runs { index } } } } }`,
      { number: sent.number },
      alice,
    )
    const rest = await site.rest('GET', `/api/get-all-case-result?submitId=${sent.number}`)
    return { ...data.submission, rest: rest.data }
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
})

describe('live', () => {
  const WATCH = `subscription ($id: ID!) {
    submissionChanged(id: $id) { state verdict tape cases { runs { index } } problem { viewerProgress { verdict } tally { total } } }
  }`

  type Shown = { state: string; tape: string; problem: { tally: { total: number } } }

  it('tells the author of each case and of the end', async () => {
    const busy = await addJudgeable(site, `L${names}`)
    const sent = await send(alice, { problemId: busy.globalId })
    const live = await site.subscribe(WATCH, { id: sent.id }, alice)
    const errand = await host.takeSubmission()
    const seen: { state: string; tape: string; total: number }[] = []
    const until = async (enough: (value: Shown) => boolean) => {
      for (;;) {
        const { data, errors } = await live.next()
        expect(errors).toBeUndefined()
        const value = data.submissionChanged
        seen.push({ state: value.state, tape: value.tape, total: value.problem.tally.total })
        if (enough(value)) return value
      }
    }
    await until(({ state }) => state === 'COMPILING')
    errand.report({ kind: 'running', caseCount: 3 })
    await until(({ tape }) => tape === '...')
    errand.report({ kind: 'run', run: run(2, 'WRONG_ANSWER') })
    const second = await until(({ tape }) => tape === '.W.')
    expect(second.cases.runs).toEqual([{ index: 2 }])
    errand.end(outcome('WRONG_ANSWER'))
    const ended = await until(({ state }) => state === 'DONE')
    expect(ended).toMatchObject({ verdict: 'WRONG_ANSWER', tape: 'CWC' })
    // The site counts a moment later and says so.
    if (ended.problem.tally.total === 0) {
      const counted = await until(
        ({ problem }) => (problem as { tally: { total: number } }).tally.total === 1,
      )
      expect(counted.problem.viewerProgress).toEqual({ verdict: 'WRONG_ANSWER' })
    }
    live.close()
  })

  it('begins with what is, so that nothing is missed between a query and the subscription', async () => {
    const { id } = await judged(alice)
    const live = await site.subscribe(WATCH, { id }, {})
    expect((await live.next()).data.submissionChanged).toMatchObject({ state: 'DONE', verdict: 'ACCEPTED' })
    live.close()
  })

  it('is not for those who may not see the submission', async () => {
    const shy = await addJudgeable(site, `S${names}`, { visibility: 'HIDDEN' })
    const sent = await send(root, { problemId: shy.globalId })
    const live = await site.subscribe(WATCH, { id: sent.id }, alice)
    const first = await live.next().catch((error) => ({ errors: error }))
    expect(JSON.stringify(first.errors)).toContain('NOT_FOUND')
    const errand = await host.takeSubmission()
    errand.end(outcome('ACCEPTED'))
    await settled(sent.number)
  })
})

describe('the REST door', () => {
  it('takes a submission by display id and language name, and follows it', async () => {
    const body = {
      pid: 't1001',
      language: 'C++ 17 With O2',
      code: SOURCE,
      cid: 0,
      tid: null,
      gid: null,
      isRemote: false,
    }
    const sent = await site.rest('POST', '/api/submit-problem-judge', { ...alice, body })
    expect(sent).toMatchObject({
      http: 200,
      status: 200,
      data: {
        uid: alice.id,
        displayPid: 'T1001',
        language: 'C++ 17 With O2',
        cid: 0,
        ip: null,
        time: null,
      },
    })
    // Waiting, unless a host was faster than the answer.
    expect([5, 6]).toContain(sent.data.status)
    const { submitId } = sent.data
    const check = () =>
      site.rest('POST', '/api/check-submissions-status', { body: { submitIds: [submitId], cid: 0 } })
    const errand = await host.takeSubmission()
    expect((await check()).data[submitId]).toMatchObject({ status: 6, code: null })
    errand.report({ kind: 'running', caseCount: 1 })
    errand.end(outcome('TIME_LIMIT_EXCEEDED'))
    await settled(submitId)
    expect((await check()).data[submitId]).toMatchObject({
      status: 1,
      time: 30,
      memory: 3000,
      judger: 'fake-1',
    })
  })

  it('refuses with the code in the body', async () => {
    const call = (body: object, who: object = alice) =>
      site.rest('POST', '/api/submit-problem-judge', {
        ...who,
        body: { pid: 'T1001', language: 'C++ 17', code: SOURCE, ...body },
      })
    expect(await call({ code: '' })).toMatchObject({ http: 200, status: 400, msg: 'Code can not be empty' })
    expect(await call({ pid: 'NONE' })).toMatchObject({ http: 200, status: 404 })
    expect(await call({ cid: 5 })).toMatchObject({ http: 200, status: 404 })
    expect(await call({ language: 'Latin' })).toMatchObject({ http: 200, status: 400 })
    expect(await call({}, { token: null })).toMatchObject({ http: 401, status: 401 })
    const banned = await addPerson(site, `restbanned${names}`, { role: 'NO_SUBMIT_MUTED' })
    expect(await call({}, banned)).toMatchObject({ http: 200, status: 403 })
  })

  it('gives the last accepted code with a line about where it is from', async () => {
    const none = await site.rest('GET', `/api/get-last-ac-code?pid=${problem.id}`, alice)
    expect(none).toMatchObject({ status: 200, data: { code: '' } })
    const { number } = await judged(alice)
    await judged(alice, 'WRONG_ANSWER', { source: 'int main() { return 1; }' })
    const { data } = await site.rest('GET', `/api/get-last-ac-code?pid=${problem.id}&cid=0`, alice)
    expect(data).toMatchObject({ submitId: number, language: 'C++ 17 With O2' })
    expect(data.code.startsWith(`${SOURCE}\n// submission ${number} · ${alice.username} · `)).toBe(true)
  })

  it('sends no local submission in again', async () => {
    const { number } = await judged(alice)
    const answer = await site.rest('GET', `/api/resubmit?submitId=${number}`, alice)
    expect(answer).toMatchObject({ http: 200, status: 400, msg: 'This submission cannot be sent again' })
  })
})
