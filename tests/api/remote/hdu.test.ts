import { afterEach, describe, expect, it } from 'vitest'
import { hdu } from '#server/modules/bank/hdu/hdu.ts'
import { readOutcome, readRows, readStatement } from '#server/modules/bank/hdu/page.ts'
import { outcomeOf } from '#server/modules/bank/words.ts'
import { ACCOUNT, endTalks, faultOf, pollAll, program, talkTo } from '#tests/support/banks/talking.ts'

afterEach(endTalks)

const base = new URL('https://acm.hdu.edu.cn/showproblem.php?pid=1001')
const kindOf = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    return `${error}`
  }
  return 'no fault'
}

describe('ids', () => {
  it.each([
    ['1001', '1001'],
    [' HDU-1001 ', '1001'],
    ['hdu1001', '1001'],
    ['01001', '1001'],
    ['12', null],
    ['1001a', null],
    ['１００１', null],
    ['1001; drop', null],
    ['', null],
  ])('%j is %j', (text, id) => expect(hdu.readId(text)).toBe(id))
})

describe('statements', () => {
  it('are read from pages in GBK, with pictures, samples, hint and source', async () => {
    const { session } = await talkTo(hdu)
    expect(await hdu.readProblem(session(), '1001')).toEqual({
      title: 'Two Baskets',
      locale: 'en-US',
      timeMs: 1000,
      memoryMb: 32,
      description:
        'Lin has two baskets with *a* and *b* apples (0<=a,b<=10$^{9}$). How many has she?\n\n![two baskets](https://acm.hdu.edu.cn/data/images/C1-1001-1.png)',
      input: 'Each line holds two integers.\\\nThe input ends with the file.',
      output: 'For each line, the sum.',
      hint: 'Use 64 bits:\\\n**int** is too small.',
      samples: [{ input: '1 2\n30 40', output: '3\n70' }],
      tags: [],
      origin: 'Orchard Cup',
      url: 'https://acm.hdu.edu.cn/showproblem.php?pid=1001',
      languageIds: null,
      pdf: null,
    })
  })

  it('are read in Chinese, with formulas and tables', async () => {
    const { session } = await talkTo(hdu)
    const problem = await hdu.readProblem(session(), '1002')
    expect(problem).toMatchObject({ title: '苹果与篮子', locale: 'zh-CN', timeMs: 2000, memoryMb: 64 })
    expect(problem.description).toContain('第 $i$ 个篮子里有 $a_i$ 个苹果（$1\\le n\\le 10^5$）')
    expect(problem.description).toContain('| 篮子 | 苹果 |')
    expect(problem.origin).toBe('果园杯')
  })

  it('need no sections but the description', async () => {
    const { session } = await talkTo(hdu)
    expect(await hdu.readProblem(session(), '1003')).toMatchObject({
      description: 'Print **hello**. There is no input.',
      input: '',
      output: '',
      hint: '',
      samples: [],
      origin: '',
    })
  })

  it('are missing where the bank says so', async () => {
    const { session } = await talkTo(hdu)
    expect(await faultOf(hdu.readProblem(session(), '9999'))).toMatchObject({ kind: 'NO_PROBLEM' })
    expect(await faultOf(hdu.readProblem(session(), 'x'))).toMatchObject({ kind: 'NO_PROBLEM' })
  })

  const whole =
    "<h1 style='color:#1A5CC8'>T</h1><span>Time Limit: 2000/1000 MS (Java/Others) Memory Limit: 65536/32768 K</span><div class=panel_title>Problem Description</div><div class=panel_content>x</div>"
  it.each([
    ['<h1>T</h1>', 'no title'],
    ['', 'no title'],
    ["<h1 style='color:#1A5CC8'>T</h1>", 'no limits'],
    ["<h1 style='color:#1A5CC8'>T</h1><span>Time Limit: 1000 MS</span>", 'no limits'],
    [whole.replace('Problem Description', 'Beschreibung'), 'no problem description'],
    [whole.replace('<div class=panel_content>x</div>', ''), 'no problem description'],
  ])('have changed where %j', (html, missing) => {
    expect(kindOf(() => readStatement(html, base))).toBe(`Error: CHANGED: ${missing}`)
  })

  it('survive broken markup, other limits and hostile parts', () => {
    const html = `<TABLE><h1 style="color:#1a5cc8"> A &amp; B <font>Time Limit: 3000 MS Memory Limit: 1K</h1>
      <div class="panel_title">problem description</div><div class="panel_content"><script>alert(1)</script><p onclick=x()>a<img src=javascript:x><b>b</div>
      <div class="panel_title">Sample Output</div><div class="panel_content"><pre>1<br>2 &lt;`
    const problem = readStatement(html.replace('<font>', '</h1><font>'), base)
    expect(problem).toMatchObject({
      title: 'A & B',
      timeMs: 3000,
      memoryMb: 1,
      description: 'a**b**',
      samples: [{ input: '', output: '1\n2 <' }],
    })
    expect(JSON.stringify(problem)).not.toMatch(/alert|javascript/)
  })

  it('keep dollars as they are on a page without formulas', () => {
    expect(readStatement(`${whole}<p>`.replace('>x<', '>from $1 to $2<'), base).description).toBe(
      'from \\$1 to \\$2',
    )
  })
})

describe('signing in', () => {
  it('keeps the session over saving it, until it ends', async () => {
    const { fake, session, member } = await talkTo(hdu)
    const again = session((await member()).save())
    await hdu.send(again, {
      problemId: '1001',
      languageId: '0',
      source: program(),
      username: ACCOUNT.username,
    })
    expect(fake.runs.length).toBe(1)
    fake.expireSessions()
    const sending = { problemId: '1001', languageId: '0', source: program(), username: ACCOUNT.username }
    expect(await faultOf(hdu.send(again, sending))).toMatchObject({ kind: 'SIGNED_OUT', isSent: false })
  })

  it.each([
    [{ ...ACCOUNT, password: 'wrong' }, 'WRONG_PASSWORD'],
    [{ username: 'nobody', password: 'x' }, 'WRONG_PASSWORD'],
  ])('refuses %j', async (account, kind) => {
    const { session } = await talkTo(hdu)
    expect(await faultOf(hdu.signIn(session(), account))).toMatchObject({ kind })
  })

  it('tells of locked accounts, captchas and other pages (area-rules B6)', async () => {
    const { fake, session } = await talkTo(hdu)
    fake.lock('robot')
    expect(await faultOf(hdu.signIn(session(), ACCOUNT))).toMatchObject({ kind: 'LOCKED' })
    fake.fault('signIn', 'CAPTCHA')
    expect(await faultOf(hdu.signIn(session(), ACCOUNT))).toMatchObject({ kind: 'CAPTCHA' })
    fake.fault('signIn', 'CHANGED')
    expect(await faultOf(hdu.signIn(session(), ACCOUNT))).toMatchObject({ kind: 'CHANGED' })
    fake.fault('signIn', 'HANG')
    expect(await faultOf(hdu.signIn(session(), ACCOUNT))).toMatchObject({ kind: 'UNREACHABLE' })
  })
})

describe('sending', () => {
  const sending = { problemId: '1001', languageId: '0', source: program(), username: ACCOUNT.username }

  it('takes code in all of Unicode and shows its run', async () => {
    const { fake, member } = await talkTo(hdu)
    const session = await member()
    const source = `${program()}\n// 编程 é % + \u{1F34E}`
    expect(await hdu.send(session, { ...sending, source })).toBe(null)
    expect(fake.received('robot', '1001', source)).toBe(1)
    await hdu.send(session, { ...sending, source: program('WA') })
    await hdu.send(session, { ...sending, problemId: '1002' })
    expect(await hdu.runsOf(session, sending)).toEqual(['40000002', '40000001'])
    expect(await hdu.runsOf(session, { ...sending, username: 'other' })).toEqual([])
  })

  it('replaces halves of characters', async () => {
    const { fake, member } = await talkTo(hdu)
    await hdu.send(await member(), { ...sending, source: `${program()}\ud83c` })
    expect(fake.runs[0]?.source.endsWith('\ufffd')).toBe(true)
  })

  it.each([
    [{ source: 'short' }, 'REFUSED', 'Code length is improper'],
    [{ languageId: '77' }, 'REFUSED', 'Language Error'],
    [{ problemId: '9999' }, 'NO_PROBLEM', ''],
  ])('refuses %j', async (change, kind, words) => {
    const { fake, member } = await talkTo(hdu)
    const fault = await faultOf(hdu.send(await member(), { ...sending, ...change }))
    expect(fault).toMatchObject({ kind, isSent: false })
    expect(fault.detail).toContain(words)
    expect(fake.runs).toEqual([])
  })

  it('tells of haste, locks and lost sessions', async () => {
    const { fake, member } = await talkTo(hdu, { submitEveryMs: 60_000 })
    const session = await member()
    await hdu.send(session, sending)
    expect(await faultOf(hdu.send(session, sending))).toMatchObject({ kind: 'TOO_FAST', isSent: false })
    fake.fault('submit', 'RATE_LIMIT', 1)
    expect(await faultOf(hdu.send(session, sending))).toMatchObject({ kind: 'TOO_FAST', isSent: false })
    fake.lock('robot')
    expect(await faultOf(hdu.send(session, sending))).toMatchObject({ kind: 'LOCKED', isSent: false })
    fake.expireSessions()
    expect(await faultOf(hdu.send(session, sending))).toMatchObject({ kind: 'SIGNED_OUT', isSent: false })
  })

  it.each([
    ['ERROR_500', 'UNREACHABLE', true, 0],
    ['HANG', 'UNREACHABLE', true, 0],
    ['HANG_AFTER', 'UNREACHABLE', true, 1],
    ['CUT_BEFORE', 'UNREACHABLE', true, 0],
    ['CUT_AFTER', 'UNREACHABLE', true, 1],
    ['ENDLESS', 'UNREACHABLE', true, 1],
    ['CHANGED', 'CHANGED', true, 0],
    ['CAPTCHA', 'CAPTCHA', false, 0],
  ] as const)(
    'says after %s whether the code may have arrived (area-rules B7)',
    async (kind, fault, isSent, stored) => {
      const { fake, member } = await talkTo(hdu)
      const session = await member()
      fake.fault('submit', kind)
      expect(await faultOf(hdu.send(session, sending))).toMatchObject({ kind: fault, isSent })
      expect(fake.requests.get('submit')).toBe(1)
      expect(fake.received('robot', '1001', sending.source)).toBe(stored)
      expect(await hdu.runsOf(session, sending)).toHaveLength(stored)
    },
  )

  it('says so when the page after the form fails', async () => {
    const { fake, member } = await talkTo(hdu)
    const session = await member()
    fake.fault('runs', 'ERROR_500', 1)
    expect(await faultOf(hdu.send(session, sending))).toMatchObject({ kind: 'UNREACHABLE', isSent: true })
    expect(fake.runs.length).toBe(1)
  })
})

describe('runs', () => {
  const sending = { problemId: '1001', languageId: '0', username: ACCOUNT.username }

  it.each([
    ['AC', 'ACCEPTED'],
    ['WA', 'WRONG_ANSWER'],
    ['PE', 'PRESENTATION_ERROR'],
    ['TLE', 'TIME_LIMIT_EXCEEDED'],
    ['MLE', 'MEMORY_LIMIT_EXCEEDED'],
    ['OLE', 'OUTPUT_LIMIT_EXCEEDED'],
    ['RE', 'RUNTIME_ERROR'],
  ])('go through queue and compiler to %s (area-rules B5, B9)', async (word, verdict) => {
    const { member } = await talkTo(hdu)
    const session = await member()
    await hdu.send(session, { ...sending, source: program(word) })
    const [id = ''] = await hdu.runsOf(session, sending)
    expect(await pollAll(hdu, session, { ...sending, id })).toEqual([
      { state: 'WAITING' },
      { state: 'COMPILING' },
      { state: 'RUNNING' },
      { state: 'DONE', verdict, timeMs: 46, memoryKb: 1716, message: null, cases: [] },
    ])
  })

  it('show what the compiler said', async () => {
    const { fake, member } = await talkTo(hdu, { pace: { polls: 0 } })
    const session = await member()
    await hdu.send(session, { ...sending, source: program('CE') })
    const [id = ''] = await hdu.runsOf(session, sending)
    const outcome = await hdu.poll(session, { ...sending, id })
    expect(outcome).toMatchObject({ state: 'DONE', verdict: 'COMPILE_ERROR' })
    expect(outcome.state === 'DONE' && outcome.message).toBe(
      `0_${id}.cpp: In function 'int main()':\n0_${id}.cpp:3:5: error: 'cout' was not declared in this scope\n    cout<<1;\n    ^`,
    )
    for (const fault of ['ERROR_500', 'HANG', 'CHANGED'] as const) {
      fake.fault('message', fault)
      expect(await hdu.poll(session, { ...sending, id })).toMatchObject({
        verdict: 'COMPILE_ERROR',
        message: null,
      })
    }
  })

  it('wait with unknown words, and before the page shows them (area-rules B9)', async () => {
    const { fake, member } = await talkTo(hdu, { pace: { polls: 0 } })
    const session = await member()
    await hdu.send(session, { ...sending, source: program('ODD') })
    expect(await hdu.poll(session, { ...sending, id: fake.runs[0]?.id ?? '' })).toEqual({ state: 'WAITING' })
    expect(await hdu.poll(session, { ...sending, id: '39999999' })).toEqual({ state: 'WAITING' })
  })

  it('end where the judge failed', () => {
    expect(outcomeOf('System Error', '0MS', '0K')).toMatchObject({ state: 'DONE', verdict: 'JUDGE_ERROR' })
  })

  it('tell of faults of the page', async () => {
    const { fake, member } = await talkTo(hdu)
    const session = await member()
    for (const [fault, kind] of [
      ['ERROR_500', 'UNREACHABLE'],
      ['HANG', 'UNREACHABLE'],
      ['CUT_BEFORE', 'UNREACHABLE'],
      ['ENDLESS', 'UNREACHABLE'],
      ['RATE_LIMIT', 'TOO_FAST'],
      ['CAPTCHA', 'CAPTCHA'],
      ['CHANGED', 'CHANGED'],
    ] as const) {
      fake.fault('poll', fault)
      expect(await faultOf(hdu.poll(session, { ...sending, id: '40000001' }))).toMatchObject({
        kind,
        isSent: false,
      })
    }
  })

  it('are answered by a slow page in time', async () => {
    const { fake, member } = await talkTo(hdu, { slowMs: 300 }, { headers: 2000, whole: 5000 })
    const session = await member()
    fake.fault('runs', 'SLOW')
    expect(await hdu.runsOf(session, sending)).toEqual([])
  })

  it('are read from rows with more and with fewer cells', () => {
    const table = (rows: string) => `<div id=fixed_table><table>${rows}</table></div>`
    const row = '<tr><td>7<td>t<td>Runtime Error<br>(STACK_OVERFLOW)<td>1001<td>15 ms<td>1,2K'
    expect(readOutcome(table(row), '7')).toMatchObject({ verdict: 'RUNTIME_ERROR', timeMs: 15 })
    expect(readOutcome(table('<tr><td>7<td>t<td>WRONG  answer'), '7')).toMatchObject({
      verdict: 'WRONG_ANSWER',
      timeMs: null,
      memoryKb: null,
    })
    expect(readRows(table('<tr><td>Run ID<tr><td><tr>'))).toEqual([])
    expect(kindOf(() => readRows('<table><tr><td>7</table>'))).toBe('Error: CHANGED: no status table')
    expect(kindOf(() => readRows('<title>User Login</title><form><input name=userpass></form>'))).toMatch(
      /SIGNED_OUT/,
    )
  })
})
