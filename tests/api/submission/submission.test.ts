import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { switches } from '#server/modules/site/site.ts'
import { solvedCaptcha } from '../../support/captcha.ts'
import { addContest, tellContest, timesOf } from '../../support/contests.ts'
import { type FakeHost, outcome, run } from '../../support/fakeHost.ts'
import { addJudgeable, caseSpec, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import type { Site } from '../../support/site.ts'
import { openSubmitSite, SOURCE, SUBMIT, type SubmitSite } from '../../support/submitSite.ts'

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

describe('sending code in', () => {
  it('answers the submission, waiting, with its own code', async () => {
    const { data } = await site.graphql(SUBMIT, sending.inputOf(), alice)
    expect(data.submit).toMatchObject({
      verdict: null,
      problem: { displayId: 'T1001' },
      user: { username: alice.username },
      source: SOURCE,
      tape: '',
    })
    const taken = await host.takeSubmission()
    expect(taken.task).toMatchObject({
      submissionId: data.submit.number,
      language: 'cpp17o2',
      source: SOURCE,
      limits: { timeMs: 1000, memoryMb: 256 },
      attempt: 1,
    })
    expect(taken.task.cases.map(({ index }) => index)).toEqual([1, 2, 3])
    taken.end(outcome('ACCEPTED'))
    await sending.settled(data.submit.number)
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
    const { errors } = await site.graphql(SUBMIT, sending.inputOf(more), alice)
    const { message, extensions } = errors?.[0] ?? {}
    expect({ message, ...extensions }).toMatchObject(error)
    expect(await site.prisma.submission.count({ where: { userId: alice.id } })).toBe(0)
  })

  it('wants a least length where the site sets one, but not in languages of short programs', async () => {
    await switches.set(contextOf(site, sending.root), { minCodeLength: 50 })
    const { errors } = await site.graphql(SUBMIT, sending.inputOf({ source: 'x'.repeat(49) }), alice)
    const long = await site.graphql(SUBMIT, sending.inputOf({ source: 'x'.repeat(50) }), alice)
    const short = await site.graphql(
      SUBMIT,
      sending.inputOf({ language: 'python3', source: 'print(1)' }),
      alice,
    )
    await switches.set(contextOf(site, sending.root), { minCodeLength: 0 })
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'CODE_TOO_SHORT' } })
    for (const { data } of [long, short]) {
      const taken = await host.takeSubmission(data.submit.number)
      taken.end(outcome('ACCEPTED'))
      await sending.settled(data.submit.number)
    }
  })

  it('takes code of exactly 65535 characters', async () => {
    const { number } = await sending.send(alice, { source: `//${'é'.repeat(65_533)}` })
    const taken = await host.takeSubmission()
    taken.end(outcome('ACCEPTED'))
    await sending.settled(number)
  })

  it('refuses guests, and people who are banned from submitting', async () => {
    const guest = await site.graphql(SUBMIT, sending.inputOf())
    expect(guest.errors?.[0]).toMatchObject({ extensions: { code: 'UNAUTHENTICATED' } })
    const banned = await addPerson(site, `banned${names}`, { role: 'NO_SUBMIT' })
    const answer = await site.graphql(SUBMIT, sending.inputOf(), banned)
    expect(answer.errors?.[0]).toMatchObject({ extensions: { code: 'SUBMIT_BANNED' } })
    // A missing permission is a real 403 for clients of the reference system.
    const { id: pid } = await site.prisma.problem.findUniqueOrThrow({ where: { displayId: 'T1001' } })
    const program = { code: SOURCE, language: 'C++ 17' }
    for (const [path, body] of [
      ['/api/submit-problem-judge', { ...program, pid: 'T1001', cid: 0 }],
      ['/api/submit-problem-test-judge', { ...program, pid, type: 'public', userInput: '1 2' }],
    ] as const)
      expect(await site.rest('POST', path, { token: banned.token, body }), path).toMatchObject({
        http: 403,
        status: 403,
      })
  })

  it('refuses a problem without tests or answers, a hidden one, and a language that the problem does not take', async () => {
    const untested = await addJudgeable(site, 'T1002', { cases: [] })
    const hidden = await addJudgeable(site, 'T1003', { visibility: 'HIDDEN' })
    const choosy = await addJudgeable(site, 'T1004', { languageKeys: ['python3'] })
    const codeOf = async (problemId: string) =>
      (await site.graphql(SUBMIT, sending.inputOf({ problemId }), alice)).errors?.[0]?.extensions?.code
    expect(await codeOf(untested.globalId)).toBe('NO_TESTS')
    // Nothing could be compared with an answer that is not there.
    const cases = [caseSpec(1), { ...caseSpec(2), answer: null }]
    const unanswered = await addJudgeable(site, 'T1005', { cases })
    expect(await codeOf(unanswered.globalId)).toBe('ANSWERS_MISSING')
    expect(await codeOf(hidden.globalId)).toBe('NOT_FOUND')
    expect(await codeOf(choosy.globalId)).toBe('LANGUAGE_NOT_OFFERED')
  })

  it('refuses everybody while judging is closed', async () => {
    await switches.set(contextOf(site, sending.root), { openPublicJudge: false })
    const { errors } = await site.graphql(SUBMIT, sending.inputOf(), alice)
    await switches.set(contextOf(site, sending.root), { openPublicJudge: true })
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'JUDGING_CLOSED' } })
  })

  describe('with an interval', () => {
    beforeEach(() => switches.set(contextOf(site, sending.root), { submitIntervalSeconds: 30 }))
    afterEach(() => switches.set(contextOf(site, sending.root), { submitIntervalSeconds: 0 }))

    it('takes one of several at once, and says how long the others wait', async () => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => site.graphql(SUBMIT, sending.inputOf(), alice)),
      )
      const taken = answers.filter(({ errors }) => !errors)
      expect(taken).toHaveLength(1)
      // Whichever of the others came last is asked for a captcha.
      const refused = answers.flatMap(({ errors = [] }) => errors)
      expect(refused).toHaveLength(4)
      const late = refused.find(({ extensions }) => extensions?.code === 'SUBMIT_TOO_SOON')
      expect(Number(late?.extensions?.seconds)).toBeGreaterThan(25)
      expect(late?.message).toContain(String(late?.extensions?.seconds))
      const task = await host.takeSubmission(taken[0]?.data.submit.number)
      task.end(outcome('ACCEPTED'))
      await sending.settled(taken[0]?.data.submit.number)
    })

    it('does not count a sending that was refused', async () => {
      const untested = await site.graphql(
        SUBMIT,
        sending.inputOf({ problemId: globalId('Problem', 999_999) }),
        alice,
      )
      expect(untested.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
      const { number } = await sending.send(alice)
      const taken = await host.takeSubmission(number)
      taken.end(outcome('WRONG_ANSWER'))
      await sending.settled(number)
    })

    it('asks for a captcha after three submissions refused for speed, but over REST, whose client has none', async () => {
      const codeOf = async (more: object = {}) =>
        (await site.graphql(SUBMIT, sending.inputOf(more), alice)).errors?.[0]
      const { number } = await sending.send(alice)
      for (let time = 0; time < 3; time++) expect((await codeOf())?.extensions?.code).toBe('SUBMIT_TOO_SOON')
      expect(await codeOf()).toMatchObject({
        message: 'Speed too fast, may be machine operation! Please verify again!',
        extensions: { code: 'CAPTCHA_REQUIRED', field: 'captcha' },
      })
      const body = { pid: 'T1001', language: 'C++ 17 With O2', code: SOURCE, cid: 0, isRemote: false }
      const rest = (more: object = {}) =>
        site.rest('POST', '/api/submit-problem-judge', { ...alice, body: { ...body, ...more } })
      expect(await rest()).toMatchObject({ http: 200, status: 403, msg: expect.stringMatching(/wait \d+ s/) })
      const wrong = await solvedCaptcha(site)
      expect((await codeOf({ ...wrong, captcha: '-1' }))?.extensions?.code).toBe('CAPTCHA_WRONG')
      expect((await codeOf(wrong))?.extensions?.code).toBe('CAPTCHA_WRONG')

      // Solved once, and the speed is again all there is to say.
      expect((await codeOf(await solvedCaptcha(site)))?.extensions?.code).toBe('SUBMIT_TOO_SOON')
      expect((await codeOf())?.extensions?.code).toBe('SUBMIT_TOO_SOON')

      // Nobody else is asked, and a test run is not counted.
      const bob = await addPerson(site, `bob${names}`)
      const { number: his } = await sending.send(bob)
      for (const sent of [number, his]) {
        const taken = await host.takeSubmission(sent)
        taken.end(outcome('WRONG_ANSWER'))
        await sending.settled(sent)
      }
    })
  })
})

describe('sending once more under the same key', () => {
  const keyed = async (clientKey: string, person: Person | { token: string }, more: object = {}) => {
    const { data, errors } = await site.graphql(SUBMIT, sending.inputOf({ clientKey, ...more }), person)
    return errors ? errors[0]?.extensions : data.submit.number
  }

  it('is refused when it is another program, problem or place, and stays what it was', async () => {
    const eve = await addPerson(site, `eve${names}`)
    const elsewhere = await addJudgeable(site, `E${names}`)
    const chief = await site.prisma.user.findFirstOrThrow({ where: { role: 'ROOT' } })
    const contest = await addContest(site, { ...timesOf('running'), type: 'ACM', ownerId: chief.id })
    const { number } = await sending.send(eve, { clientKey: 'mine' })
    const others = [
      { problemId: elsewhere.globalId },
      { source: `${SOURCE} // another` },
      { language: 'c17o2' },
      { contestId: globalId('Contest', contest.id) },
    ]
    for (const other of others)
      expect(await keyed('mine', eve, other)).toMatchObject({ code: 'CLIENT_KEY_USED', field: 'clientKey' })
    expect(await keyed('mine', eve)).toBe(number)
    expect(await site.prisma.submission.count({ where: { userId: eve.id } })).toBe(1)
    const taken = await host.takeSubmission(number)
    taken.end(outcome('ACCEPTED'))
    await sending.settled(number)
  })

  it('answers what was sent in time, also after the end of its contest', async () => {
    const late = await addPerson(site, `late${names}`)
    const chief = await site.prisma.user.findFirstOrThrow({ where: { role: 'ROOT' } })
    const contest = await addContest(site, { ...timesOf('running'), type: 'ACM', ownerId: chief.id })
    const { id: problemId } = sending.problem
    await site.prisma.contestProblem.create({
      data: { contestId: contest.id, problemId, displayId: 'A', title: 'A', position: 1 },
    })
    const here = { contestId: globalId('Contest', contest.id) }
    const { number } = await sending.send(late, { ...here, clientKey: 'just in time' })
    const over = { where: { id: contest.id }, data: timesOf('over') }
    await tellContest(site, await site.prisma.contest.update(over))
    expect(await keyed('just in time', late, here)).toBe(number)
    expect(await keyed('too late', late, here)).toMatchObject({ code: 'CONTEST_OVER' })
    const taken = await host.takeSubmission(number)
    taken.end(outcome('ACCEPTED'))
    await sending.settled(number)
  })

  it('is no second submission, also when both come at once', async () => {
    const alone = await addPerson(site, `once${names}`)
    const [one, other] = await Promise.all([keyed('a bad line', alone), keyed('a bad line', alone)])
    expect(other).toBe(one)
    expect(await keyed('a bad line', alone)).toBe(one)
    expect(await site.prisma.submission.count({ where: { userId: alone.id } })).toBe(1)
    expect(await keyed('another', await addPerson(site, `twice${names}`))).not.toBe(one)
    expect(await keyed('x'.repeat(65), alone)).toMatchObject({ code: 'INVALID_INPUT', field: 'clientKey' })
    const [taken] = [await host.takeSubmission(one)]
    taken.end(outcome('ACCEPTED'))
    await sending.settled(one)
  })
})

describe('live', () => {
  const WATCH = `subscription ($id: ID!) {
    submissionChanged(id: $id) { state verdict tape cases { runs { index } } problem { viewerProgress { verdict } tally { total } } }
  }`

  type Shown = { state: string; tape: string; problem: { tally: { total: number } } }

  it('tells the author of each case and of the end', async () => {
    const busy = await addJudgeable(site, `L${names}`)
    const sent = await sending.send(alice, { problemId: busy.globalId })
    const live = await site.subscribe(WATCH, { id: sent.id }, alice)
    const taken = await host.takeSubmission(sent.number)
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
    taken.report({ kind: 'running', caseCount: 3 })
    await until(({ tape }) => tape === '...')
    taken.report({ kind: 'run', run: run(2, 'WRONG_ANSWER') })
    const second = await until(({ tape }) => tape === '.W.')
    expect(second.cases.runs).toEqual([{ index: 2 }])
    taken.end(outcome('WRONG_ANSWER'))
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
    const { id } = await sending.judged(alice)
    const live = await site.subscribe(WATCH, { id }, {})
    expect((await live.next()).data.submissionChanged).toMatchObject({ state: 'DONE', verdict: 'ACCEPTED' })
    live.close()
  })

  it('is not for those who may not see the submission', async () => {
    const shy = await addJudgeable(site, `S${names}`, { visibility: 'HIDDEN' })
    const sent = await sending.send(sending.root, { problemId: shy.globalId })
    const live = await site.subscribe(WATCH, { id: sent.id }, alice)
    const first = await live.next().catch((error) => ({ errors: error }))
    expect(JSON.stringify(first.errors)).toContain('NOT_FOUND')
    const taken = await host.takeSubmission(sent.number)
    taken.end(outcome('ACCEPTED'))
    await sending.settled(sent.number)
  })
})
