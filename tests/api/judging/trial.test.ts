import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepTrials } from '#server/modules/judging/trial.ts'
import { switches } from '#server/modules/site/site.ts'
import { type FakeHost, startFakeHost } from '../../support/fakeHost.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let host: FakeHost
let root: Person
let alice: Person
let problem: Awaited<ReturnType<typeof addJudgeable>>
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'chief', { role: 'ROOT' })
  alice = await addPerson(site, 'alice')
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
  problem = await addJudgeable(site, 'T1001', { fileIo: { input: 'sum.in', output: 'sum.out' } })
  host = await startFakeHost(site.databaseUrl)
})
afterAll(async () => {
  await host.stop()
  await site.close()
})

const TRIAL = 'id state verdict timeMs memoryKb input expected output errorOutput message judgeMode'
const START = `mutation ($input: StartTrialInput!) { startTrial(input: $input) { ${TRIAL} } }`
const WATCH = `subscription ($id: ID!) { trialChanged(id: $id) { ${TRIAL} } }`

const start = (more: object = {}, who: object = alice) =>
  site.graphql(
    START,
    {
      input: {
        problemId: problem.globalId,
        language: 'python3',
        source: 'print(1)',
        input: '1 2',
        expected: '3',
        ...more,
      },
    },
    who,
  )

const ended = {
  verdict: 'ACCEPTED',
  timeMs: 4,
  memoryKb: 900,
  output: '3\n',
  errorOutput: 'note',
  message: null,
} as const

describe('a test run', () => {
  it('runs on the given input and tells the result live', async () => {
    const { data } = await start()
    expect(data.startTrial).toMatchObject({ input: '1 2', expected: '3', output: null, judgeMode: 'DEFAULT' })
    const live = await site.subscribe(WATCH, { id: data.startTrial.id }, alice)
    const taken = await host.takeTrial()
    expect(taken.task).toMatchObject({
      language: 'python3',
      input: '1 2\n',
      expected: '3',
      ignoreTrailingBlanks: true,
      fileIo: { input: 'sum.in', output: 'sum.out' },
    })
    const states: string[] = []
    taken.running()
    let value = (await live.next()).data.trialChanged
    for (; value.state !== 'RUNNING'; value = (await live.next()).data.trialChanged) states.push(value.state)
    taken.end(ended)
    for (; value.state !== 'DONE'; value = (await live.next()).data.trialChanged) states.push(value.state)
    expect(value).toMatchObject({ ...ended, input: '1 2' })
    expect(states.at(-1)).toBe('RUNNING')
    live.close()
  })

  it("is nobody else's business", async () => {
    const { data } = await start()
    const { id } = data.startTrial
    const taken = await host.takeTrial()
    taken.end(ended)
    const bob = await addPerson(site, 'bob')
    for (const who of [bob, root, {}]) {
      const query = `query ($id: ID!) { node(id: $id) { ... on Trial { ${TRIAL} } } }`
      const asked = await site.graphql(query, { id }, who)
      expect(asked.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
      expect(asked.data?.node ?? null).toBeNull()
    }
    const live = await site.subscribe(WATCH, { id }, bob)
    const first = await live.next().catch((error) => ({ errors: error }))
    expect(JSON.stringify(first.errors)).toContain('NOT_FOUND')
  })

  it.each([
    ['no input', { input: '' }, 'TRIAL_INPUT_EMPTY'],
    ['an input that is too long', { input: 'x'.repeat(1001) }, 'TRIAL_INPUT_TOO_LONG'],
    ['an input with a NUL', { input: '1\0' }, 'INVALID_INPUT'],
    ['empty code', { source: '' }, 'CODE_EMPTY'],
    ['a language nobody judges', { language: 'haskell' }, 'LANGUAGE_NOT_OFFERED'],
    ['something that is no problem', { problemId: globalId('User', 'x') }, 'NOT_FOUND'],
    ['a number no problem can have', { problemId: globalId('Problem', 99_999_999_999) }, 'NOT_FOUND'],
  ])('is refused with %s', async (_, more, code) => {
    const { errors } = await start(more)
    expect(errors?.[0]?.extensions?.code).toBe(code)
  })

  it('is for people who are signed in and may submit', async () => {
    expect((await start({}, {})).errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED')
    const banned = await addPerson(site, 'banned', { role: 'NO_SUBMIT' })
    expect((await start({}, banned)).errors?.[0]?.extensions?.code).toBe('SUBMIT_BANNED')
  })

  it('has an interval of its own', async () => {
    const carol = await addPerson(site, 'carol')
    await switches.set(contextOf(site, root), { submitIntervalSeconds: 30 })
    const first = await start({}, carol)
    const second = await start({}, carol)
    const submitted = await site.graphql(
      'mutation ($input: SubmitInput!) { submit(input: $input) { id } }',
      { input: { problemId: problem.globalId, language: 'python3', source: 'print(1)' } },
      carol,
    )
    await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
    expect(first.errors).toBeUndefined()
    expect(second.errors?.[0]?.extensions).toMatchObject({ code: 'SUBMIT_TOO_SOON' })
    expect(submitted.errors).toBeUndefined()
    const trial = await host.takeTrial()
    trial.end(ended)
    const taken = await host.takeSubmission()
    taken.end({ verdict: 'ACCEPTED', timeMs: 1, memoryKb: 1, score: null, oiRankScore: null, message: null })
  })

  it('takes 1000 characters of input, and answers at the REST door', async () => {
    const body = {
      pid: problem.id,
      type: 'public',
      mode: 'text/x-python',
      isRemoteJudge: false,
      code: 'print(1)',
      language: 'Python3',
      userInput: '7'.repeat(1000),
      expectedOutput: '',
    }
    const sent = await site.rest('POST', '/api/submit-problem-test-judge', { ...alice, body })
    expect(sent).toMatchObject({ http: 200, status: 200 })
    const result = () => site.rest('GET', `/api/get-test-judge-result?testJudgeKey=${sent.data}`, alice)
    const taken = await host.takeTrial()
    expect(await result()).toMatchObject({ status: 200, data: { status: 5, userOutput: null } })
    expect(taken.task.expected).toBeNull()
    const live = await site.subscribe(WATCH, { id: globalId('Trial', sent.data) }, alice)
    taken.end({
      ...ended,
      verdict: 'RUNTIME_ERROR',
      message: '@exitCode {"code":3}',
      errorOutput: 'Traceback',
    })
    while ((await live.next()).data.trialChanged.state !== 'DONE');
    live.close()
    expect((await result()).data).toEqual({
      status: 3,
      time: 4,
      memory: 900,
      userInput: '7'.repeat(1000),
      userOutput: '3\n',
      expectedOutput: null,
      stderr: 'The program ended with exit code 3\nTraceback',
      problemJudgeMode: 'default',
    })
    const nobody = await site.rest('GET', `/api/get-test-judge-result?testJudgeKey=${sent.data}`)
    expect(nobody).toMatchObject({ http: 401 })
    const unknown = await site.rest('GET', '/api/get-test-judge-result?testJudgeKey=none', alice)
    expect(unknown).toMatchObject({ http: 200, status: 404 })
  })

  it('is swept away after an hour', async () => {
    const { data } = await start()
    const taken = await host.takeTrial()
    taken.end(ended)
    await sweepTrials(contextOf(site, null, new Date(Date.now() + 3_500_000)))
    const { id } = data.startTrial
    const ask = () => site.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }, alice)
    expect((await ask()).data.node).toEqual({ id })
    await sweepTrials(contextOf(site, null, new Date(Date.now() + 3_700_000)))
    expect((await ask()).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  })
})
