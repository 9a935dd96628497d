import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInChecker } from '#judge/checkers/builtIn.ts'
import { findingOf } from '#judge/checkers/program.ts'
import { plainNumber } from '#judge/checkers/unordered.ts'
import type { CheckerSpec } from '#judge/protocol.ts'
import type { RunOutcome } from '#judge/sandbox/box.ts'

type BuiltIn = Exclude<CheckerSpec, { kind: 'program' }>
type Content = string | Buffer

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checkers-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the checker says of an output against an answer; a short word for each verdict. */
async function check(spec: BuiltIn, output: Content, answer: Content) {
  const files = {
    input: join(folder, 'input'),
    output: join(folder, 'output'),
    answer: join(folder, 'answer'),
    points: null,
  }
  await Promise.all([
    writeFile(files.input, ''),
    writeFile(files.output, output),
    writeFile(files.answer, answer),
  ])
  return builtInChecker(spec)(files)
}

const SHORT = {
  ACCEPTED: 'AC',
  WRONG_ANSWER: 'WA',
  PRESENTATION_ERROR: 'PE',
  PARTIALLY_ACCEPTED: 'PA',
  JUDGE_ERROR: 'SE',
} as const
const verdict = async (spec: BuiltIn, output: Content, answer: Content) =>
  SHORT[(await check(spec, output, answer)).verdict]

const strict: BuiltIn = { kind: 'default', ignoreTrailingBlanks: false }
const lenient: BuiltIn = { kind: 'default', ignoreTrailingBlanks: true }

describe('the default comparison', () => {
  test.each<[string, Content, Content, string, string]>([
    ['equal', '1 2\n3\n', '1 2\n3\n', 'AC', 'AC'],
    ['empty on both sides', '', '', 'AC', 'AC'],
    ['no line end at the end', '1', '1\n', 'PE', 'AC'],
    ['a blank at the end of a line', '1 \n2\n', '1\n2\n', 'PE', 'AC'],
    ['tabs and returns at the end of a line', '1\t\r\n2\n', '1\n2\n', 'PE', 'AC'],
    ['empty lines at the end', '1\n\n \n', '1\n', 'PE', 'AC'],
    ['empty lines at the end of the answer', '1', '1\n\n\n', 'PE', 'AC'],
    ['an empty line in the middle', '1\n\n2\n', '1\n2\n', 'PE', 'WA'],
    ['a blank at the start of a line', ' 1\n', '1\n', 'PE', 'WA'],
    ['two blanks for one', '1  2\n', '1 2\n', 'PE', 'WA'],
    ['no blank for one', '12\n', '1 2\n', 'PE', 'WA'],
    ['an answer with CRLF', '1\n2\n', '1\r\n2\r\n', 'AC', 'AC'],
    ['an answer with CR', '1\n2\n', '1\r2\r', 'AC', 'AC'],
    ['an output with CRLF', '1\r\n2\r\n', '1\n2\n', 'PE', 'AC'],
    ['another digit', '1 3\n', '1 2\n', 'WA', 'WA'],
    ['another case', 'Yes\n', 'YES\n', 'WA', 'WA'],
    ['too little', '1\n', '1\n2\n', 'WA', 'WA'],
    ['too much', '1\n2\n', '1\n', 'WA', 'WA'],
    ['nothing', '', '1\n', 'WA', 'WA'],
    ['only blanks for nothing', ' \n \n', '', 'PE', 'AC'],
    ['a NUL byte', 'a\0b\n', 'a\0b\n', 'AC', 'AC'],
    ['a NUL byte too much', 'ab\0\n', 'ab\n', 'WA', 'WA'],
    ['bytes that are no text', Buffer.from([255, 254, 10]), Buffer.from([255, 254, 10]), 'AC', 'AC'],
  ])('%s', async (_, output, answer, whenStrict, whenLenient) => {
    expect(await verdict(strict, output, answer)).toBe(whenStrict)
    expect(await verdict(lenient, output, answer)).toBe(whenLenient)
  })
})

describe('tokens', () => {
  const exact: BuiltIn = { kind: 'tokens', caseSensitive: true }
  const folded: BuiltIn = { kind: 'tokens', caseSensitive: false }
  test('spacing does not matter, and case when told so', async () => {
    expect(await verdict(exact, ' 1\n\n2\t3', '1 2 3\n')).toBe('AC')
    expect(await verdict(exact, 'YES', 'Yes')).toBe('WA')
    expect(await verdict(folded, 'YES', 'Yes')).toBe('AC')
    expect(await verdict(exact, '12 3', '1 23')).toBe('WA')
  })
  test('the message says where', async () => {
    expect((await check(exact, '1 2 4', '1 2 3')).message).toBe('@tokenDiffers {"at":3}')
    expect((await check(exact, '1 2', '1 2 3')).message).toBe('@outputShort')
    expect((await check(exact, '1 2 3 4', '1 2 3')).message).toBe('@outputLong')
  })
  test('a token of many megabytes', async () => {
    const token = 'x'.repeat(5_000_000)
    expect(await verdict(exact, `\n ${token}`, `${token}\n`)).toBe('AC')
    expect(await verdict(exact, `${token}x`, token)).toBe('WA')
  })
})

describe('lines', () => {
  const lines: BuiltIn = { kind: 'lines' }
  test('spacing inside a line does not matter, lines do', async () => {
    expect(await verdict(lines, '1  2 \n3', '1 2\n3\n')).toBe('AC')
    expect(await verdict(lines, '1 2 3\n', '1 2\n3\n')).toBe('WA')
    expect(await verdict(lines, '1\n\n2\n', '1\n2\n')).toBe('WA')
    expect(await verdict(lines, '1\n2\n\n\n', '1\n2')).toBe('AC')
    expect((await check(lines, '1\n2\n4\n', '1\n2\n3\n')).message).toBe('@lineDiffers {"at":3}')
  })
})

describe('floating point', () => {
  const floats: BuiltIn = { kind: 'floats', absolute: 1e-6, relative: 1e-6 }
  test.each([
    ['0.3333333', '0.33333333', 'AC'],
    ['1000000.5', '1000000', 'AC'],
    ['1000002', '1000000', 'WA'],
    ['1e3', '1000.0', 'AC'],
    ['.5', '0.5', 'AC'],
    ['-0.0', '0', 'AC'],
    ['nan', '1', 'WA'],
    ['inf', '1e999', 'WA'],
    ['1e999', '1', 'WA'],
    ['1', '1e999', 'WA'],
    ['10e998', '1e999', 'AC'],
    ['-1e999', '1e999', 'WA'],
    ['2e999', '1e999', 'WA'],
    ['0x10', '16', 'WA'],
    ['16', '0x10', 'WA'],
    ['0XFF', '0xff', 'AC'],
    ['YES 1', 'YES 1.0000001', 'AC'],
    ['1', '1 2', 'WA'],
    // Words count without case, whole.
    ['impossible', 'IMPOSSIBLE', 'AC'],
    ['Case 1: Yes', 'case 1.0000001: yes', 'WA'],
    ['case #1: 0.5', 'Case #1: 0.50000001', 'AC'],
    ['x1000.0', 'X1000', 'WA'],
    ['1000A', '1000a', 'AC'],
    ['1000.0a', '1000a', 'WA'],
    ['IMPOSSIBLE', '1', 'WA'],
    ['1', 'IMPOSSIBLE', 'WA'],
    // A number in each of its spellings.
    ['1.', '1', 'AC'],
    ['+1', '1', 'AC'],
    ['00001', '1', 'AC'],
    ['1E+0', '1', 'AC'],
    ['+.5e1', '5', 'AC'],
    ['.', '0', 'WA'],
    ['1e', '1', 'WA'],
    ['--1', '1', 'WA'],
    ['1,5', '1.5', 'WA'],
    ['1_000', '1000', 'WA'],
    ['\u0661', '1', 'WA'],
    // What is not a number.
    ['NaN', 'nan', 'AC'],
    ['-NAN', 'nan', 'AC'],
    ['nan', '0', 'WA'],
    ['0', 'nan', 'WA'],
    ['inf', 'nan', 'WA'],
    ['Infinity', 'inf', 'AC'],
    ['+INF', 'infinity', 'AC'],
    ['-inf', 'inf', 'WA'],
    ['-Infinity', '-inf', 'AC'],
    ['inf', '1', 'WA'],
    ['infinit', 'inf', 'WA'],
  ])('%s for %s: %s', async (output, answer, expected) => {
    expect(await verdict(floats, output, answer)).toBe(expected)
  })
  test.each([
    ['yes 1', 'YES 1', 'WA'],
    ['YES 1.0', 'YES 1', 'AC'],
    ['Nan', 'nan', 'AC'],
    ['1E0', '1e0', 'AC'],
  ])('with case: %s for %s: %s', async (output, answer, expected) => {
    expect(await verdict({ ...floats, caseSensitive: true }, output, answer)).toBe(expected)
  })
  test.each([
    [{ absolute: 1, relative: 0 }, '11 10', '10 11', 'AC'],
    [{ absolute: 1, relative: 0 }, '11.000000001 11', '10 11', 'WA'],
    [{ absolute: 0, relative: 0.5 }, '5 30', '10 20', 'AC'],
    [{ absolute: 0, relative: 0.5 }, '4.999 20', '10 20', 'WA'],
    [{ absolute: 0, relative: 0.5 }, '0', '0.0', 'AC'],
    [{ absolute: 0, relative: 0.5 }, '1e-9', '0', 'WA'],
    [{ absolute: 0, relative: 0 }, '-0', '0', 'AC'],
    [{ absolute: 0, relative: 0 }, '1.5', '1.50', 'AC'],
    // Relative to the answer, not to the output.
    [{ absolute: 0, relative: 0.5 }, '2', '1', 'WA'],
  ])('within %j: %s for %s: %s', async (tolerance, output, answer, expected) => {
    expect(await verdict({ kind: 'floats', ...tolerance }, output, answer)).toBe(expected)
  })
  test('a long strange number takes no time', async () => {
    expect(await verdict(floats, `${'1'.repeat(900_000)}x`, `${'1'.repeat(900_000)}y`)).toBe('WA')
  })
})

describe('white space that counts', () => {
  const words: BuiltIn = { kind: 'tokens', caseSensitive: false, spaceSensitive: true }
  test.each([
    ['A b', 'a B', 'AC'],
    ['a\nb\n', 'a\r\nb\r\n', 'AC'],
    ['a  b', 'a b', 'WA'],
    ['a\tb', 'a b', 'WA'],
    [' a b', 'a b', 'WA'],
    ['a b\n', 'a b', 'WA'],
    ['', '\n', 'WA'],
    ['a b', 'a c', 'WA'],
  ])('%j for %j: %s', async (output, answer, expected) => {
    expect(await verdict(words, output, answer)).toBe(expected)
  })
  test('says so', async () => {
    expect((await check(words, 'a  b', 'a b')).message).toBe('@spacesDiffer')
    expect((await check(words, 'a', 'a b')).message).toBe('@spacesDiffer')
    expect((await check(words, 'a c', 'a b')).message).toBe('@tokenDiffers {"at":2}')
  })
  test('beside numbers', async () => {
    const floats: BuiltIn = { kind: 'floats', absolute: 0.1, relative: 0, spaceSensitive: true }
    expect(await verdict(floats, 'x 1.05\n', 'X 1\n')).toBe('AC')
    expect(await verdict(floats, 'x  1.05\n', 'X 1\n')).toBe('WA')
  })
  test('is compared in pieces, however much of it there is', async () => {
    const much = ' '.repeat(3_000_000)
    expect(await verdict(words, `a${much}B`, `a${much}b`)).toBe('AC')
    expect(await verdict(words, `a${much} b`, `a${much}b`)).toBe('WA')
  })
})

describe('any order', () => {
  const unorderedLines: BuiltIn = { kind: 'unorderedLines' }
  const unorderedNumbers: BuiltIn = { kind: 'unorderedNumbers' }
  test('lines', async () => {
    expect(await verdict(unorderedLines, 'b c\na\n', 'a\nb  c \n')).toBe('AC')
    expect(await verdict(unorderedLines, 'a\na\nb\n', 'a\nb\nb\n')).toBe('WA')
    expect(await verdict(unorderedLines, 'ab\nc\n', 'a\nbc\n')).toBe('WA')
    expect(await verdict(unorderedLines, 'a\n', 'a\nb\n')).toBe('WA')
  })
  test('numbers', async () => {
    expect(await verdict(unorderedNumbers, '3 1 2', '1\n2\n3\n')).toBe('AC')
    expect(await verdict(unorderedNumbers, '1.50 +2 0', '2.0 -0 1.5')).toBe('AC')
    expect(await verdict(unorderedNumbers, '1 1 2', '1 2 2')).toBe('WA')
    expect(await verdict(unorderedNumbers, '-1', '1')).toBe('WA')
  })
  test.each([
    ['0', '0'],
    ['-000', '0'],
    ['100', '1e2'],
    ['+1.0', '1e0'],
    ['10e-1', '1e0'],
    ['-0.0250', '-25e-3'],
    ['x1', 'x1'],
    ['.', '.'],
  ])('%s is %s', (word, plain) => expect(plainNumber(word)).toBe(plain))
  test('zeros without end take no time', () => {
    expect(plainNumber(`1${'0'.repeat(1_000_000)}1`).length).toBe(1_000_004)
  })
})

describe('large outputs', () => {
  const MIB = 1024 * 1024
  const numbers = (size: number) => {
    const line = Array.from({ length: 100 }, (_, i) => i * 7919).join(' ')
    return Buffer.from(`${line}\n`.repeat(Math.ceil(size / (line.length + 1))))
  }

  test('CRLF line by line, and blanks without end', async () => {
    const size = 16 * MIB
    const answer = numbers(size)
    const output = Buffer.from(answer.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')
    expect(await verdict(lenient, output, answer)).toBe('AC')
    expect(await verdict(lenient, Buffer.alloc(size, ' \t'), Buffer.from('\n'))).toBe('AC')
    expect(await verdict(lenient, Buffer.concat([Buffer.alloc(size, ' \t'), Buffer.from('x')]), '\n')).toBe(
      'WA',
    )
  })
})

describe('what the end of a checking program means', () => {
  const ended = (reason: RunOutcome['reason'], code: number): RunOutcome => ({
    reason,
    code,
    cpuUs: 0,
    wallUs: 0,
    peakBytes: 0,
    stdoutBytes: 0,
    stderrBytes: 0,
    detail: null,
  })
  test.each<[number, string, string, string, number | null]>([
    [0, '', 'ok fine', 'AC', null],
    [100, '', '', 'AC', null],
    [99, '37.5\n', '', 'PA', 0.375],
    [99, '100', '', 'AC', null],
    [99, 'many', '', 'PA', null],
    [101, '', '', 'PE', null],
    [102, '', '', 'WA', null],
    [103, '', '', 'SE', null],
    [1, '', 'wrong answer 1st numbers differ', 'WA', null],
    [2, '', 'wrong output format Expected integer', 'WA', null],
    [3, '', 'FAIL no answer', 'SE', null],
    [7, '', 'points 40 good', 'PA', 0.4],
    [7, '', 'points 100', 'AC', null],
    [16, '', 'partially correct (30) so so', 'PA', 0.3],
    [5, '', '', 'SE', null],
  ])('code %d, stdout "%s", stderr "%s": %s', (code, stdout, stderr, expected, share) => {
    const finding = findingOf(
      ended('exited', code),
      { stdout, stderr, feedback: null },
      null,
      'checkerFailed',
    )
    expect([SHORT[finding.verdict], finding.share]).toEqual([expected, share])
  })
  test.each<RunOutcome['reason']>(['signalled', 'cpu', 'wall', 'memory', 'output', 'failed'])(
    '%s',
    (reason) => {
      const testimony = { stdout: '', stderr: 'wrong answer', feedback: null }
      expect(findingOf(ended(reason, 11), testimony, null, 'checkerFailed').verdict).toBe('JUDGE_ERROR')
    },
  )

  test.each<[number, string, string, number | null, string, number | null]>([
    [42, '', '', null, 'AC', null],
    [43, '', '', null, 'WA', null],
    [43, '10', '', 20, 'WA', null],
    [42, '', '', 20, 'AC', null],
    [42, '5', '', null, 'AC', null],
    [42, '5', '', 20, 'PA', 0.25],
    [42, '20', '', 20, 'AC', null],
    [42, '500', '', 20, 'AC', null],
    [42, '', '0.5', 20, 'PA', 0.5],
    [42, '0', '', 20, 'PA', 0],
    [42, 'plenty', '', 20, 'SE', null],
    [42, '-3', '', 20, 'SE', null],
    [0, '', '', null, 'SE', null],
    [1, '', '', null, 'SE', null],
  ])(
    'kattis: code %d, score "%s", multiplier "%s" of %s points: %s',
    (code, score, multiplier, points, expected, share) => {
      const testimony = { stdout: '', stderr: '', feedback: { team: '', judge: '', score, multiplier } }
      const finding = findingOf(ended('exited', code), testimony, points, 'checkerFailed')
      expect([SHORT[finding.verdict], finding.share]).toEqual([expected, share])
    },
  )
})
