import { afterEach, describe, expect, it } from 'vitest'
import { readCompilerOutput, readOutcome, readRuns, readStatement } from '#server/modules/bank/poj/page.ts'
import { poj } from '#server/modules/bank/poj/poj.ts'
import { ACCOUNT, endTalks, faultOf, pollAll, program, talkTo } from '#tests/support/banks/talking.ts'

afterEach(endTalks)

const base = new URL('http://poj.org/problem?id=1001')
const kindOf = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    return `${error}`
  }
  return 'no fault'
}

it.each([
  ['1001', '1001'],
  [' poj-1001', '1001'],
  ['POJ 1001', '1001'],
  ['999', null],
  ['1001&lang=zh', null],
])('reads the id %j as %j', (text, id) => expect(poj.readId(text)).toBe(id))

describe('statements', () => {
  it('are read with pictures, tables, samples, hint and source', async () => {
    const { session } = await talkTo(poj)
    const problem = await poj.readProblem(session(), '1001')
    expect(problem).toMatchObject({
      title: 'The Orchard Gate',
      locale: 'en-US',
      timeMs: 1000,
      memoryMb: 10,
      input: 'One line holds the code.',
      output: 'Print the code twice, without a blank.',
      hint: '- Read it as text.',
      samples: [{ input: '7', output: '77' }],
      tags: [],
      origin: 'Orchard Cup 2001',
      url: 'http://poj.org/problem?id=1001',
      languageIds: null,
      pdf: null,
    })
    expect(problem.description).toContain('at most 10$^{5}$ digits')
    expect(problem.description).toContain('![](http://poj.org/images/1001_1.jpg)')
    expect(problem.description).toContain('| c | answer |')
  })

  it('are read in Chinese', async () => {
    const { session } = await talkTo(poj)
    expect(await poj.readProblem(session(), '1002')).toMatchObject({
      title: '果园的门',
      locale: 'zh-CN',
      description: '输入一个数 a<100，输出它的两倍。',
      hint: '',
      origin: '静静',
    })
  })

  it('are missing where the bank says so', async () => {
    const { session } = await talkTo(poj)
    expect(await faultOf(poj.readProblem(session(), '9999'))).toMatchObject({ kind: 'NO_PROBLEM' })
  })

  const whole =
    '<title>1001 -- T</title><div class=plm>Time Limit: 1000MS Memory Limit: 65536K</div><p class=pst>Description</p><div class=ptx>x</div>'
  it.each([
    ['', 'no title'],
    ['<title>1001 -- T</title>', 'no limits'],
    [whole.replace('65536K', '64M'), 'no limits'],
    [whole.replace('Description', 'Story'), 'no description'],
    [whole.replace('<div class=ptx>x</div>', ''), 'no description'],
    ['<title>Error</title><ul><li>Database is away</ul>', 'Database is away'],
  ])('have changed where %j', (html, missing) => {
    expect(kindOf(() => readStatement(html, base))).toBe(`Error: CHANGED: ${missing}`)
  })

  it('survive broken markup and hostile parts', () => {
    const html = `${whole.replace('>x<', '><script>alert(1)</script><b>x<iframe src=//evil></iframe> 5<sup>2<')}<p class=pst>Sample Input<pre class=sio>1 &lt; 2\r\n`
    expect(readStatement(html, base)).toMatchObject({ title: 'T', description: '**x 5$^{2}$**' })
  })
})

describe('signing in', () => {
  it('is known by the page after it, and kept', async () => {
    const { fake, session, member } = await talkTo(poj)
    const again = session((await member()).save())
    await poj.send(again, {
      problemId: '1001',
      languageId: '0',
      source: program(),
      username: ACCOUNT.username,
    })
    expect(fake.runs.length).toBe(1)
  })

  it('refuses wrong passwords, though the bank only leads home', async () => {
    const { session } = await talkTo(poj)
    for (const account of [
      { ...ACCOUNT, password: 'wrong' },
      { username: 'nobody', password: 'x' },
    ])
      expect(await faultOf(poj.signIn(session(), account))).toMatchObject({ kind: 'WRONG_PASSWORD' })
  })

  it('tells of locked accounts, captchas and other pages (area-rules B6)', async () => {
    const { fake, session } = await talkTo(poj)
    fake.lock('robot')
    expect(await faultOf(poj.signIn(session(), ACCOUNT))).toMatchObject({ kind: 'LOCKED' })
    fake.fault('signIn', 'CAPTCHA')
    expect(await faultOf(poj.signIn(session(), ACCOUNT))).toMatchObject({ kind: 'CAPTCHA' })
    fake.fault('signIn', 'CHANGED')
    fake.fault('other', 'CHANGED')
    expect(await faultOf(poj.signIn(session(), ACCOUNT))).toMatchObject({ kind: 'CHANGED' })
    fake.fault('signIn', 'CUT_BEFORE')
    expect(await faultOf(poj.signIn(session(), ACCOUNT))).toMatchObject({ kind: 'UNREACHABLE' })
  })
})

describe('sending', () => {
  const sending = { problemId: '1001', languageId: '0', source: program(), username: ACCOUNT.username }

  it('takes code in all of Unicode and shows its run', async () => {
    const { fake, member } = await talkTo(poj)
    const session = await member()
    const source = `${program()}\n// 编程 é % + \u{1F34E}`
    expect(await poj.send(session, { ...sending, source })).toBe(null)
    expect(fake.received('robot', '1001', source)).toBe(1)
    await poj.send(session, { ...sending, source: program('WA') })
    await poj.send(session, { ...sending, problemId: '1002' })
    expect(await poj.runsOf(session, sending)).toEqual(['24000002', '24000001'])
    expect(await poj.runsOf(session, { ...sending, username: 'robo' })).toEqual([])
  })

  it.each([
    [{ source: 'short' }, 'REFUSED', 'Source code too short'],
    [{ source: 'x'.repeat(70_000) }, 'REFUSED', 'Source code too long'],
    [{ languageId: '77' }, 'REFUSED', 'Please choose a language'],
    [{ problemId: '9999' }, 'NO_PROBLEM', ''],
  ])('refuses what the bank refuses: %#', async (change, kind, words) => {
    const { fake, member } = await talkTo(poj)
    const fault = await faultOf(poj.send(await member(), { ...sending, ...change }))
    expect(fault).toMatchObject({ kind, isSent: false })
    expect(fault.detail).toContain(words)
    expect(fake.runs).toEqual([])
  })

  it('tells of haste, locks and lost sessions', async () => {
    const { fake, member } = await talkTo(poj, { submitEveryMs: 60_000 })
    const session = await member()
    await poj.send(session, sending)
    expect(await faultOf(poj.send(session, sending))).toMatchObject({ kind: 'TOO_FAST', isSent: false })
    fake.lock('robot')
    expect(await faultOf(poj.send(session, sending))).toMatchObject({ kind: 'LOCKED', isSent: false })
    fake.expireSessions()
    expect(await faultOf(poj.send(session, sending))).toMatchObject({ kind: 'SIGNED_OUT', isSent: false })
  })

  it.each([
    ['ERROR_500', 'UNREACHABLE', true, 0],
    ['HANG', 'UNREACHABLE', true, 0],
    ['HANG_AFTER', 'UNREACHABLE', true, 1],
    ['CUT_BEFORE', 'UNREACHABLE', true, 0],
    ['CUT_AFTER', 'UNREACHABLE', true, 1],
    ['CHANGED', 'CHANGED', true, 0],
    ['CAPTCHA', 'CAPTCHA', false, 0],
    ['RATE_LIMIT', 'TOO_FAST', false, 0],
  ] as const)(
    'says after %s whether the code may have arrived (area-rules B7)',
    async (kind, fault, isSent, stored) => {
      const { fake, member } = await talkTo(poj)
      const session = await member()
      fake.fault('submit', kind)
      expect(await faultOf(poj.send(session, sending))).toMatchObject({ kind: fault, isSent })
      expect(fake.requests.get('submit')).toBe(1)
      expect(fake.received('robot', '1001', sending.source)).toBe(stored)
      expect(await poj.runsOf(session, sending)).toHaveLength(stored)
    },
  )
})

describe('runs', () => {
  const sending = { problemId: '1001', languageId: '0', username: ACCOUNT.username }

  it.each([
    ['AC', 'ACCEPTED', 16, 388],
    ['WA', 'WRONG_ANSWER', null, null],
    ['PE', 'PRESENTATION_ERROR', null, null],
    ['TLE', 'TIME_LIMIT_EXCEEDED', null, null],
    ['MLE', 'MEMORY_LIMIT_EXCEEDED', null, null],
    ['OLE', 'OUTPUT_LIMIT_EXCEEDED', null, null],
    ['RE', 'RUNTIME_ERROR', null, null],
  ])('go through queue and compiler to %s (area-rules B5, B9)', async (word, verdict, timeMs, memoryKb) => {
    const { member } = await talkTo(poj)
    const session = await member()
    await poj.send(session, { ...sending, source: program(word) })
    const [id = ''] = await poj.runsOf(session, sending)
    expect(await pollAll(poj, session, { ...sending, id })).toEqual([
      { state: 'WAITING' },
      { state: 'COMPILING' },
      { state: 'RUNNING' },
      { state: 'DONE', verdict, timeMs, memoryKb, message: null, cases: [] },
    ])
  })

  it('show what the compiler said, and a verdict without it', async () => {
    const { fake, member } = await talkTo(poj, { pace: { polls: 0 } })
    const session = await member()
    await poj.send(session, { ...sending, source: program('CE') })
    const [id = ''] = await poj.runsOf(session, sending)
    const outcome = await poj.poll(session, { ...sending, id })
    expect(outcome).toMatchObject({ state: 'DONE', verdict: 'COMPILE_ERROR', timeMs: null })
    expect(outcome.state === 'DONE' && outcome.message).toContain(
      "error C2065: 'cout' : undeclared identifier\nf:\\temp\\24000001.cpp(3) : error: <iostream> is missing",
    )
    fake.fault('message', 'CHANGED')
    expect(await poj.poll(session, { ...sending, id })).toMatchObject({
      verdict: 'COMPILE_ERROR',
      message: null,
    })
  })

  it('wait with unknown words and unknown ids, and end with the session (area-rules B9)', async () => {
    const { fake, member } = await talkTo(poj, { pace: { polls: 0 } })
    const session = await member()
    await poj.send(session, { ...sending, source: program('ODD') })
    const run = { ...sending, id: '24000001' }
    expect(await poj.poll(session, run)).toEqual({ state: 'WAITING' })
    expect(await poj.poll(session, { ...run, id: '1' })).toEqual({ state: 'WAITING' })
    fake.expireSessions()
    expect(await faultOf(poj.poll(session, run))).toMatchObject({ kind: 'SIGNED_OUT' })
  })

  it('tell of faults of the page', async () => {
    const { fake, member } = await talkTo(poj)
    const session = await member()
    for (const [fault, kind] of [
      ['ERROR_500', 'UNREACHABLE'],
      ['HANG', 'UNREACHABLE'],
      ['RATE_LIMIT', 'TOO_FAST'],
      ['CAPTCHA', 'CAPTCHA'],
      ['CHANGED', 'CHANGED'],
    ] as const) {
      fake.fault('poll', fault)
      expect(await faultOf(poj.poll(session, { ...sending, id: '24000001' }))).toMatchObject({
        kind,
        isSent: false,
      })
    }
    fake.fault('runs', 'CHANGED')
    expect(await faultOf(poj.runsOf(session, sending))).toMatchObject({ kind: 'CHANGED' })
  })

  it('are read from a list whose table has no class', () => {
    const row =
      '<tr align=center><td>9<td><a href=userstatus?user_id=x>x</a><td><a href=problem?id=1001>1001</a></tr>'
    expect(
      readRuns(`<table><tr class=in><td>Run ID<td>User<td>Problem</tr>${row}</table>`, '1001', 'x'),
    ).toEqual(['9'])
    expect(readCompilerOutput('<ul><p><font face=Times size=3>error C2065<br>2 errors</font></p></ul>')).toBe(
      'error C2065\n2 errors',
    )
    expect(readCompilerOutput('<p>x')).toBe(null)
  })

  it('are read from source code that looks like a result', () => {
    const html =
      '<table><tr><td><b>Result:</b> <font>Wrong Answer</font><td><b>Time:</b> 1MS</table><pre>Result: Accepted</pre>'
    expect(readOutcome(html)).toMatchObject({ verdict: 'WRONG_ANSWER', timeMs: 1 })
    expect(kindOf(() => readOutcome('<pre>Result: Accepted</pre>'))).toBe(
      'Error: CHANGED: no result of the run',
    )
    expect(
      readRuns('<table class=a><tr><td>7<td>x<td>1001<tr><td>6<td>X<td>1002<tr></table>', '1001', 'X'),
    ).toEqual(['7'])
  })
})
