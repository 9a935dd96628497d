import { describe, expect, it } from 'vitest'
import { BankFault } from '#server/modules/bank/bank.ts'
import { readRuns, sendFault, signInFault } from '#server/modules/bank/codeforces/forms.ts'
import { LANGUAGES } from '#server/modules/bank/codeforces/languages.ts'
import {
  addressOf,
  memoryOf,
  readId,
  readPdfPath,
  readRow,
  readStatement,
  timeOf,
} from '#server/modules/bank/codeforces/page.ts'
import { fieldsOf, readOutcome } from '#server/modules/bank/codeforces/result.ts'
import { stateOf, verdictOf } from '#server/modules/bank/codeforces/verdicts.ts'
import {
  contestPage,
  enterPage,
  GUESSING,
  LANTERNS,
  ORCHARD,
  problemPage,
  statusPage,
  submitPage,
} from '#tests/support/banks/codeforcesPages.ts'
import { faultIn } from '#tests/support/banks/talking.ts'

const VIEW = { handle: 'ada', csrf: 'c0ffee' }
const BASE = new URL('https://codeforces.com/problemset/problem/4242/A')

describe('ids', () => {
  it.each([
    ['1234A', { contest: '1234', index: 'A' }],
    ['1234B1', { contest: '1234', index: 'B1' }],
    ['92101', { contest: '921', index: '01' }],
    ['100777B', { contest: '100777', index: 'B' }],
  ])('reads %s', (id, address) => {
    expect(readId(` ${id.toLowerCase()} `)).toBe(id)
    expect(addressOf(id)).toEqual(address)
  })

  it.each(['', 'A', '12', '0123A', '1234AA', '1234B12', '../1234A', '1234A/..', '1234Ä', '99999999999A'])(
    'refuses %j',
    (text) => expect(readId(text)).toBeNull(),
  )
})

describe('statements', () => {
  it('reads formulas, pictures, samples, note and tags', () => {
    const problem = readStatement(problemPage(VIEW, LANTERNS), BASE)
    expect(problem).toMatchObject({
      title: 'Lanterns on a String',
      timeMs: 1500,
      memoryMb: 256,
      locale: 'en-US',
      tags: ['greedy', 'sortings'],
      origin: 'Codeforces Round 4242 (Div. 2)',
      url: BASE.href,
      languageIds: null,
      pdf: null,
      samples: [
        { input: '3 1\n4 9 2', output: '4' },
        { input: '1 1\n7', output: '0' },
      ],
    })
    expect(problem.description).toContain('holds $n$ lanterns')
    expect(problem.description).toContain('$1 \\le a_i < 10^9$')
    expect(problem.description).toContain('$$\\sum_{i=1}^{n} a_i$$')
    expect(problem.description).toContain('](https://codeforces.com/predownloaded/aa/bb/lanterns.png)')
    expect(problem.input).toContain('then $n$ integers')
    expect(problem.output).toBe('One integer: the hours.')
    expect(problem.hint).toContain('by hour $4$')
    expect(`${problem.description}${problem.input}`).not.toContain('$$$')
  })

  it('reads interaction, other sections, files and samples in blocks of lines', () => {
    const problem = readStatement(problemPage(VIEW, GUESSING), BASE)
    expect(problem).toMatchObject({ title: 'Guess the Bell (easy version)', timeMs: 500, memoryMb: 512 })
    expect(problem.output).toMatch(/^File: `bell\.out`\n\n\*\*Interaction\*\*\n\nPrint/)
    expect(problem.input).toMatch(/^File: `bell\.in`\n\nThe first line/)
    expect(problem.description).toContain('**Scoring**\n\nAll towers')
    expect(problem.samples).toEqual([{ input: '2\n\n<\n\n=', output: '? 5\n\n! 4' }])
  })

  it.each([
    ['standard input', 'standard output'],
    ['stdin', 'stdout'],
    ['стандартный ввод', 'стандартный вывод'],
  ])('names no file for %s', (...files) => {
    const problem = readStatement(problemPage(VIEW, { ...LANTERNS, files }), BASE)
    expect(`${problem.input}${problem.output}`).not.toContain('File:')
  })

  it('reads formulas of old statements', () => {
    const { description } = readStatement(problemPage(VIEW, ORCHARD), BASE)
    expect(description).toContain('$n$ trees')
    expect(description).toContain('10^{5}$')
    expect(description).toContain('$h_{i}$')
  })

  it.each([
    ['the title', /<div class="title">A\. .*?<\/div>/],
    ['the time limit', /<div class="time-limit">.*?<\/div>.*?<\/div>/],
    ['the memory limit', /<div class="memory-limit">.*?<\/div>.*?<\/div>/],
    ['the statement', /problem-statement/],
  ])('names %s where it is missing', (what, pattern) => {
    const fault = faultIn(() => readStatement(problemPage(VIEW, LANTERNS).replace(pattern, ''), BASE))
    expect(fault).toMatchObject({ kind: 'CHANGED', detail: `${what} is missing on the page` })
  })

  it('reads broken markup and leaves out scripts', () => {
    const body = `<div><p>Count <b>all<p>of <i>them</div><div><script>alert(1)</script>
      <img src="javascript:alert(1)" onerror="alert(2)"><a href="data:text/html,x">here</a>
      <iframe src="https://evil.example"></iframe></div>`
    const problem = readStatement(problemPage(VIEW, { ...LANTERNS, body }), BASE)
    expect(problem.description).toContain('them')
    expect(problem.description).toContain('here')
    expect(problem.description).not.toMatch(/alert|script:|data:|evil|onerror|<iframe/)
  })

  it('reads limits in other units', () => {
    expect([timeOf('1 second'), timeOf('0.5 s'), timeOf('250 ms'), timeOf('soon')]).toEqual([
      1000,
      500,
      250,
      null,
    ])
    expect([memoryOf('64 MB'), memoryOf('65536 kilobytes'), memoryOf('1 gigabyte'), memoryOf('')]).toEqual([
      64,
      64,
      1024,
      null,
    ])
  })
})

describe('lists of contests', () => {
  const rows = [{ index: 'B', title: 'Tunnel of Echoes', limits: '3 s, 256 MB' }]

  it('name title and limits of a problem', () => {
    const html = contestPage(VIEW, '100777', rows, null)
    expect(readRow(html, { contest: '100777', index: 'B' })).toEqual({
      title: 'Tunnel of Echoes',
      timeMs: 3000,
      memoryMb: 256,
      origin: 'Winter School Cup',
    })
    expect(readRow(html, { contest: '100777', index: 'C' })).toBeNull()
    expect(readPdfPath(html)).toBeNull()
  })

  it('name the file of the statements, the English one first', () => {
    const path = '/gym/100777/attachments/download/2/statements.pdf'
    expect(readPdfPath(contestPage(VIEW, '100777', rows, path))).toBe(path)
  })
})

describe('runs', () => {
  const run = (id: number, contest: string, index: string, isGym = false) => ({
    id,
    handle: 'ada',
    contest,
    index,
    isGym,
    word: 'OK',
    phrase: 'Accepted',
  })

  it('are those of the problem, newest first', () => {
    const html = statusPage(VIEW, [
      run(9, '4242', 'A'),
      run(8, '4242', 'B1'),
      run(7, '4242', 'A'),
      run(6, '424', '2A'),
      run(5, '100777', 'A', true),
    ])
    expect(readRuns(html, { contest: '4242', index: 'A' })).toEqual(['9', '7'])
    expect(readRuns(html, { contest: '100777', index: 'A' })).toEqual(['5'])
    expect(readRuns(html, { contest: '1', index: 'A' })).toEqual([])
  })

  it('need their table', () => {
    expect(faultIn(() => readRuns('<p>x</p>', { contest: '1', index: 'A' })).kind).toBe('CHANGED')
  })
})

describe('verdicts', () => {
  it.each([
    ['OK', 'ACCEPTED'],
    ['PARTIAL', 'PARTIALLY_ACCEPTED'],
    ['COMPILATION_ERROR', 'COMPILE_ERROR'],
    ['RUNTIME_ERROR', 'RUNTIME_ERROR'],
    ['IDLENESS_LIMIT_EXCEEDED', 'RUNTIME_ERROR'],
    ['SECURITY_VIOLATED', 'RUNTIME_ERROR'],
    ['WRONG_ANSWER', 'WRONG_ANSWER'],
    ['PRESENTATION_ERROR', 'PRESENTATION_ERROR'],
    ['TIME_LIMIT_EXCEEDED', 'TIME_LIMIT_EXCEEDED'],
    ['MEMORY_LIMIT_EXCEEDED', 'MEMORY_LIMIT_EXCEEDED'],
    ['FAILED', 'SUBMISSION_FAILED'],
    ['CRASHED', 'JUDGE_ERROR'],
    ['INPUT_PREPARATION_CRASHED', 'JUDGE_ERROR'],
    ['CHALLENGED', 'JUDGE_ERROR'],
    ['SKIPPED', 'JUDGE_ERROR'],
    ['REJECTED', 'JUDGE_ERROR'],
    ["<span class='verdict-accepted'>Accepted</span>", 'ACCEPTED'],
    ["<span class='verdict-rejected'>Wrong answer on test <span>2</span></span>", 'WRONG_ANSWER'],
    ['Time limit exceeded on test 11', 'TIME_LIMIT_EXCEEDED'],
    ['Hacked', 'JUDGE_ERROR'],
    ['Judgement failed', 'SUBMISSION_FAILED'],
    ['Denial of judgement', 'JUDGE_ERROR'],
    ['Perfect result: 100 points', 'ACCEPTED'],
    ['Partial result: 40 points', 'PARTIALLY_ACCEPTED'],
  ])('%s is %s (area-rules B9)', (text, verdict) => expect(verdictOf(text)).toBe(verdict))

  it('are pending where the word is unknown (area-rules B9)', () => {
    expect(['Thinking hard', 'TESTING', 'constructor', '__proto__', ''].map(verdictOf)).toEqual(
      Array(5).fill(null),
    )
    expect(['Thinking hard', 'In queue', 'Running on test 3', 'TESTING', 'Compiling'].map(stateOf)).toEqual([
      ...['WAITING', 'WAITING', 'RUNNING', 'RUNNING', 'COMPILING'],
    ])
  })
})

describe('data of a run', () => {
  const DATA = {
    compilationError: 'false',
    waiting: 'false',
    verdict: "<span class='verdict-rejected'>Wrong answer on test 2</span>",
    testCount: '2',
    'input#1': '1\r\n',
    'output#1': '2\r\n',
    'answer#1': '2\r\n',
    'verdict#1': 'OK',
    'checkerStdoutAndStderr#1': 'ok\r\n',
    'timeConsumed#1': '15',
    'memoryConsumed#1': '0',
    'input#2': '3\r\n',
    'output#2': '5\r\n',
    'answer#2': '4\r\n',
    'verdict#2': 'WRONG_ANSWER',
    'checkerStdoutAndStderr#2': 'differ',
    'timeConsumed#2': '31',
    'memoryConsumed#2': '61440',
  }

  it('has the cases (area-rules B10)', () => {
    expect(readOutcome(fieldsOf(DATA))).toEqual({
      state: 'DONE',
      verdict: 'WRONG_ANSWER',
      timeMs: 31,
      memoryKb: 60,
      message: null,
      cases: [
        {
          index: 1,
          verdict: 'ACCEPTED',
          timeMs: 15,
          memoryKb: 0,
          input: '1\n',
          output: '2\n',
          answer: '2\n',
          comment: 'ok',
        },
        {
          index: 2,
          verdict: 'WRONG_ANSWER',
          timeMs: 31,
          memoryKb: 60,
          input: '3\n',
          output: '5\n',
          answer: '4\n',
          comment: 'differ',
        },
      ],
    })
  })

  it('is hacked or skipped although its tests passed', () => {
    const data = { ...DATA, testCount: '1', verdict: 'Skipped' }
    expect(readOutcome(fieldsOf(data))).toMatchObject({ verdict: 'JUDGE_ERROR', cases: [{ index: 1 }] })
  })

  it('is decided by the last test where the answer has no phrase', () => {
    expect(readOutcome(fieldsOf({ ...DATA, verdict: '' }))).toMatchObject({ verdict: 'WRONG_ANSWER' })
    expect(readOutcome(fieldsOf({ ...DATA, verdict: '', testCount: '3' }))).toEqual({ state: 'WAITING' })
  })

  it('waits (area-rules B9)', () => {
    const waiting = { ...DATA, waiting: 'true', verdict: '<span>Running on test 3</span>' }
    expect(readOutcome(fieldsOf(waiting))).toEqual({ state: 'RUNNING' })
    expect(readOutcome(fieldsOf({ ...DATA, verdict: 'Pondering' }))).toEqual({ state: 'WAITING' })
  })

  it('has what the compiler said', () => {
    const done = { state: 'DONE', verdict: 'COMPILE_ERROR', cases: [] }
    const said = 'program.cpp:1: error'
    const first = { compilationError: 'true', 'checkerStdoutAndStderr#1': `${said}\r\n`, testCount: '1' }
    expect(readOutcome(fieldsOf(first))).toMatchObject({ ...done, message: said })
    expect(readOutcome(fieldsOf({ compilationError: `${said}\r\n` }))).toMatchObject({
      ...done,
      message: said,
    })
    expect(readOutcome(fieldsOf({ compilationError: 'true' }))).toMatchObject({ ...done, message: null })
  })

  it('bounds a hostile count and refuses other JSON than objects', () => {
    expect(readOutcome(fieldsOf({ ...DATA, testCount: '1e9', verdict: 'Accepted' }))).toMatchObject({
      verdict: 'ACCEPTED',
    })
    for (const answer of [null, [], 'x', 3]) expect(faultIn(() => fieldsOf(answer)).kind).toBe('CHANGED')
  })
})

describe('forms that come back', () => {
  it.each([
    ['Invalid handle/email or password', 'WRONG_PASSWORD'],
    ['Please, confirm email before entering the website.', 'LOCKED'],
    ['Your account is blocked', 'LOCKED'],
    ['Too many attempts. Please, wait a minute', 'TOO_FAST'],
    ['', 'CHANGED'],
  ])('sign-in: %s', (error, kind) => {
    expect(signInFault(enterPage(VIEW, error))).toMatchObject({ kind, isSent: false })
    const row = `<div class="subscription-row error ">${error}</div>`
    expect(signInFault(enterPage(VIEW, '', row))).toMatchObject({ kind, isSent: false })
  })

  it.each([
    ['You have submitted exactly the same code before', 'REFUSED', false],
    ['Source code is too long', 'REFUSED', false],
    ['You submit too often', 'TOO_FAST', false],
    ['You are not allowed to submit', 'LOCKED', false],
    ['', 'CHANGED', true],
  ])('code: %s', (error, kind, isSent) => {
    const fault = sendFault(submitPage(VIEW, '4242', error))
    expect(fault).toMatchObject({ kind, isSent })
    if (error) expect(fault.detail).toBe(error)
  })

  it('are not parsed when they have so many tags that it takes long, and then may have been sent', () => {
    const page = '<div>'.repeat(1_000)
    expect(sendFault.bind(null, page)).toThrow(expect.objectContaining({ kind: 'CHANGED', isSent: true }))
    expect(readRuns.bind(null, page, { contest: '4242', index: 'A' })).toThrow(BankFault)
    expect(readStatement.bind(null, page, BASE)).toThrow(BankFault)
  })
})

it('has the languages of the form of 2026 and, retired, those that it had before', () => {
  const ids = (isRetired: boolean) =>
    LANGUAGES.filter((one) => (one.isRetired ?? false) === isRetired).map(({ id }) => id)
  expect(ids(false)).toHaveLength(34)
  expect(ids(false)).toEqual(expect.arrayContaining(['54', '89', '91', '87', '70', '75', '98', '99']))
  expect(ids(true)).toEqual(['52', '50', '73', '59', '60', '48', '49'])
  expect(new Set(LANGUAGES.map(({ id }) => id)).size).toBe(41)
})
