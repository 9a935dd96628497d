import { describe, expect, test } from 'vitest'
import { readPackage } from '#server/modules/package/importing.ts'
import { readFirst, refusedBy } from '../../support/packageReading.ts'
import { hydroPackage, unpackedOf } from '../../support/packages.ts'

const WORDS = { 'P/problem.yaml': 'pid: P1\ntitle: Sum\n', 'P/problem_zh.md': 'Add.\n' }

/** A Hydro problem of these pairs of test files; a pair is as good as its input, which is its name. */
const problemOf = (pairs: readonly (readonly [string, string])[], config = '') => ({
  ...WORDS,
  ...(config ? { 'P/testdata/config.yaml': config } : {}),
  ...Object.fromEntries(
    pairs.flatMap(([input, output]) => [
      [`P/testdata/${input}`, `${input}\n`],
      [`P/testdata/${output}`, `${output}\n`],
    ]),
  ),
})

/** The problem; its cases also with their answers. */
function read(files: Record<string, string>) {
  const found = readFirst(unpackedOf(files))
  const answers = found.problem.testcases.map(({ answer }) =>
    Buffer.from(answer ?? [])
      .toString()
      .trim(),
  )
  return { ...found, cases: found.cases.map(([input, ...rest], at) => [input, answers[at], ...rest]) }
}

const refused = (files: Record<string, string>) => refusedBy(() => readPackage(unpackedOf(files)))

const THREE = [1, 2, 3].map((n) => [`${n}.in`, `${n}.out`] as const)
const lists = (...cases: string[]) => `[${cases.map((one) => `{${one}}`).join(', ')}]`
const file = (n: number, more = '') => `input: ${n}.in, output: ${n}.out${more}`

describe('the scores of Hydro', () => {
  const scores = (config: string) => read(problemOf(THREE, config)).cases.map(([, , ...rest]) => rest)

  test('add up by case, and what has none shares the rest', () => {
    const own = lists(file(1, ', score: 10'), file(2, ', score: 20'), file(3, ', score: 70'))
    expect(scores(`subtasks: [{score: 100, type: sum, cases: ${own}}]`)).toEqual([
      [0, 10],
      [0, 20],
      [0, 70],
    ])
    const one = lists(file(1, ', score: 31'), file(2), file(3))
    expect(scores(`cases: ${one}`)).toEqual([
      [0, 31],
      [0, 34],
      [0, 35],
    ])
    const each = [1, 2, 3].map((n) => `cases: ${lists(file(n))}${n === 1 ? ', score: 30' : ''}`)
    expect(scores(`subtasks: ${lists(...each)}`)).toEqual([
      [1, 30],
      [2, 35],
      [3, 35],
    ])
  })

  test('go by the ids of subtasks, and are those of the worst case of one', () => {
    const second = `id: 2, score: 60, cases: ${lists(file(2, ', score: 50'), file(3))}`
    expect(scores(`subtasks: ${lists(second, `id: 1, cases: ${lists(file(1))}`)}`)).toEqual([
      [1, 40],
      [2, 50],
      [2, 50],
    ])
  })

  test('of the best case are refused, unless there is only one', () => {
    const best = (...cases: string[]) => `subtasks: [{type: max, cases: ${lists(...cases)}}]`
    expect(refused(problemOf(THREE, best(file(1), file(2))))).toEqual(['PACKAGE_UNUSABLE', 'type: max'])
    expect(scores(best(file(1)))).toEqual([[1, 100]])
  })
})

test('the largest limits of a case hold for all, which is said', () => {
  const limits = (config: string) => {
    const { problem, said } = read(problemOf(THREE, config))
    return [problem.timeMs, problem.memoryMb, said.includes('converted caseLimits')]
  }
  const cases = lists(file(1), file(2, ', time: 5s'), file(3))
  const subtasks = (more: string) => `subtasks: [{score: 100${more}, cases: ${cases}}]`
  expect(limits(`time: 1s\nmemory: 64m\n${subtasks(', time: 3s, memory: 512m')}`)).toEqual([5000, 512, true])
  // What is said more closely comes first, also where it is less.
  expect(limits(`time: 9s\n${subtasks(', time: 3s')}`)).toEqual([5000, 256, true])
  expect(limits(`time: 2s\ncases: ${lists(file(1))}`)).toEqual([2000, 256, false])
})

test('limits without a unit are milliseconds and megabytes, and senseless ones are refused by name', () => {
  const limits = (config: string) => {
    const { problem } = read(problemOf(THREE, config))
    return [problem.timeMs, problem.memoryMb]
  }
  expect(limits('time: 1000\nmemory: 512\n')).toEqual([1000, 512])
  expect(limits('time: "1500"\nmemory: "64"\n')).toEqual([1500, 64])
  expect(limits('time: 1.5s\nmemory: 1g\n')).toEqual([1500, 1024])
  expect(limits('time: 1.5\nmemory: 65536KB\n')).toEqual([1500, 64])
  expect(limits('time: 2000000us\nmemory: 256MiB\n')).toEqual([2000, 256])
  expect(limits('time: 800m\nmemory: 256mb\n')).toEqual([800, 256])
  expect(limits('time: 3S\n')).toEqual([3000, 256])
  expect(refused(problemOf(THREE, 'time: 1h\n'))?.[0]).toBe('PACKAGE_LIMIT')
  expect(refused(problemOf(THREE, 'time: 9000000\n'))?.[0]).toBe('PACKAGE_LIMIT')
  expect(refused(problemOf(THREE, 'time: -1\n'))?.[0]).toBe('PACKAGE_LIMIT')
})

describe('answers', () => {
  const oneCase = (output: string) => `cases: [{input: 1.in${output && `, output: ${output}`}}]\n`
  const checked = { 'P/testdata/c.cc': 'int main() {}\n' }

  test('that the config names and the package lacks are refused by name', () => {
    const missing = ['PACKAGE_INCOMPLETE', 'P/testdata/9.out']
    expect(refused(problemOf(THREE, oneCase('9.out')))).toEqual(missing)
    const files = problemOf(THREE, `checker_type: testlib\nchecker: c.cc\n${oneCase('9.out')}`)
    expect(refused({ ...files, ...checked })).toEqual(missing)
  })

  test('are empty where the config says so, and absent where a checker needs none', () => {
    const answers = (files: Record<string, string>) =>
      read(files).problem.testcases.map(({ answer }) => answer)
    expect(answers(problemOf(THREE, oneCase('/dev/null')))).toEqual([new Uint8Array()])
    expect(refused(problemOf(THREE, oneCase('')))).toEqual(['PACKAGE_INCOMPLETE', 'P/testdata/ (1.in)'])
    const config = `checker_type: testlib\nchecker: c.cc\n${oneCase('')}`
    expect(answers({ ...problemOf(THREE, config), ...checked })).toEqual([null])
    expect(read(problemOf(THREE, 'cases: [{input: /dev/null, output: 1.out}]\n')).cases).toEqual([
      ['', '1.out', 0, 100],
    ])
  })
})

test('a checker is compiled in the language that the config names, or the nearest', () => {
  const language = (lang: string, name = 'c.cc') => {
    const config = `checker_type: testlib\nchecker: {file: ${name}, lang: ${lang}}\n`
    const { problem } = read({ ...problemOf(THREE, config), [`P/testdata/${name}`]: 'int main() {}\n' })
    return problem.checker.kind === 'program' ? problem.checker.language : null
  }
  expect(language('cc.cc20o2')).toBe('cpp20o2')
  expect(language('cc.cc20')).toBe('cpp20')
  expect(language('cc.cc98')).toBe('cpp11')
  expect(language('cc.cc03o2')).toBe('cpp11o2')
  expect(language('cc.cc26o2')).toBe('cpp23o2')
  expect(language('cc')).toBe('cpp17o2')
  expect(language('auto')).toBe('cpp17o2')
  expect(language('cc.cc14o2', 'c.txt')).toBe('cpp14o2')
})

describe('subtasks that wait for others', () => {
  const waiting = `subtasks: ${lists(`id: 1, score: 30, cases: ${lists(file(1))}`, `id: 2, if: [1], score: 70, cases: ${lists(file(2))}`, `id: 3, if: [2], score: 0, cases: ${lists(file(3))}`)}`

  test('repeat the tests of these', () => {
    const { cases, said } = read(problemOf(THREE, waiting))
    expect(cases.map(([input, , ...rest]) => [input, ...rest])).toEqual([
      ['1.in', 1, 30],
      ['1.in', 2, 70],
      ['2.in', 2, 70],
      ['1.in', 3, 0],
      ['2.in', 3, 0],
      ['3.in', 3, 0],
    ])
    expect(said).toContain('converted groupsWait')
  })

  test('are named where a checker may give partial points', () => {
    const files = problemOf(THREE, `checker_type: testlib\nchecker: c.cc\n${waiting}`)
    const { cases, notes } = read({ ...files, 'P/testdata/c.cc': 'int main() { quitp(0.5); }\n' })
    expect(cases).toHaveLength(3)
    const rules = notes.filter(({ key }) => key === 'groupRule').map(({ parameters }) => parameters.rule)
    expect(rules).toEqual(['subtask 2: if 1', 'subtask 3: if 2'])
  })
})

describe('cases are found by name', () => {
  const found = (pairs: [string, string][], config = '') => read(problemOf(pairs, config)).cases

  test.each([
    ['input1.txt', 'output1.txt'],
    ['1.IN', '1.OUT'],
    ['1.in', '1.ans'],
    ['input1.in', 'output1.out'],
    ['1.in.txt', '1.out.txt'],
    ['1.txt', '1.out'],
    ['data.in1', 'data.ou1'],
    ['data.1.in', 'data.1.out'],
    ['1-large.in', '1-large.out'],
    ['sample.in', 'sample.out'],
    ['数据1.in', '数据1.out'],
  ])('%s with %s', (input, output) => {
    expect(found([[input, output]])).toEqual([[input, output, 0, 100]])
  })

  test('in the order of their numbers, with the subtasks that the names say', () => {
    const pairs = ['data2-1', 'data1-10', 'data1-2', '数据1_1'].map((stem): [string, string] => [
      `${stem}.in`,
      `${stem}.out`,
    ])
    expect(found(pairs).map(([input, , ...rest]) => [input, ...rest])).toEqual([
      ['数据1_1.in', 1, 50],
      ['data1-2.in', 1, 50],
      ['data1-10.in', 1, 50],
      ['data2-1.in', 2, 50],
    ])
    const config = 'subtasks: [{id: 2, score: 70, type: sum}, {id: 1, score: 30}]'
    expect(found(pairs, config).map(([, , ...rest]) => rest)).toEqual([
      [1, 30],
      [1, 30],
      [1, 30],
      [2, 70],
    ])
    const third = 'subtasks: [{id: 3, score: 70}]'
    expect(refused(problemOf(pairs, third))).toEqual(['PACKAGE_INCOMPLETE', 'P/testdata/ (subtask 3)'])
  })

  test('and an input without an answer is named', () => {
    const files = { ...problemOf(THREE), 'P/testdata/4.in': '4\n' }
    const { cases, notes } = read(files)
    expect(cases).toHaveLength(3)
    expect(notes.find(({ key }) => key === 'answerMissing')?.file).toBe('P/testdata/4.in')
    // An interactor may need none.
    const config = 'type: interactive\ninteractor: talk.cc\n'
    const talk = { 'P/testdata/config.yaml': config, 'P/testdata/talk.cc': 'int main() {}\n' }
    expect(read({ ...files, ...talk }).cases).toHaveLength(4)
  })
})

test('standard checkers of testlib go by their names', () => {
  const checked = (name: string) => problemOf(THREE, `checker_type: testlib\nchecker: ${name}\n`)
  const { problem, said } = read(checked('wcmp'))
  expect(problem.checker).toEqual({ kind: 'tokens', caseSensitive: true })
  expect(said).toContain('converted checkerBuiltIn')
  expect(read(checked('rcmp6')).problem.checker).toMatchObject({ kind: 'floats', absolute: 1e-6 })
  expect(refused(checked('pointscmp'))).toEqual(['PACKAGE_UNUSABLE', 'checker: pointscmp'])
})

test('a checker in the convention of Kattis stays as it is, unless it writes points', () => {
  const checked = (source: string) => ({
    ...problemOf(THREE, 'checker_type: kattis\nchecker: check.cc\n'),
    'P/testdata/check.cc': source,
  })
  const source = 'int main(int c, char **v) { return 42; }\n'
  const { problem, said } = read(checked(source))
  expect(problem.checker).toMatchObject({ kind: 'program', convention: 'kattis', source })
  expect(said).toContain('understood checkerProgram')
  expect(refused(checked('// feedback_dir/score.txt\n'))).toEqual([
    'PACKAGE_UNUSABLE',
    'checker_type: kattis, score.txt',
  ])
})

test('the validator comes along, and limits by language are named', () => {
  const config = 'validator: {file: val.cc, lang: cc.cc17}\ntime_limit_rate: {py: 2}\n'
  const files = { ...problemOf(THREE, config), 'P/testdata/val.cc': 'int main() {}\n' }
  const { problem, notes } = read(files)
  expect(problem.makers).toMatchObject([{ role: 'VALIDATOR', name: 'val', convention: 'testlib' }])
  expect(notes.find(({ key }) => key === 'key')?.parameters).toEqual({
    key: 'time_limit_rate',
    value: '{"py":2}',
  })
})

test('a script in place of the compiler is refused, because all programs would be rejected', () => {
  const config = 'user_extra_files: [template.cc, compile.sh]\n'
  expect(refused({ ...problemOf(THREE, config), 'P/testdata/compile.sh': 'g++ foo.cc\n' })).toEqual([
    'PACKAGE_UNUSABLE',
    'user_extra_files: compile.sh',
  ])
})

test('a problem without testdata is a draft, beside others and alone', () => {
  const draft = { 'Q/problem.yaml': 'pid: Q1\ntitle: Later\n', 'Q/problem_zh.md': 'Soon.\n' }
  const all = readPackage(unpackedOf({ ...hydroPackage(), ...draft }))
  expect(all.map(({ problem }) => [problem.displayId, problem.testcases.length])).toEqual([
    ['Q1', 0],
    ['H100', 4],
  ])
  expect(read(draft).said).toContain('leftOut noTests')
})

test('the lines of config.ini say file, seconds, points and memory of each case', () => {
  const ini = '2\r\nA1.in|A1.out|2|40|131072\r\na2.in|a2.out|1|60|\r\n'
  const inFolders = {
    ...WORDS,
    'P/testdata/config.ini': ini,
    'P/testdata/input/a1.in': 'one\n',
    'P/testdata/output/a1.out': '1\n',
    'P/testdata/a2.in': 'two\n',
    'P/testdata/a2.out': '2\n',
  }
  const { problem, cases } = read(inFolders)
  expect(cases).toEqual([
    ['one', '1', 0, 40],
    ['two', '2', 0, 60],
  ])
  expect([problem.timeMs, problem.memoryMb]).toEqual([2000, 256])
  const short = { ...inFolders, 'P/testdata/config.ini': '3\na2.in|a2.out|1|60\n' }
  expect(refused(short)).toEqual(['PACKAGE_UNUSABLE', '3'])
})

test('tests in folders of their own are found', () => {
  const files = {
    ...WORDS,
    'P/testdata/input/1.txt': 'one\n',
    'P/testdata/output/1.txt': '1\n',
    'P/testdata/input/2-large.in': 'two\n',
    'P/testdata/output/2-large.out': '2\n',
  }
  expect(read(files).cases).toEqual([
    ['one', '1', 0, 50],
    ['two', '2', 0, 50],
  ])
})

test('an embedded file of a statement becomes a link to its attachment', () => {
  const files = {
    ...problemOf(THREE),
    'P/problem_zh.md': '@[pdf](file://the%20tide.pdf?noDisposition=1)\n',
    'P/additional_file/the tide.pdf': '%PDF-1.4\n',
  }
  const { problem } = read(files)
  expect(problem.annexes.map(({ name }) => name)).toEqual(['the tide.pdf'])
  expect(problem.statements[0]?.description).toMatch(/^\[the tide\.pdf\]\(/)
})

describe('a printed statement', () => {
  const printed = (...names: string[]) => ({
    ...Object.fromEntries(Object.entries(problemOf(THREE)).filter(([path]) => path !== 'P/problem_zh.md')),
    ...Object.fromEntries(names.map((name) => [`P/${name}`, name.endsWith('.md') ? 'Add.\n' : '%PDF-1.4\n'])),
  })

  test.each(['problem.pdf', 'problem_zh.pdf', 'problem.zh.pdf'])('%s is attached and linked', (name) => {
    const { problem } = read(printed(name))
    expect(problem.annexes.map((annex) => annex.name)).toEqual([name])
    expect(problem.statements).toMatchObject([
      { locale: 'zh-CN', title: 'Sum', description: `[${name}](annex:${name})` },
    ])
  })

  test('stands beside a text in another language, and after one in its own', () => {
    const { problem } = read(printed('problem_zh.pdf', 'problem.en.md', 'problem-zh_TW.md'))
    expect(problem.statements.map(({ locale, description }) => [locale, description])).toEqual([
      ['zh-CN', 'Add.'],
      ['en-US', 'Add.'],
    ])
    expect(problem.annexes.map(({ name }) => name)).toEqual(['problem_zh.pdf'])
  })
})

describe('a folder of tests of Hydro, without its problem', () => {
  const CONFIG = `time: 2s
memory: 128m
checker_type: testlib
checker: chk.cc
subtasks:
  - { id: 1, score: 40, type: min, cases: [{ input: 1.in, output: 1.out }] }
  - { id: 2, score: 60, type: min, cases: [{ input: 2.in, output: 2.out }] }
`
  const folder = (config: string, root: string) => ({
    [`${root}config.yaml`]: config,
    [`${root}chk.cc`]: '#include "testlib.h"',
    ...Object.fromEntries(
      [1, 2].flatMap((n) => [`in`, `out`].map((end) => [`${root}${n}.${end}`, `${n}.${end}`])),
    ),
  })

  test.each(['', 'sum/', 'testdata/'])(
    'is a problem with its settings and the name of the folder (%j)',
    (root) => {
      const { problem, cases, said } = read(folder(CONFIG, root))
      expect(cases).toEqual([
        ['1.in', '1.out', 1, 40],
        ['2.in', '2.out', 2, 60],
      ])
      expect(problem).toMatchObject({
        timeMs: 2000,
        memoryMb: 128,
        caseMode: 'SUBTASK_LOWEST',
        displayId: null,
      })
      expect(problem.checker).toMatchObject({ kind: 'program', convention: 'testlib' })
      expect(problem.statements).toMatchObject([{ title: root === '' ? 'config.yaml' : root.slice(0, -1) }])
      expect(said).toContain('leftOut statementMissing')
    },
  )

  test('is not taken for one beside a problem, and settings of another judge are not its own', () => {
    const found = readPackage(unpackedOf({ ...WORDS, ...folder(CONFIG, 'P/testdata/') }))
    expect(found.map(({ problem }) => problem.displayId)).toEqual(['P1'])
    expect(refused({ 'config.yaml': 'colour: red\n', '1.in': '1', '1.out': '1' })).toEqual([
      'PACKAGE_UNKNOWN',
      undefined,
    ])
    expect(refused({ ...folder(CONFIG, ''), 'chk.cc': '', '2.out': '' })).toBeNull()
    expect(refused({ 'config.yaml': CONFIG, '1.in': '1', '1.out': '1', '2.in': '2', '2.out': '2' })).toEqual([
      'PACKAGE_INCOMPLETE',
      'chk.cc',
    ])
  })
})
