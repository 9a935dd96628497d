import { afterEach, describe, expect, it } from 'vitest'
import { LANGUAGES } from '#server/modules/bank/spoj/languages.ts'
import { readLanguageIds, readStatement } from '#server/modules/bank/spoj/page.ts'
import { readOutcome } from '#server/modules/bank/spoj/result.ts'
import { spoj } from '#server/modules/bank/spoj/spoj.ts'
import { readParts } from '#server/modules/bank/spoj/statement.ts'
import { ACCOUNT, endTalks, faultOf, pollAll, program, talkTo } from '#tests/support/banks/talking.ts'

afterEach(endTalks)

const base = new URL('https://www.spoj.com/problems/ORCHARD/')
const kindOf = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    return `${error}`
  }
  return 'no fault'
}

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

  it('are missing where the bank says so', async () => {
    const { session } = await talkTo(spoj)
    expect(await faultOf(spoj.readProblem(session(), 'NOTHING'))).toMatchObject({ kind: 'NO_PROBLEM' })
  })

  const whole =
    '<h2 id=problem-name>X - T</h2><div id=problem-body>x</div><div id=problem-meta><table><tr><td>Time limit:<td>1s<tr><td>Memory limit:<td>64MB</table></div>'
  it.each([
    ['', 'no title'],
    [whole.replace('1s', 'none'), 'no limits'],
    [whole.replace('Time limit', 'Speed'), 'no limits'],
    [whole.replace('problem-body', 'body'), 'no problem body'],
  ])('have changed where %j', (html, missing) => {
    expect(kindOf(() => readStatement(html, 'X', base))).toBe(`Error: CHANGED: ${missing}`)
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

describe('signing in', () => {
  it('is kept, until it ends', async () => {
    const { fake, session, member } = await talkTo(spoj)
    const again = session((await member()).save())
    const sending = { problemId: 'ORCHARD', languageId: '44', source: program(), username: ACCOUNT.username }
    expect(await spoj.send(again, sending)).toBe('33000001')
    fake.expireSessions()
    expect(await faultOf(spoj.send(again, sending))).toMatchObject({ kind: 'SIGNED_OUT', isSent: false })
  })

  it('tells of wrong passwords, locked accounts, captchas and other pages (area-rules B6)', async () => {
    const { fake, session } = await talkTo(spoj)
    const wrong = { ...ACCOUNT, password: 'wrong' }
    expect(await faultOf(spoj.signIn(session(), wrong))).toMatchObject({ kind: 'WRONG_PASSWORD' })
    fake.lock('robot')
    expect(await faultOf(spoj.signIn(session(), ACCOUNT))).toMatchObject({ kind: 'LOCKED' })
    fake.fault('signIn', 'CAPTCHA')
    expect(await faultOf(spoj.signIn(session(), ACCOUNT))).toMatchObject({ kind: 'CAPTCHA' })
    fake.fault('signIn', 'CHANGED')
    expect(await faultOf(spoj.signIn(session(), ACCOUNT))).toMatchObject({ kind: 'CHANGED' })
  })
})

describe('sending', () => {
  const sending = { problemId: 'ORCHARD', languageId: '44', source: program(), username: ACCOUNT.username }

  it('names its run, which the list shows too', async () => {
    const { fake, member } = await talkTo(spoj)
    const session = await member()
    const source = `${program()}\n// 编程 é % + \u{1F34E}`
    expect(await spoj.send(session, { ...sending, source })).toBe('33000001')
    expect(fake.received('robot', 'ORCHARD', source)).toBe(1)
    expect(await spoj.send(session, { ...sending, source: program('WA') })).toBe('33000002')
    expect(await spoj.runsOf(session, sending)).toEqual(['33000002', '33000001'])
    expect(await spoj.runsOf(session, { ...sending, problemId: 'OLD_GATE' })).toEqual([])
  })

  it.each([
    [
      { languageId: '10', problemId: 'OLD_GATE' },
      'REFUSED',
      "You can't submit in this language for this problem.",
    ],
    [{ source: 'x'.repeat(60_000) }, 'REFUSED', 'Your solution is too long.'],
    [{ problemId: 'NOTHING' }, 'NO_PROBLEM', ''],
  ])('refuses what the bank refuses: %#', async (change, kind, words) => {
    const { fake, member } = await talkTo(spoj)
    const fault = await faultOf(spoj.send(await member(), { ...sending, ...change }))
    expect(fault).toMatchObject({ kind, isSent: false })
    expect(fault.detail).toContain(words)
    expect(fake.runs).toEqual([])
  })

  it('tells of haste and locks', async () => {
    const { fake, member } = await talkTo(spoj, { submitEveryMs: 60_000 })
    const session = await member()
    await spoj.send(session, sending)
    expect(await faultOf(spoj.send(session, sending))).toMatchObject({ kind: 'TOO_FAST', isSent: false })
    fake.lock('robot')
    expect(await faultOf(spoj.send(session, sending))).toMatchObject({ kind: 'LOCKED', isSent: false })
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
      const { fake, member } = await talkTo(spoj)
      const session = await member()
      fake.fault('submit', kind)
      expect(await faultOf(spoj.send(session, sending))).toMatchObject({ kind: fault, isSent })
      expect(fake.requests.get('submit')).toBe(1)
      expect(fake.received('robot', 'ORCHARD', sending.source)).toBe(stored)
      expect(await spoj.runsOf(session, sending)).toHaveLength(stored)
    },
  )
})

describe('runs', () => {
  const sending = { problemId: 'ORCHARD', languageId: '44', username: ACCOUNT.username }

  it.each([
    ['AC', 'ACCEPTED'],
    ['WA', 'WRONG_ANSWER'],
    ['TLE', 'TIME_LIMIT_EXCEEDED'],
    ['RE', 'RUNTIME_ERROR'],
  ])('go through queue and compiler to %s (area-rules B5, B9)', async (word, verdict) => {
    const { member } = await talkTo(spoj)
    const session = await member()
    const id = (await spoj.send(session, { ...sending, source: program(word) })) ?? ''
    expect(await pollAll(spoj, session, { ...sending, id })).toEqual([
      { state: 'WAITING' },
      { state: 'COMPILING' },
      { state: 'RUNNING' },
      { state: 'DONE', verdict, timeMs: 20, memoryKb: 5427, message: null, cases: [] },
    ])
  })

  it('show what the compiler said, and a verdict without it', async () => {
    const { fake, member } = await talkTo(spoj, { pace: { polls: 0 } })
    const session = await member()
    const id = (await spoj.send(session, { ...sending, source: program('CE') })) ?? ''
    expect(await spoj.poll(session, { ...sending, id })).toEqual({
      state: 'DONE',
      verdict: 'COMPILE_ERROR',
      timeMs: null,
      memoryKb: null,
      message: `prog.cpp: In function 'int main()':\nprog.cpp:3:1: error: 'cout' was not declared in this scope <iostream>`,
      cases: [],
    })
    fake.fault('message', 'HANG')
    expect(await spoj.poll(session, { ...sending, id })).toMatchObject({
      verdict: 'COMPILE_ERROR',
      message: null,
    })
  })

  it('wait with unknown numbers and ids (area-rules B9)', async () => {
    const { member } = await talkTo(spoj, { pace: { polls: 0 } })
    const session = await member()
    const id = (await spoj.send(session, { ...sending, source: program('ODD') })) ?? ''
    expect(await spoj.poll(session, { ...sending, id })).toEqual({ state: 'WAITING' })
    expect(await spoj.poll(session, { ...sending, id: '1' })).toEqual({ state: 'WAITING' })
  })

  it('tell of faults of the list', async () => {
    const { fake, member } = await talkTo(spoj)
    const session = await member()
    for (const [fault, kind] of [
      ['ERROR_500', 'UNREACHABLE'],
      ['HANG', 'UNREACHABLE'],
      ['RATE_LIMIT', 'TOO_FAST'],
      ['CHANGED', 'CHANGED'],
    ] as const) {
      fake.fault('poll', fault)
      expect(await faultOf(spoj.poll(session, { ...sending, id: '33000001' }))).toMatchObject({ kind })
    }
    fake.fault('runs', 'CHANGED')
    expect(await faultOf(spoj.runsOf(session, sending))).toMatchObject({ kind: 'CHANGED' })
  })

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
    expect(kindOf(() => readOutcome(json, '7'))).toBe('Error: CHANGED: no list of states')
  })
})
