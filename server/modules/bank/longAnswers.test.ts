import { expect, it } from 'vitest'
import { memoryOf, readRow, timeOf } from './codeforces/page.ts'
import { stateOf, verdictOf } from './codeforces/verdicts.ts'
import { readStatement as readOfPoj } from './poj/page.ts'
import { readStatement as readOfSpoj } from './spoj/page.ts'
import { readParts } from './spoj/statement.ts'

const LONG = 250_000
const digits = '1'.repeat(LONG)
const blanks = ' '.repeat(LONG)
const base = new URL('https://bank.example/')

/** What reading a page answers, or its fault. */
const answerOf = (read: () => unknown): unknown => {
  try {
    return read()
  } catch (error) {
    return error
  }
}

it.each<[string, () => unknown]>([
  ['limit of Codeforces', () => [timeOf(digits), memoryOf(digits)]],
  [
    'row of Codeforces',
    () =>
      readRow(`<table class="problems"><tr><td class="id">A</td><td><a>t</a> ${digits}</td></tr></table>`, {
        contest: '1',
        index: 'A',
      }),
  ],
  ['verdict of Codeforces', () => [verdictOf('<'.repeat(LONG)), stateOf('<'.repeat(LONG))]],
  ['title of POJ', () => readOfPoj(`<title>1000 -- a${blanks}b</title>`, base)],
  [
    'limit of SPOJ',
    () =>
      readOfSpoj(
        `<h2 id="problem-name">A</h2><table><tr><td>Time limit:</td><td>${digits}</td></tr></table>`,
        'A',
        base,
      ),
  ],
  ['sample of SPOJ', () => readParts(`<pre>input${'\n'.repeat(LONG)}b</pre>`, base)],
])('reads a long %s in a moment', (_, read) => {
  const begun = performance.now()
  answerOf(read)
  expect(performance.now() - begun).toBeLessThan(3_000)
})
