import { describe, expect, test } from 'vitest'
import type { PackageProblem } from '#server/modules/package/format.ts'
import { readPackage } from '#server/modules/package/importing.ts'
import type { Note } from '#server/modules/package/report.ts'
import type { Unpacked } from '#server/modules/testset/unpack.ts'
import { fpsChecked, fpsText } from '../../support/fpsPackages.ts'
import {
  hojPackage,
  hydroPackage,
  legacyIcpc,
  modernIcpc,
  polygonPackage,
  qduojChecked,
  qduojPackage,
  unpackedOf,
} from '../../support/packages.ts'

const text = (bytes: Uint8Array | null | undefined) => (bytes ? Buffer.from(bytes).toString() : null)

/** The only problem of a package and what was said about it. */
function readOne(files: Unpacked): { problem: PackageProblem; notes: Note[] } {
  const [first, ...others] = readPackage(files)
  if (!first || others.length > 0) throw new Error('not one problem')
  return { problem: first.problem, notes: first.report.notes }
}

const said = (notes: Note[]) => notes.map(({ kind, key }) => `${kind} ${key}`)

describe('ICPC, legacy', () => {
  test('is understood', () => {
    const { problem, notes } = readOne(unpackedOf(legacyIcpc()))
    expect(problem).toMatchObject({
      displayId: 'HARBOUR',
      scoring: 'ACM',
      timeMs: 2500,
      memoryMb: 512,
      outputBytes: 8 * 1024 * 1024,
      checker: { kind: 'tokens', caseSensitive: true },
      tags: ['arithmetic', 'warm-up'],
      samples: [{ input: '1 2\n', output: '3\n' }],
    })
    expect(problem.testcases.map(({ input, answer, name }) => [text(input), text(answer), name])).toEqual([
      ['1 2\n', '3\n', undefined],
      ['1000000000 1000000000\n', '2000000000\n', 'large'],
      ['-5 2\n', '-3\n', 'minus'],
    ])
    expect(problem.solutions.map(({ name, language, expected }) => [name, language, expected[0]])).toEqual([
      ['accepted/sum.cpp', 'cpp17o2', 'ACCEPTED'],
      ['run_time_error/crash.cpp', 'cpp17o2', 'RUNTIME_ERROR'],
      ['time_limit_exceeded/sleepless.cpp', 'cpp17o2', 'TIME_LIMIT_EXCEEDED'],
      ['wrong_answer/difference.cpp', 'cpp17o2', 'WRONG_ANSWER'],
    ])
    expect(said(notes)).toEqual(
      expect.arrayContaining([
        'converted latex',
        'leftOut latexUnknown',
        'leftOut language',
        'understood makers',
      ]),
    )
    expect(problem.makers).toEqual([
      {
        role: 'VALIDATOR',
        name: 'check.py',
        language: 'python3',
        convention: 'kattis',
        source: 'print(input())\n',
        files: {},
      },
    ])
  })

  test('keeps its words, and shows what nobody understands', () => {
    const { problem } = readOne(unpackedOf(legacyIcpc()))
    const english = problem.statements.find(({ locale }) => locale === 'en-US')
    expect(english).toMatchObject({
      title: 'A Sum of Two',
      input: 'Two integers, $|a|, |b| \\le 10^9$.',
      output: 'Their sum.',
      source: 'Harbour Cup',
    })
    expect(english?.description).toContain('crates — “how many” in all?')
    expect(english?.description).toContain('- Crates are **never** lost.')
    expect(english?.description).toContain('- A ship may bring `-1` crates.')
    expect(english?.description).toContain('`\\frobnicate{twice}`')
    expect(problem.statements.find(({ locale }) => locale === 'zh-CN')).toMatchObject({
      title: '两数之和',
      description: '两艘船各运来 $a$、$b$ 箱货物。',
      input: '两个整数。',
      output: '它们的和。',
    })
  })

  test.each([
    ['float_tolerance 1e-6', { kind: 'floats', absolute: 1e-6, relative: 1e-6 }],
    ['float_absolute_tolerance 1e-4', { kind: 'floats', absolute: 1e-4, relative: 0 }],
    ['', { kind: 'tokens', caseSensitive: false }],
    ['case_sensitive space_change_sensitive', { kind: 'tokens', caseSensitive: true, spaceSensitive: true }],
    [
      'case_sensitive float_tolerance 0 space_change_sensitive',
      { kind: 'floats', absolute: 0, relative: 0, caseSensitive: true, spaceSensitive: true },
    ],
  ])('compares as %j asks', (flags, checker) => {
    const yaml = `name: X\nvalidator_flags: ${JSON.stringify(flags)}\n`
    expect(readOne(unpackedOf(legacyIcpc({ 'problem.yaml': yaml }))).problem.checker).toEqual(checker)
  })

  test('offers a printed statement as a file, and opens the folder somebody zipped', () => {
    const files = legacyIcpc({ 'problem_statement/problem.en.pdf': '%PDF' })
    const printed = Object.entries(files).filter(([path]) => !/statement.*(?:tex|md)$/.test(path))
    const inside = printed.map(([path, content]) => [`downloads/harbour/${path}`, content])
    const { problem } = readOne(unpackedOf(Object.fromEntries(inside)))
    expect(problem.statements).toMatchObject([
      { title: 'A Sum of Two', description: '[problem.en.pdf](annex:problem.en.pdf)' },
    ])
    expect(problem.annexes).toMatchObject([{ name: 'problem.en.pdf' }])
    const hoj = Object.entries(hojPackage()).map(([path, content]) => [`export/${path}`, content])
    expect(readOne(unpackedOf(Object.fromEntries(hoj))).problem.displayId).toBe('HOJ-1000')
  })

  test('shows pictures, with a link to those that are a PDF alone', () => {
    const tex = '\\problemname{X}\\includegraphics{sea}\\includegraphics{map.pdf}\\includegraphics{map2}'
    const { problem } = readOne(
      unpackedOf(
        legacyIcpc({
          'problem_statement/problem.en.tex': tex,
          'problem_statement/sea.png': 'a',
          'problem_statement/map.pdf': 'b',
          'problem_statement/map.svg': 'c',
          'problem_statement/map2.pdf': 'd',
        }),
      ),
    )
    expect(problem.statements[0]?.description).toContain('![](annex:sea.png)')
    expect(problem.statements[0]?.description).toContain('![](annex:map.svg)')
    expect(problem.statements[0]?.description).toContain('\n[map2.pdf](annex:map2.pdf)')
  })

  test('talks to the program where it is interactive', () => {
    const { problem } = readOne(
      unpackedOf(
        legacyIcpc({
          'problem.yaml': 'name: X\nvalidation: custom interactive\nvalidator_flags: "loud 3"\n',
          'output_validators/talk/talk.cc': 'int main() {}\n',
          'output_validators/talk/talk.h': '#pragma once\n',
        }),
      ),
    )
    expect(problem.interactor).toEqual({
      language: 'cpp17o2',
      source: 'int main() {}\n',
      convention: 'kattis',
      flags: ['loud', '3'],
    })
    expect(problem.judgeFiles).toEqual({ 'talk.h': '#pragma once\n' })
  })
})

test('ICPC, 2023-07, is understood', () => {
  const { problem } = readOne(unpackedOf(modernIcpc()))
  expect(problem).toMatchObject({
    scoring: 'OI',
    caseMode: 'SUBTASK_LOWEST',
    timeMs: 1500,
    checker: { kind: 'program', convention: 'kattis' },
  })
  expect(problem.checker).toMatchObject({ source: expect.stringContaining('// up to 1000') })
  expect(problem.languageKeys).toEqual(expect.arrayContaining(['cpp17o2', 'python3', 'pypy3']))
  // The group that adds up is taken apart, which earns the same.
  expect(problem.testcases.map(({ subtask, score }) => [subtask, score])).toEqual([
    [1, 30],
    [1, 30],
    [2, 35],
    [3, 35],
  ])
  expect(problem.statements[0]).toMatchObject({
    title: 'Scored Sum',
    description: 'Add $a$ and $b$, at most 10^3.',
    input: 'Two integers up to 1000.',
    output: 'The sum.\n\n![A ship](annex:ship.png)',
  })
  expect(problem.annexes.map(({ name }) => name).sort()).toEqual(['grid.txt', 'ship.png'])
})

test('Polygon is understood', () => {
  const { problem, notes } = readOne(unpackedOf(polygonPackage()))
  expect(problem).toMatchObject({
    scoring: 'OI',
    caseMode: 'SUBTASK_LOWEST',
    timeMs: 1500,
    memoryMb: 128,
    checker: { kind: 'tokens', caseSensitive: true },
    judgeFiles: { 'helper.h': '#pragma once\n' },
    samples: [{ input: '1 2\n', output: '3\n' }],
    tags: ['implementation'],
  })
  expect(problem.testcases.map(({ input, score }) => [text(input), score])).toEqual([
    ['1 2\n', 0],
    ['10 20\n', 40],
    // Its group waits for that of the test before.
    ['10 20\n', 60],
    ['100 200\n', 60],
  ])
  expect(problem.testcases.map(({ subtask }) => subtask)).toEqual([1, 2, 3, 3])
  expect(problem.statements).toEqual([
    {
      locale: 'en-US',
      title: 'Two Crates',
      description: 'Add $a$ and $b$.\n\n![](annex:crate.png)',
      input: 'Two integers.',
      output: 'One integer.',
      hint: 'Mind the *sign*.',
      source: '',
    },
  ])
  expect(problem.solutions.map(({ language, expected }) => [language, expected[0]])).toEqual([
    ['cpp20o2', 'ACCEPTED'],
    ['python3', 'WRONG_ANSWER'],
  ])
  expect(said(notes)).toEqual(expect.arrayContaining(['converted checkerBuiltIn', 'converted groupsWait']))

  // Tests that its author had made, by what, and what vets them.
  expect(problem.makers.map(({ role, name, language }) => [role, name, language])).toEqual([
    ['GENERATOR', 'gen.cpp', 'cpp17o2'],
    ['VALIDATOR', 'val.cpp', 'cpp17o2'],
  ])
  expect(problem.testcases.map(({ line }) => line)).toEqual([
    undefined,
    'gen -n 2',
    'gen -n 2',
    'gen -n 3 big',
  ])
  expect(problem.script).toBe(
    '<#-- group 2 -->\n<#-- points 40 -->\ngen -n 2\n<#-- group 3 -->\n<#-- points 60 -->\ngen -n 2\ngen -n 3 big\n',
  )

  const own = polygonPackage()
  const named = (own['problem.xml'] ?? '').replace('std::ncmp.cpp', 'check.cpp')
  expect(readOne(unpackedOf({ ...own, 'problem.xml': named })).problem.checker).toMatchObject({
    kind: 'program',
    convention: 'testlib',
  })
})

test('a Polygon interactor that writes a file leaves the verdict to the checker', () => {
  const own = polygonPackage({ 'files/talk.cpp': 'int main(int argc, char* argv[]) { tout << 1; }\n' })
  const xml = (own['problem.xml'] ?? '').replace(
    '</checker>',
    '</checker><interactor><source path="files/talk.cpp" type="cpp.g++17"/></interactor>',
  )
  const read = (change: Record<string, string>) =>
    readOne(unpackedOf({ ...own, 'problem.xml': xml, ...change }))
  expect(read({}).problem).toMatchObject({
    interactor: { language: 'cpp17o2', convention: 'polygon' },
    checker: { kind: 'tokens', caseSensitive: true },
  })
  expect(() =>
    read({ 'problem.xml': xml.replace('std::ncmp.cpp', 'check.doc').replace('check.cpp"', 'no.doc"') }),
  ).toThrow()
  // One that writes nothing has said all.
  const mute = '#include "testlib.h"\nint main(int argc, char* argv[]) { registerInteraction(argc, argv); }\n'
  const { problem, notes } = read({ 'files/talk.cpp': mute })
  expect(problem.interactor?.convention).toBe('testlib')
  expect(said(notes)).toContain('leftOut checkerProgram')
})

test('HOJ is understood', () => {
  const { problem, notes } = readOne(unpackedOf(hojPackage()))
  expect(problem).toMatchObject({
    displayId: 'HOJ-1000',
    difficulty: 'HARD',
    scoring: 'OI',
    caseMode: 'SUBTASK_LOWEST',
    timeMs: 800,
    memoryMb: 64,
    stackMb: 32,
    checker: { kind: 'program', language: 'cpp14o2' },
    fileIo: { input: 'sum.in', output: 'sum.out' },
    openCases: false,
    codeShare: true,
    languageKeys: [],
    tags: ['模拟', '入门'],
    userFiles: { 'lib.h': '#pragma once\n' },
    judgeFiles: { 'judge.h': '#pragma once\n' },
    templates: { c11: 'int main() {}\n' },
    samples: [
      { input: '1 2', output: '3' },
      { input: '4 5', output: '9' },
    ],
  })
  expect(problem.testcases.map(({ subtask, score }) => [subtask, score])).toEqual([
    [1, 40],
    [2, 60],
  ])
  expect(said(notes)).toContain('leftOut languages')
})

test('QDUOJ is understood', () => {
  const { problem } = readOne(unpackedOf(qduojPackage()))
  expect(problem).toMatchObject({ displayId: 'Q7', scoring: 'OI', caseMode: 'ALL', difficulty: 'MID' })
  expect(problem.statements[0]).toMatchObject({
    title: '求和',
    description: 'Add **a** and b.\\\na < 10$^{9}$',
    input: 'Two integers',
  })
  expect(problem.testcases.map(({ score }) => score)).toEqual([50, 50])
  expect(problem.languageKeys).toContain('cpp14o2')
  // A dash is no answer file, where a checker needs none.
  const dashes = [1, 2].map((n) => ({ input_name: `${n}.in`, output_name: '-', score: 50 }))
  const spj = { code: 'int spj() {}', language: 'C++' }
  const unanswered = readOne(unpackedOf(qduojPackage({ test_case_score: dashes, spj })))
  expect(unanswered.problem.testcases.map(({ answer }) => answer)).toEqual([null, null])
  expect(said(unanswered.notes)).not.toContain('leftOut answerMissing')
  expect(() => readOne(unpackedOf(qduojPackage({ test_case_score: dashes })))).toThrow()
  // A named answer file that is absent is refused, with a checker too.
  const absent = [{ input_name: '1.in', output_name: '9.out', score: 50 }]
  for (const checked of [{}, { spj }]) {
    const files = unpackedOf(qduojPackage({ ...checked, test_case_score: absent }))
    expect(() => readOne(files)).toThrow(
      expect.objectContaining({ parameters: { file: '1/testcase/9.out' } }),
    )
  }
  expect(readOne(unpackedOf(qduojChecked())).problem.checker).toMatchObject({
    kind: 'program',
    source: expect.stringContaining('on_exit'),
  })
})

test('Hydro is understood', () => {
  const { problem } = readOne(unpackedOf(hydroPackage()))
  expect(problem).toMatchObject({
    displayId: 'H100',
    scoring: 'OI',
    caseMode: 'SUBTASK_LOWEST',
    timeMs: 500,
    memoryMb: 128,
    languageKeys: ['cpp17o2', 'python3', 'pypy3'],
    samples: [{ input: '1 2\n', output: '3\n' }],
    tags: ['入门'],
  })
  expect(problem.statements).toEqual([
    {
      locale: 'zh-CN',
      title: '灯塔之和',
      description: '求两数之和。',
      input: '两个整数。见[附件](annex:map.txt)。',
      output: '和。',
      hint: '',
      source: '',
    },
  ])
  expect(problem.testcases.map(({ subtask, score }) => [subtask, score])).toEqual([
    [1, 30],
    [1, 30],
    [2, 35],
    [3, 35],
  ])
  const plain = readOne(unpackedOf(hydroPackage({ 'H100/testdata/config.yaml': 'time: 1s\n' })))
  expect(plain.problem.testcases.map(({ score }) => score)).toEqual([25, 25, 25, 25])
})

test('FPS is understood', () => {
  const { problem } = readOne(unpackedOf({ 'waves.xml': fpsText() }))
  expect(problem).toMatchObject({
    displayId: null,
    scoring: 'ACM',
    timeMs: 1500,
    memoryMb: 64,
    samples: [{ input: '1 2\n', output: '3\n' }],
    templates: { c11o2: 'int main() {}' },
  })
  const [picture] = problem.annexes
  expect(problem.statements[0]).toMatchObject({
    locale: 'en-US',
    title: 'Sum of Waves',
    description: `Add *a* and b.\n\n![](annex:${picture?.name})`,
  })
  expect(problem.solutions).toHaveLength(1)
  const old = fpsText()
    .replace('version="1.4"', 'version="1.1"')
    .replace('unit="ms"', '')
    .replace('1500', '2')
  expect(readOne(unpackedOf({ 'old.xml': old })).problem.timeMs).toBe(2000)
  expect(readOne(unpackedOf({ 'x.xml': fpsChecked() })).problem.checker).toMatchObject({ kind: 'program' })
})

test('titles of Polygon are plain text', () => {
  const titleOf = (name: string) => {
    const properties = JSON.stringify({
      name,
      legend: 'x',
      input: 'x',
      output: 'x',
      notes: '',
      sampleTests: [],
    })
    const files = polygonPackage({ 'statements/english/problem-properties.json': properties })
    return readOne(unpackedOf(files)).problem.statements.find(({ locale }) => locale === 'en-US')?.title
  }
  expect(titleOf('A\\_B \\& C\\# --- 100\\%')).toBe('A_B & C# — 100%')
  expect(titleOf('Two * Three_four')).toBe('Two * Three_four')
  expect(titleOf('\\textbf{Bold} and \\emph{It}, \\texttt{x\\_y}')).toBe('Bold and It, x_y')
  expect(titleOf('Sum \\\\ of $a_i \\le b$')).toBe('Sum of $a_i \\le b$')
  expect(titleOf('\\frobnicate{Odd} Title')).toBe('Odd Title')
})
