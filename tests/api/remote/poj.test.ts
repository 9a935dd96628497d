import { afterEach, describe, expect, it } from 'vitest'
import { readCompilerOutput, readOutcome, readRuns, readStatement } from '#server/modules/bank/poj/page.ts'
import { poj } from '#server/modules/bank/poj/poj.ts'
import { ACCOUNT, endTalks, faultIn, faultOf, talkTo } from '#tests/support/banks/talking.ts'

afterEach(endTalks)

const base = new URL('http://poj.org/problem?id=1001')
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
    expect(faultIn(() => readStatement(html, base))).toMatchObject({ kind: 'CHANGED', detail: missing })
  })

  it('survive broken markup and hostile parts', () => {
    const html = `${whole.replace('>x<', '><script>alert(1)</script><b>x<iframe src=//evil></iframe> 5<sup>2<')}<p class=pst>Sample Input<pre class=sio>1 &lt; 2\r\n`
    expect(readStatement(html, base)).toMatchObject({ title: 'T', description: '**x 5$^{2}$**' })
  })
})

it('knows a page that has no sign-in form after a sign-in (area-rules B6)', async () => {
  const { fake, session } = await talkTo(poj)
  fake.fault('signIn', 'CHANGED')
  fake.fault('other', 'CHANGED')
  expect(await faultOf(poj.signIn(session(), ACCOUNT))).toMatchObject({ kind: 'CHANGED' })
})

describe('runs', () => {
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
    expect(faultIn(() => readOutcome('<pre>Result: Accepted</pre>'))).toMatchObject({
      kind: 'CHANGED',
      detail: 'no result of the run',
    })
    expect(
      readRuns('<table class=a><tr><td>7<td>x<td>1001<tr><td>6<td>X<td>1002<tr></table>', '1001', 'X'),
    ).toEqual(['7'])
  })
})
