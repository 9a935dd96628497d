import { afterEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '#server/modules/bank/spoj/languages.ts'
import { readLanguageIds, readStatement } from '#server/modules/bank/spoj/page.ts'
import { readOutcome } from '#server/modules/bank/spoj/result.ts'
import { spoj } from '#server/modules/bank/spoj/spoj.ts'
import { readParts } from '#server/modules/bank/spoj/statement.ts'
import { endTalks, faultIn, talkTo } from '#tests/support/banks/talking.ts'

afterEach(endTalks)

const base = new URL('https://www.spoj.com/problems/ORCHARD/')
it.each([
  ['prime1', 'PRIME1'],
  [' SPOJ-AB_C ', 'AB_C'],
  ['A B', null],
  ['../x', null],
  ['a,b', null],
])('reads the id %j as %j', (text, id) => expect(spoj.readId(text)).toBe(id))

it('has languages of unlike ids', () => {
  expect(new Set(LANGUAGES.map(({ id }) => id)).size).toBe(LANGUAGES.length)
  expect(LANGUAGES.length).toBeGreaterThan(70)
})

describe('statements', () => {
  it('are read with parts, sample, tags and the largest limits', async () => {
    const { session } = await talkTo(spoj)
    expect(await spoj.readProblem(session(), 'ORCHARD')).toEqual({
      title: 'The Orchard',
      locale: 'en-US',
      timeMs: 1500,
      memoryMb: 1536,
      description:
        'An orchard has $n$ trees (n <= 10$^{5}$). ![trees](https://www.spoj.com/content/lin:orchard.png)',
      input: 'The first line holds n.\n\n- then n numbers',
      output: 'Their sum.',
      hint: 'Large input: use fast reading.',
      samples: [{ input: '2\n3 4', output: '7' }],
      tags: ['graph', 'dijkstra-s-algorithm'],
      origin: 'Orchard Cup 2020',
      url: 'https://www.spoj.com/problems/ORCHARD/',
      languageIds: null,
      pdf: null,
    })
  })

  it('name the languages of the problem to members (area-rules B2)', async () => {
    const { fake, session, member } = await talkTo(spoj)
    const one = await member()
    expect((await spoj.readProblem(one, 'ORCHARD')).languageIds).toEqual(['10', '11', '44', '116'])
    expect(await spoj.readProblem(one, 'OLD_GATE')).toMatchObject({
      title: 'Old - Gate',
      description: 'Print the number of the gate. no',
      samples: [{ input: '1', output: 'one' }],
      languageIds: ['11', '62'],
    })
    fake.fault('other', 'ERROR_500')
    expect((await spoj.readProblem(one, 'ORCHARD')).languageIds).toBe(null)
    expect((await spoj.readProblem(session(), 'OLD_GATE')).languageIds).toBe(null)
  })

  const whole =
    '<h2 id=problem-name>X - T</h2><div id=problem-body>x</div><div id=problem-meta><table><tr><td>Time limit:<td>1s<tr><td>Memory limit:<td>64MB</table></div>'
  it.each([
    ['', 'no title'],
    [whole.replace('1s', 'none'), 'no limits'],
    [whole.replace('Time limit', 'Speed'), 'no limits'],
    [whole.replace('problem-body', 'body'), 'no problem body'],
  ])('have changed where %j', (html, missing) => {
    expect(faultIn(() => readStatement(html, 'X', base))).toMatchObject({ kind: 'CHANGED', detail: missing })
  })

  it('survive broken markup, hostile parts and other languages', () => {
    const html = whole.replace('>x<', '><script>alert(1)</script><form><input></form><p>Dane są <b>liczby<')
    expect(readStatement(html, 'X', base).problem).toMatchObject({
      description: 'Dane są **liczby**',
      locale: 'en-US',
    })
    expect(readLanguageIds('<select name=lang><option value=44><option value=9999></select>')).toEqual(['44'])
    expect(readLanguageIds('<p>Sign in</p>')).toBe(null)
  })

  it('may hold their title, tags and a table of limits with heads', () => {
    const html =
      '<div id=problem-body><h2 id=problem-name>X - T</h2><p><a href="/problems/tag/basic">#basic</a></p><p>text</p></div><table><tr><th>Time limit:</th><td>1s</td></tr><tr><th>Memory limit:</th><td>1536MB</td></tr></table>'
    expect(readStatement(html, 'X', base).problem).toMatchObject({
      title: 'T',
      tags: ['basic'],
      memoryMb: 1536,
    })
    expect(readStatement(html, 'X', base).problem.description).not.toContain('X - T')
  })

  it.each([
    ['<pre>Input\n1\n\nOutput\n2</pre>', [{ input: '1', output: '2' }]],
    ['<pre>Sample Input:\n1\nSample Output:\n2\n</pre>', [{ input: '1', output: '2' }]],
    [
      '<h3>Sample Input 1</h3><pre>1</pre><h3>Sample Output 1</h3><pre>2</pre>',
      [{ input: '1', output: '2' }],
    ],
    ['<pre>Input: 1</pre>', []],
    ['<h3>Sample Input</h3><pre>1</pre>', []],
  ])('have samples in %s', (html, samples) => {
    const parts = readParts(`<p>text</p>${html}`, base)
    expect(parts.samples).toEqual(samples)
    // Other text is not lost.
    const text = Object.values(parts)
      .flat()
      .map((part) => JSON.stringify(part))
      .join('')
    expect(text).toContain('1')
  })
})

describe('runs', () => {
  it.each([
    [
      { status: '15', final: 1, time: '0.00', mem: '16k' },
      { verdict: 'ACCEPTED', timeMs: 0, memoryKb: 16 },
    ],
    [
      { status: 13, final: '1', time: '-', mem: '-' },
      { verdict: 'TIME_LIMIT_EXCEEDED', timeMs: null, memoryKb: null },
    ],
    [{ status: 15, final: '0', status_description: 'running (3)' }, { state: 'RUNNING' }],
    [{ status: 99, final: '1' }, { state: 'WAITING' }],
    [{}, { state: 'WAITING' }],
  ])('are read from %j', (row, outcome) => {
    expect(readOutcome([null, 5, { id: 8 }, { id: 7, ...row }], '7')).toMatchObject(outcome)
  })

  it.each([null, {}, 'x', 5])('have changed where the list is %j', (json) => {
    expect(faultIn(() => readOutcome(json, '7'))).toMatchObject({
      kind: 'CHANGED',
      detail: 'no list of states',
    })
  })
})
