import { afterEach, describe, expect, it } from 'vitest'
import { hdu } from '#server/modules/bank/hdu/hdu.ts'
import { readOutcome, readRows, readStatement } from '#server/modules/bank/hdu/page.ts'
import { outcomeOf } from '#server/modules/bank/words.ts'
import { endTalks, faultIn, talkTo } from '#tests/support/banks/talking.ts'

afterEach(endTalks)

const base = new URL('https://acm.hdu.edu.cn/showproblem.php?pid=1001')
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
    expect(faultIn(() => readStatement(html, base))).toMatchObject({ kind: 'CHANGED', detail: missing })
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

describe('runs', () => {
  it('end where the judge failed', () => {
    expect(outcomeOf('System Error', '0MS', '0K')).toMatchObject({ state: 'DONE', verdict: 'JUDGE_ERROR' })
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
    expect(faultIn(() => readRows('<table><tr><td>7</table>'))).toMatchObject({
      kind: 'CHANGED',
      detail: 'no status table',
    })
    const signIn = '<title>User Login</title><form><input name=userpass></form>'
    expect(faultIn(() => readRows(signIn)).kind).toBe('SIGNED_OUT')
  })
})
