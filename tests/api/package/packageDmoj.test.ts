import { describe, expect, test } from 'vitest'
import { unpackArchives } from '#server/modules/package/dmoj/archive.ts'
import { PACKAGE_BOUNDS } from '#server/modules/testset/files.ts'
import { namedIn, readFirst } from '../../support/packageReading.ts'
import { unpackedOf, zippedOf } from '../../support/packages.ts'

const pairs = (stems: readonly string[]) =>
  Object.fromEntries(
    stems.flatMap((stem) => [
      [`${stem}.in`, `${stem}\n`],
      [`${stem}.out`, `${stem}\n`],
    ]),
  )

const read = async (files: Record<string, string | Uint8Array>) =>
  readFirst(await unpackArchives(unpackedOf(files), PACKAGE_BOUNDS))
const refused = (files: Record<string, string | Uint8Array>) => read(files).then(() => null, namedIn)

const APLUSB = `archive: aplusb.zip
test_cases:
- {in: aplusb.1.in, out: aplusb.1.out, points: 40}
- {in: aplusb.2.in, out: aplusb.2.out, points: 60}
`
const APLUSB_TESTS = pairs(['aplusb.1', 'aplusb.2'])

describe('the tests of DMOJ', () => {
  test('lie in the archive that the settings name, or beside them', async () => {
    const zipped = { 'init.yml': APLUSB, 'aplusb.zip': zippedOf(APLUSB_TESTS) }
    for (const files of [zipped, { 'init.yml': APLUSB.replace(/^.*\n/, ''), ...APLUSB_TESTS }]) {
      const { problem, cases } = await read(files)
      expect(cases).toEqual([
        ['aplusb.1', 0, 40],
        ['aplusb.2', 0, 60],
      ])
      expect(problem).toMatchObject({ scoring: 'OI', caseMode: 'ALL', checker: { kind: 'tokens' } })
    }
    expect((await read(zipped)).problem.statements[0]?.title).toBe('aplusb')
    const folder = Object.fromEntries(Object.entries(zipped).map(([name, bytes]) => [`sums/${name}`, bytes]))
    expect((await read(folder)).problem.statements[0]?.title).toBe('sums')
  })

  test('stay within the bounds of the package', async () => {
    const files = unpackedOf({ 'init.yml': APLUSB, 'aplusb.zip': zippedOf(APLUSB_TESTS) })
    await expect(unpackArchives(files, { ...PACKAGE_BOUNDS, totalBytes: 130 })).rejects.toMatchObject({
      code: 'PACKAGE_TOO_LARGE',
    })
    const bomb = { 'init.yml': APLUSB, 'aplusb.zip': 'PK, but no zip' }
    expect(await refused(bomb)).toEqual(['PACKAGE_NO_ZIP', 'aplusb.zip'])
  })

  test('count together in a batch, which may wait for earlier batches', async () => {
    const hungry = `test_cases:
- batched:
  - {in: h.1a.in, out: h.1a.out}
  - {in: h.1b.in, out: h.1b.out}
  points: 5
- {in: h.2.in, out: h.2.out, points: 7}
- batched:
  - {in: h.3a.in, out: h.3a.out}
  points: 20
  dependencies: [1]
`
    const { problem, cases, said } = await read({
      'init.yml': hungry,
      ...pairs(['h.1a', 'h.1b', 'h.2', 'h.3a']),
    })
    expect(problem.caseMode).toBe('SUBTASK_LOWEST')
    expect(cases).toEqual([
      ['h.1a', 1, 5],
      ['h.1b', 1, 5],
      ['h.2', 2, 7],
      ['h.1a', 3, 20],
      ['h.1b', 3, 20],
      ['h.3a', 3, 20],
    ])
    expect(said).toContain('converted groupsWait')
  })

  test('are found by the names of their files where none are listed', async () => {
    const { cases } = await read({ 'init.yml': 'checker: standard\n', ...pairs(['sum.10', 'sum.9']) })
    expect(cases).toEqual([
      ['sum.9', 0, 50],
      ['sum.10', 0, 50],
    ])
    const batched = await read({
      'init.yml': 'checker: standard\n',
      ...pairs(['sum.1-1', 'sum.1-2', 'sum.2-1']),
    })
    expect(batched.cases).toEqual([
      ['sum.1-1', 1, 50],
      ['sum.1-2', 1, 50],
      ['sum.2-1', 2, 50],
    ])
  })
})

describe('the names of DMOJ files', () => {
  const names = (settings: string, stems: readonly string[]) =>
    read({ 'init.yml': settings, ...pairs(stems) }).then(({ cases }) => cases)

  test('are matched whatever their case', async () => {
    const files = { 'A.1.IN': '1', 'A.1.OUT': '1', 'A.2.IN': '2', 'A.2.OUT': '2' }
    const { cases } = await read({ 'init.yml': 'checker: standard\n', ...files })
    expect(cases.map(([input]) => input)).toEqual(['1', '2'])
  })

  test('follow the patterns of the package, with points for each case or batch', async () => {
    const format = `test_cases:
  input_format: ^t(?P<batch>[a-z])(?P<case>\\d+)\\.in$
  output_format: ^t(?P<batch>[a-z])(?P<case>\\d+)\\.out$
  case_points: [30, 70]
`
    expect(await names(format, ['ta10', 'ta9', 'tb1', 'sample-1'])).toEqual([
      ['ta9', 1, 30],
      ['ta10', 1, 30],
      ['tb1', 2, 70],
    ])
  })

  test('are not matched by patterns that are none, or take too long', async () => {
    const settings = (pattern: string) => ({
      'init.yml': `test_cases: {input_format: '${pattern}'}\n`,
      ...pairs([`${'a'.repeat(60)}1`]),
    })
    expect(await refused(settings('(a'))).toEqual(['PACKAGE_UNUSABLE', 'input_format: (a'])
    expect(await refused(settings('^(a+)+(?P<case>x)$'))).toEqual([
      'PACKAGE_UNUSABLE',
      'input_format, output_format',
    ])
  })

  test('lead to files beside the archive first', async () => {
    const { cases } = await read({
      'init.yml': APLUSB,
      'aplusb.zip': zippedOf(APLUSB_TESTS),
      'aplusb.1.in': 'beside\n',
    })
    expect(cases).toEqual([
      ['beside', 0, 40],
      ['aplusb.2', 0, 60],
    ])
  })
})

describe('cases of DMOJ without points', () => {
  const batch = (stem: string) => `- {batched: [{in: ${stem}.in, out: ${stem}.out}], points: 50}\n`
  const first = '- {in: s.in, out: s.out, points: 0}\n'

  test('come before the batches behind them, and so do pretests', async () => {
    const expected = [
      ['s', 1, 0],
      ['s', 2, 50],
      ['a', 2, 50],
      ['s', 3, 50],
      ['b', 3, 50],
    ]
    for (const start of [`test_cases:\n${first}`, `pretest_test_cases:\n${first}test_cases:\n`]) {
      const { cases, said } = await read({
        'init.yml': `${start}${batch('a')}${batch('b')}`,
        ...pairs(['s', 'a', 'b']),
      })
      expect(cases).toEqual(expected)
      expect(said).toContain('converted groupsWait')
    }
  })

  test('make a problem that is accepted or not where all are so', async () => {
    const none = `test_cases:\n${first}- {points: 0, batched: [{in: a.in, out: a.out}]}\n`
    const { problem, cases } = await read({ 'init.yml': none, ...pairs(['s', 'a']) })
    expect(problem).toMatchObject({ scoring: 'ACM', caseMode: 'ALL' })
    expect(cases).toEqual([
      ['s', 0, 0],
      ['a', 0, 0],
    ])
  })

  test('are noted where cases add up', async () => {
    const { cases, notes } = await read({
      'init.yml': `test_cases:\n${first}- {in: a.in, out: a.out, points: 100, time_limit: 2}\n`,
      ...pairs(['s', 'a']),
    })
    expect(cases).toEqual([
      ['s', 0, 0],
      ['a', 0, 100],
    ])
    const named = notes.map(({ parameters }) => parameters.rule ?? parameters.key).filter(Boolean)
    expect(named).toEqual(['time_limit', 'points: 0'])
  })
})

test('an interactor of DMOJ gets input and answer, and says no with its exit code', async () => {
  const files = (type: string, name = 'talk.cpp') => ({
    'init.yml': `interactive: {files: ${name}${type}}\ntest_cases:\n- {in: a.in, points: 1}\n`,
    'a.in': '1\n',
    [name]: 'int main() {}\n',
  })
  const { problem } = await read(files(''))
  expect(problem.interactor?.source).toContain('argv[3] = argv[2]')
  expect((await read(files(', type: testlib'))).problem.interactor?.source).toBe('int main() {}\n')
  expect(await refused(files('', 'talk.py'))).toMatchObject([
    'PACKAGE_UNUSABLE',
    expect.stringMatching(/^interactive: default, py/),
  ])
})

describe('the checkers of DMOJ', () => {
  const checker = async (said: string, more: Record<string, string> = {}) =>
    (await read({ 'init.yml': `${said}\n${APLUSB.replace(/^.*\n/, '')}`, ...APLUSB_TESTS, ...more })).problem
      .checker

  test('go by their names, with their precision', async () => {
    expect(await checker('checker: identical')).toEqual({ kind: 'default', ignoreTrailingBlanks: false })
    expect(await checker('checker: floats')).toEqual({ kind: 'floats', absolute: 1e-6, relative: 1e-6 })
    expect(await checker('checker: {name: floatsabs, args: {precision: 3}}')).toEqual({
      kind: 'floats',
      absolute: 1e-3,
      relative: 0,
    })
  })

  test('are programs for testlib, or answer by their exit code', async () => {
    const source = '#include "testlib.h"\nint main(int c, char **v) { registerTestlibCmd(c, v); }\n'
    const args = '{files: check.cpp, lang: CPP17, type: testlib}'
    for (const said of [`checker: {name: bridged, args: ${args}}`, `checker: bridged\nchecker_args: ${args}`])
      expect(await checker(said, { 'check.cpp': source })).toMatchObject({ kind: 'program', source })
    const plain = await checker('checker: {name: bridged, args: {files: [check.cpp]}}', {
      'check.cpp': 'int main() {}\n',
    })
    expect(plain).toMatchObject({ source: expect.stringContaining('Added on import') })
  })

  test('and graders of DMOJ alone are refused by their names', async () => {
    const files = (said: string) => ({ 'init.yml': `${said}\n${APLUSB}`, ...APLUSB_TESTS, 'check.cpp': '' })
    expect(await refused(files('checker: linecount'))).toEqual(['PACKAGE_UNUSABLE', 'checker: linecount'])
    expect(await refused(files('checker: check.py'))).toEqual(['PACKAGE_UNUSABLE', 'checker: check.py'])
    expect(await refused(files('checker: {name: bridged, args: {files: check.cpp, type: coci}}'))).toEqual([
      'PACKAGE_UNUSABLE',
      'checker: bridged, coci',
    ])
    expect(await refused(files('signature_grader: {entry: a.cpp, header: a.h}'))).toEqual([
      'PACKAGE_UNUSABLE',
      'signature_grader',
    ])
    expect(await refused(files('interactive: {files: check.cpp, type: coci}'))).toEqual([
      'PACKAGE_UNUSABLE',
      'interactive: coci',
    ])
    expect(await refused(files('interactive: {files: check.cpp, args: "{answer}"}'))).toEqual([
      'PACKAGE_UNUSABLE',
      'interactive: args',
    ])
  })
})
