import { afterEach, describe, expect, it } from 'vitest'
import { codeforces, gym } from '#server/modules/bank/codeforces/codeforces.ts'
import { codeforcesSite } from '#tests/support/banks/codeforces.ts'
import { AWAY_PAGE, CHECK_PAGE, WORK_PAGE } from '#tests/support/banks/codeforcesPages.ts'
import type { FakeSite } from '#tests/support/banks/fakeBank.ts'
import { ACCOUNT, endTalks, faultOf, pollAll, talkTo } from '#tests/support/banks/talking.ts'

afterEach(endTalks)

const { username } = ACCOUNT
const sending = (problemId: string, source: string) => ({ problemId, source, username, languageId: '54' })

describe('statements', () => {
  it('are read without an account', async () => {
    const { session } = await talkTo(codeforces)
    expect(await codeforces.readProblem(session(), '4242A')).toMatchObject({
      title: 'Lanterns on a String',
      url: 'https://codeforces.com/problemset/problem/4242/A',
      samples: [{ input: '3 1\n4 9 2' }, {}],
    })
    expect(await codeforces.readProblem(session(), '92101')).toMatchObject({ title: 'Orchard Walk' })
  })

  it.each([
    ['CAPTCHA', 'the browser is checked', { body: CHECK_PAGE }],
    ['CAPTCHA', 'the browser must work', { body: WORK_PAGE }],
    ['UNREACHABLE', 'the site is away', { body: AWAY_PAGE }],
    ['UNREACHABLE', 'the site is away and says so', { status: 503, body: AWAY_PAGE }],
  ])('fail as %s where %s', async (kind, _, answer) => {
    const { session } = await talkTo(codeforces, { site: { ...codeforcesSite(), answer: () => answer } })
    expect((await faultOf(codeforces.readProblem(session(), '4242A'))).kind).toBe(kind)
    expect((await faultOf(codeforces.signIn(session(), ACCOUNT))).kind).toBe(kind)
  })
})

describe('statements of the gym', () => {
  it('are pages', async () => {
    const { session } = await talkTo(gym)
    expect(await gym.readProblem(session(), '100777A')).toMatchObject({
      title: 'Harbour Lights',
      url: 'https://codeforces.com/gym/100777/problem/A',
      origin: 'Winter School Cup',
      pdf: null,
    })
  })

  it.each([
    ['100777B', 'Tunnel of Echoes', 3000, 256, 'find the longest echo'],
    ['100777C', 'Silent Mill', 500, 64, 'count the wheels'],
  ])('are a file: %s', async (id, title, timeMs, memoryMb, words) => {
    const { session } = await talkTo(gym)
    const problem = await gym.readProblem(session(), id)
    expect(problem).toMatchObject({ title, timeMs, memoryMb, description: '', samples: [] })
    expect(problem.pdf?.name).toBe(`${id}.pdf`)
    const text = Buffer.from(problem.pdf?.content ?? []).toString('latin1')
    expect(text).toMatch(/^%PDF-1\.4/)
    expect(text).toContain(words)
  })

  it('are refused where the file is a page or has no end', async () => {
    const real = codeforcesSite()
    let body: string | Uint8Array = '<p>Sign in to download</p>'
    const site: FakeSite = {
      ...real,
      answer: (request, bank) => (request.path.endsWith('.pdf') ? { body } : real.answer(request, bank)),
    }
    const { session } = await talkTo(gym, { site })
    expect(await faultOf(gym.readProblem(session(), '100777B'))).toMatchObject({ kind: 'CHANGED' })
    body = Buffer.alloc(33 * 1024 * 1024, '%PDF-')
    expect(await faultOf(gym.readProblem(session(), '100777B'))).toMatchObject({ kind: 'UNREACHABLE' })
  })
})

it('sends no password where the form has a captcha', async () => {
  const real = codeforcesSite()
  const site: FakeSite = {
    ...real,
    answer(request, bank) {
      const answer = real.answer(request, bank)
      const body = String(answer?.body ?? '').replace('</form>', '<div class="g-recaptcha"></div></form>')
      return answer && { ...answer, body }
    },
  }
  const { session, fake } = await talkTo(codeforces, { site })
  expect((await faultOf(codeforces.signIn(session(), ACCOUNT))).kind).toBe('CAPTCHA')
  expect(fake.requests.get('signIn')).toBeUndefined()
})

it('shows the cases of runs (area-rules B10)', async () => {
  const { member } = await talkTo(codeforces)
  const one = await member()
  await codeforces.send(one, sending('4242B1', 'verdict: WA'))
  const [id = ''] = await codeforces.runsOf(one, { problemId: '4242B1', username })
  expect((await pollAll(codeforces, one, { id, problemId: '4242B1', username })).at(-1)).toMatchObject({
    cases: [
      { index: 1, verdict: 'ACCEPTED', timeMs: 15, memoryKb: 100, comment: 'ok 1 number' },
      { index: 2, verdict: 'WRONG_ANSWER', input: '2\n', output: '0\n', answer: '4\n' },
    ],
  })
})

it('sends code for the gym there', async () => {
  const { member, fake } = await talkTo(gym)
  await gym.send(await member(), sending('100777A', 'code'))
  expect(fake.log.some(({ path }) => path === '/gym/100777/submit')).toBe(true)
})

it('is refused for equal code (area-rules B8)', async () => {
  const { member, fake } = await talkTo(codeforces)
  const one = await member()
  await codeforces.send(one, sending('4242A', 'same'))
  expect(await faultOf(codeforces.send(one, sending('4242A', 'same')))).toMatchObject({
    kind: 'REFUSED',
    detail: 'You have submitted exactly the same code before',
    isSent: false,
  })
  expect(await codeforces.send(one, sending('4242A', 'same '))).toBeNull()
  expect(fake.runs).toHaveLength(2)
})
