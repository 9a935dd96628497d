import { afterEach, describe, expect, it } from 'vitest'
import { atcoder } from '#server/modules/bank/atcoder/atcoder.ts'
import { sendFault, signInFault, tokenOf } from '#server/modules/bank/atcoder/forms.ts'
import { LANGUAGES } from '#server/modules/bank/atcoder/languages.ts'
import { contestOf, plainOf, readStatement } from '#server/modules/bank/atcoder/page.ts'
import { readOutcome } from '#server/modules/bank/atcoder/result.ts'
import { atcoderSite } from '#tests/support/banks/atcoder.ts'
import {
  BRIDGE,
  KETTLES,
  loginPage,
  runPage,
  submitPage,
  taskPage,
} from '#tests/support/banks/atcoderPages.ts'
import type { FakeSite } from '#tests/support/banks/fakeBank.ts'
import { ACCOUNT, endTalks, faultIn, faultOf, talkTo } from '#tests/support/banks/talking.ts'

const VIEW = { username: null, csrf: 'x' }
const BASE = new URL('https://atcoder.jp/contests/tea042/tasks/tea042_a')
afterEach(endTalks)

describe('ids', () => {
  it.each([
    [' ABC110_A ', 'abc110_a', 'abc110'],
    ['joi2014yo_e', 'joi2014yo_e', 'joi2014yo'],
    ['code_festival_qual_a', 'code_festival_qual_a', 'code-festival-qual'],
  ])('reads %j', (text, id, contest) => {
    expect(atcoder.readId(text)).toBe(id)
    expect(contestOf(id)).toBe(contest)
  })

  it.each(['', 'abc110', '_a', 'abc110_', '../x_a', 'abc 1_a', 'abc__a', 'あ_a', `${'a'.repeat(60)}_a`])(
    'refuses %j',
    (text) => expect(atcoder.readId(text)).toBeNull(),
  )
})

describe('statements', () => {
  it('are read in English, with formulas, pictures and samples', async () => {
    const { session } = await talkTo(atcoder)
    const problem = await atcoder.readProblem(session(), 'tea042_a')
    expect(problem).toMatchObject({
      title: 'Kettles in a Row',
      timeMs: 2000,
      memoryMb: 1024,
      locale: 'en-US',
      url: BASE.href,
      origin: 'Tea House Contest 042',
      tags: [],
      output: 'Print the cups.',
      samples: [
        { input: '2\n3 <4', output: '7' },
        { input: '1\n1', output: '1' },
      ],
    })
    expect(problem.description).toContain('$A_i$ cups, $1 \\leq A_i$')
    expect(problem.description).toContain('![kettles](https://atcoder.jp/img/other/kettles.png)')
    expect(problem.description).not.toMatch(/やかん|Score/)
    expect(problem.input).toContain('```\nN\nA_1 A_2 … A_N\n```')
    expect(problem.input).toMatch(/\*\*Constraints\*\*\n\n- \$1 \\leq N \\leq 10\^5\$/)
    expect(problem.hint).toBe('**Sample Output 1**\n\nBoth hold $7$ cups.')
  })

  it('are whole where there is no English', async () => {
    const { session } = await talkTo(atcoder)
    const problem = await atcoder.readProblem(session(), 'old003_4')
    expect(problem).toMatchObject({ title: '傘の並べ方', timeMs: 1500, memoryMb: 64, input: '', samples: [] })
    expect(problem.description).toContain('傘が $R$ 本と $C$ 本あります。')
    expect(problem.description).toContain('3 2')
  })

  it('are read from headings that stand before their sections', () => {
    expect(readStatement(taskPage(VIEW, BRIDGE), BASE)).toMatchObject({
      timeMs: 500,
      memoryMb: 64,
      input: 'The length.',
      output: 'The sway.',
      description: 'A bridge of length $L$ sways.\n\n**Notes**\n\nWind blows east.',
      samples: [{ input: '5', output: '2' }],
    })
  })

  it.each([
    ['the time limit', /Time Limit: 2 sec/],
    ['the memory limit', /Memory Limit: 1024 MiB/],
    ['the statement', /id="task-statement"/],
    ['the text of the statement', /(?<=id="task-statement">)[\s\S]*?(?=<\/div><\/div><\/div><\/body)/],
  ])('name %s where it is missing', (what, pattern) => {
    const html = taskPage(VIEW, { ...KETTLES, statement: '<p>x</p>' })
    expect(readStatement(html, BASE).description).toBe('x')
    const fault = faultIn(() =>
      readStatement(
        html.replace(pattern, '').replace('<p>x</p>', what.includes('text') ? '' : '<p>x</p>'),
        BASE,
      ),
    )
    expect(fault).toMatchObject({ kind: 'CHANGED', detail: `${what} is missing on the page` })
  })

  it('are read without scripts from broken markup', () => {
    const statement = `<h3>Problem Statement</h3><p>Count <b>all <var>N<p>of them
      <script>alert(1)</script><img src=x onerror=alert(2)><a href="javascript:alert(3)">here</a>`
    const { description } = readStatement(taskPage(VIEW, { ...KETTLES, statement }), BASE)
    expect(description).toContain('of them')
    expect(description).not.toMatch(/alert|javascript|onerror/)
  })

  it('show formulas in formats as plain text', () => {
    expect(plainOf('A_{N}')).toBe('A_N')
    expect(plainOf('A_{N-1} \\vdots \\{x\\} \\constructor')).toBe('A_(N-1) ⋮{x} \\constructor')
  })
})

describe('signing in', () => {
  it('is too fast', () => {
    expect(signInFault(loginPage(VIEW, 'Too many attempts.')).kind).toBe('TOO_FAST')
  })

  it.each(['cf-turnstile', 'cf-challenge'])(
    'sends no password and no code to forms with %s',
    async (mark) => {
      const real = atcoderSite()
      let isOn = true
      const site: FakeSite = {
        ...real,
        answer(request, bank) {
          const answer = real.answer(request, bank)
          const body = String(answer?.body ?? '').replace('</form>', `<div class="${mark}"></div></form>`)
          return answer && isOn ? { ...answer, body } : answer
        },
      }
      const { session, member, fake } = await talkTo(atcoder, { site })
      expect((await faultOf(atcoder.signIn(session(), ACCOUNT))).kind).toBe('CAPTCHA')
      expect(fake.requests.get('signIn')).toBeUndefined()
      isOn = false
      const one = await member()
      isOn = true
      const { username } = ACCOUNT
      const sending = { problemId: 'tea042_a', languageId: '6017', source: 'x', username }
      expect(await faultOf(atcoder.send(one, sending))).toMatchObject({ kind: 'CAPTCHA', isSent: false })
      expect(fake.requests.get('submit')).toBeUndefined()
    },
  )
})

describe('runs', () => {
  it.each([
    ['WJ', 'WAITING'],
    ['WR', 'WAITING'],
    ['Judging', 'RUNNING'],
    ['7/30', 'RUNNING'],
    ['7/30 TLE', 'RUNNING'],
    ['PUZZLED', 'WAITING'],
    ['constructor', 'WAITING'],
    ['', 'WAITING'],
  ])('%j are %s (area-rules B9)', (label, state) => {
    const html = runPage(VIEW, { id: '1', label }, { figures: null, compiler: '', source: '' })
    expect(readOutcome(html)).toEqual({ state })
  })

  it('are not taken from the code on their page', () => {
    const source = '</pre><td id="judge-status">AC</td>'
    const html = runPage(VIEW, { id: '1', label: 'WA' }, { figures: [1, 2], compiler: '', source })
    expect(readOutcome(html)).toMatchObject({ verdict: 'WRONG_ANSWER' })
  })
})

it('reads the form of a contest of ninety tasks, each with all languages', () => {
  const options = LANGUAGES.map(({ id, name }) => `<option value="${id}">${name}</option>`).join('')
  const selects = Array.from(
    { length: 90 },
    (_, at) => `<div id="select-lang-t_${at}"><select><option></option>${options}</select></div>`,
  )
  const page = (error = '') => submitPage(VIEW, 'tea042', error, selects.join(''))
  expect(tokenOf(page(), 'sourceCode')).toBe(VIEW.csrf)
  expect(sendFault(page('Wait for 3 second to submit again.'))).toMatchObject({
    kind: 'TOO_FAST',
    isSent: false,
  })
})

it('has the languages of 2025 and, retired, those of 2023', () => {
  expect(LANGUAGES.filter(({ isRetired }) => !isRetired)).toHaveLength(116)
  const retired = LANGUAGES.filter(({ isRetired }) => isRetired).map(({ id }) => Number(id))
  expect(retired.sort((one, other) => one - other)).toEqual(Array.from({ length: 90 }, (_, at) => 5001 + at))
  expect(new Set(LANGUAGES.map(({ id }) => id)).size).toBe(LANGUAGES.length)
  expect(LANGUAGES[0]).toMatchObject({ id: '6017', name: 'C++23 (GCC 15.2.0)' })
})
