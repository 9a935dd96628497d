import { describe, expect, test } from 'vitest'
import { readPackage } from '#server/modules/package/importing.ts'
import { readFirst, refusedBy } from '../../support/packageReading.ts'
import { unpackedOf } from '../../support/packages.ts'

/** A pair of test files; a pair is as good as its input, which is its name. */
const pairs = (stems: readonly string[], [input, output] = ['in', 'out']) =>
  Object.fromEntries(
    stems.flatMap((stem) => [
      [`${stem}.${input}`, `${stem}\n`],
      [`${stem}.${output}`, `${stem}\n`],
    ]),
  )

const read = (files: Record<string, string>) => readFirst(unpackedOf(files))
const refused = (files: Record<string, string>) => refusedBy(() => read(files))

const upTo = (count: number, stem: string) => Array.from({ length: count }, (_, at) => `${stem}${at + 1}`)

describe('UOJ', () => {
  const PLAIN = `use_builtin_judger on
use_builtin_checker ncmp
n_tests 3
n_ex_tests 2
n_sample_tests 1
input_pre www
input_suf in
output_pre www
output_suf out
time_limit 2
memory_limit 512
output_limit 64
`
  const packageOf = (conf: string, more: Record<string, string> = {}) => ({
    'problem.conf': conf,
    ...pairs(upTo(3, 'www')),
    ...pairs(upTo(2, 'ex_www')),
    ...more,
  })

  test('tests add up to 100, extra tests earn nothing, and the first of them are the samples', () => {
    const { problem, cases, said } = read(packageOf(PLAIN))
    expect(cases).toEqual([
      ['www1', 0, 33],
      ['www2', 0, 33],
      ['www3', 0, 34],
      ['ex_www2', 0, 0],
    ])
    expect(problem).toMatchObject({
      scoring: 'OI',
      caseMode: 'ALL',
      timeMs: 2000,
      memoryMb: 512,
      outputBytes: 64 * 2 ** 20,
      checker: { kind: 'tokens' },
      samples: [{ input: 'ex_www1\n', output: 'ex_www1\n' }],
      statements: [{ locale: 'zh-CN', title: 'www' }],
    })
    expect(said).toContain('converted extraTests')
    expect(said).toContain('leftOut statementMissing')
  })

  test('tests may have points of their own', () => {
    const own = 'point_score_1 20\npoint_score_2 30\npoint_score_3 60\n'
    expect(read(packageOf(PLAIN + own)).cases.map(([, , score]) => score)).toEqual([20, 30, 60, 0])
    expect(read(packageOf(`${PLAIN}point_score_2 50\n`)).cases.map(([, , score]) => score)).toEqual([
      25, 50, 25, 0,
    ])
  })

  test('subtasks end where the settings say, and repeat the tests of those that they depend on', () => {
    const conf = `${PLAIN}n_subtasks 2
subtask_end_1 1
subtask_score_1 40
subtask_end_2 3
subtask_score_2 60
subtask_dependence_2 1
`
    const { problem, cases } = read(packageOf(conf))
    expect(problem.caseMode).toBe('SUBTASK_LOWEST')
    expect(cases).toEqual([
      ['www1', 1, 40],
      ['www1', 2, 60],
      ['www2', 2, 60],
      ['www3', 2, 60],
      ['ex_www2', 3, 0],
    ])
    const many = conf.replace('subtask_dependence_2 1', 'subtask_dependence_2 many\nsubtask_dependence_2_1 1')
    expect(read(packageOf(many)).cases).toEqual(cases)
  })

  test('programs go by their names, downloads are attachments, and required files lie beside the program', () => {
    const testlib =
      '#include "testlib.h"\nint main(int argc, char **argv) { registerTestlibCmd(argc, argv); }\n'
    const { problem } = read(
      packageOf(PLAIN.replace('use_builtin_checker ncmp\n', ''), {
        'chk17.cpp': testlib,
        'std.cpp': 'int main() {}\n',
        'val.cpp': '#include "testlib.h"\nint main() {}\n',
        'require/grader.h': '#pragma once\n',
        'download/sample.zip': 'PK',
        'statement.md': '# 求和\n\n求两数之和。\n\n## 输入格式\n\n两个整数。\n\n## 输出格式\n\n和。\n',
      }),
    )
    expect(problem).toMatchObject({
      checker: { kind: 'program', source: testlib },
      solutions: [{ name: 'std.cpp', expected: ['ACCEPTED'] }],
      makers: [{ role: 'VALIDATOR', name: 'val' }],
      userFiles: { 'grader.h': '#pragma once\n' },
      annexes: [{ name: 'sample.zip' }],
      statements: [{ title: '求和', description: '求两数之和。', input: '两个整数。' }],
    })
  })

  test('the implementer is the grader that is linked, and answers begin with its token', () => {
    const conf = `${PLAIN}with_implementer on\ntoken wahaha233\n`
    const { problem, said } = read(packageOf(conf, { 'require/implementer.cpp': '', 'require/lib.h': '' }))
    expect(Object.keys(problem.userFiles).sort()).toEqual(['grader.cpp', 'lib.h'])
    expect(said).toContain('understood grader')
    expect(problem.languageKeys).toContain('cpp17o2')
    expect(problem.languageKeys.filter((key) => !key.startsWith('cpp'))).toEqual([])
    const [first] = problem.testcases
    expect(Buffer.from(first?.answer ?? []).toString()).toBe('wahaha233\nwww1\n')
    expect(problem.samples[0]?.output).toBe('ex_www1\n')
  })

  test('answers are submitted where it says so', () => {
    const { problem, said } = read(packageOf(`${PLAIN}submit_answer on\n`))
    expect(problem.outputOnly).toBe(true)
    expect(said).toContain('understood outputOnly')
  })

  test('what only UOJ judges is refused by its setting', () => {
    expect(refused(packageOf(`${PLAIN}with_implementer on\ntoken "quoted"\n`))?.[1]).toBe('token')
    const own = packageOf(PLAIN.replace('use_builtin_judger on\n', ''), { 'judger.cpp': '', Makefile: '' })
    expect(refused(own)?.[1]).toBe('use_builtin_judger off')
    expect(refused(packageOf(PLAIN.replace('ncmp', 'bitcmp')))?.[1]).toBe('use_builtin_checker bitcmp')
    expect(refused(packageOf(PLAIN.replace('use_builtin_checker ncmp\n', '')))).toEqual([
      'PACKAGE_INCOMPLETE',
      'chk.cpp',
    ])
    expect(refused(packageOf(PLAIN.replace('n_tests 3', 'n_tests 4')))).toEqual([
      'PACKAGE_INCOMPLETE',
      'www4.in',
    ])
    expect(refused(packageOf(PLAIN.replace('n_tests 3', 'n_tests 1e9')))).toEqual([
      'PACKAGE_LIMIT',
      'problem.conf',
    ])
    expect(refused(packageOf(PLAIN.replace('n_tests 3', 'n_tests 0').replace('n_ex_tests 2', '')))?.[0]).toBe(
      'PACKAGE_INCOMPLETE',
    )
  })

  test('settings of a megabyte are refused, also where they are blank', () => {
    const conf = `${PLAIN}${'\n'.repeat(1_100_000)}`
    expect(refused(packageOf(conf))?.[0]).toBe('PACKAGE_TOO_LARGE')
    expect(refused(packageOf(`${'\n'.repeat(100_000)}${PLAIN}`))?.[0]).toBe('PACKAGE_UNKNOWN')
  })

  test('files of a repository lie in a folder that is a number, and several problems in folders of their own', () => {
    const inside = (folder: string) =>
      Object.fromEntries(Object.entries(packageOf(PLAIN)).map(([name, text]) => [`${folder}/${name}`, text]))
    expect(read(inside('1')).problem.statements[0]?.title).toBe('www')
    const two = readPackage(unpackedOf({ ...inside('sum'), ...inside('road') }))
    expect(two.map(({ report }) => report.title).sort()).toEqual(['road', 'sum'])
  })
})

describe('SYZOJ', () => {
  /** Written by a converter of another judge's contests. */
  const CONVERTED = `subtasks: 
  - score: 15
    type: min
    cases: ['1_1', '1_2']
  - score: 80
    type: mul
    cases: ['2_1']
  - score: 5
    type: sum
    cases: ['1_1', '_hack_1']

inputFile: 'a#.in'
outputFile: 'a#.out'
`
  const files = { 'data.yml': CONVERTED, ...pairs(['a1_1', 'a1_2', 'a2_1', 'a_hack_1']) }

  test('subtasks name their cases, which may be in several', () => {
    const { problem, cases, said } = read(files)
    expect(cases).toEqual([
      ['a1_1', 1, 15],
      ['a1_2', 1, 15],
      ['a2_1', 2, 80],
      ['a1_1', 3, 2],
      ['a_hack_1', 4, 3],
    ])
    expect(problem).toMatchObject({ scoring: 'OI', caseMode: 'SUBTASK_LOWEST', timeMs: 1000, memoryMb: 256 })
    expect(said).toEqual(expect.arrayContaining(['converted timeDefault', 'converted memoryDefault']))
  })

  test('cases are found by name where none are listed, and a special judge by its settings or its name', () => {
    const spj = '#include <cstdio>\nint main() { std::puts("100"); }\n'
    const found = { ...pairs(['sum1', 'sum2'], ['in', 'ans']), 'judge.cpp': spj }
    for (const said of [
      'specialJudge: judge.cpp\n',
      'specialJudge:\n  language: cpp\n  fileName: judge.cpp\n',
    ]) {
      const { problem, cases } = read({ ...found, 'data.yml': said })
      expect(cases).toEqual([
        ['sum1', 0, 50],
        ['sum2', 0, 50],
      ])
      expect(problem.checker).toMatchObject({ kind: 'program', source: expect.stringContaining('user_out') })
    }
    const named = read({ ...files, 'spj_cpp.cpp': spj })
    expect(named.problem.checker.kind).toBe('program')
    expect(named.said).toContain('leftOut groupRule')
  })

  test('answers are submitted where it says so, and interactors of its own are refused', () => {
    const outputs = read({ ...files, 'data.yml': `${CONVERTED}userOutput: 'a#.out'\n` })
    expect(outputs.problem.outputOnly).toBe(true)
    expect(outputs.said).toContain('understood outputOnly')
    expect(refused({ ...files, 'data.yml': `${CONVERTED}interactor: {fileName: i.cpp}\n` })?.[1]).toBe(
      'interactor',
    )
    expect(refused({ ...files, 'data.yml': CONVERTED.replace('type: min', 'type: best') })?.[1]).toBe(
      'type: best',
    )
    expect(refused({ ...files, 'data.yml': CONVERTED.replace("'2_1'", "'9_9'") })?.[1]).toBe('a9_9.in')
    expect(refused({ 'data.yml': "subtasks: []\ninputFile: 'a#.in'\n" })?.[0]).toBe('PACKAGE_INCOMPLETE')
  })
})

describe('Luogu', () => {
  const config = (scores: readonly number[], ids: readonly number[]) =>
    scores
      .map(
        (score, at) =>
          `${at + 1}.in:\n  timeLimit: ${1000 + at * 500}\n  memoryLimit: 131072\n  score: ${score}\n  isPretest: false\n  subtaskId: ${ids[at]}\n`,
      )
      .join('')
  const tests = pairs(upTo(3, ''))

  test('each test has limits, the largest hold, and points add up', () => {
    const { problem, cases, said } = read({ 'config.yml': config([30, 30, 40], [0, 0, 0]), ...tests })
    expect(cases).toEqual([
      ['1', 0, 30],
      ['2', 0, 30],
      ['3', 0, 40],
    ])
    expect(problem).toMatchObject({ scoring: 'OI', caseMode: 'ALL', timeMs: 2000, memoryMb: 128 })
    expect(said).toContain('converted caseLimits')
  })

  test('tests of a subtask name its points, unless those of all tests make the full score', () => {
    const { problem, cases } = read({ 'config.yml': config([40, 60, 60], [0, 1, 1]), ...tests })
    expect(problem.caseMode).toBe('SUBTASK_LOWEST')
    expect(cases).toEqual([
      ['1', 1, 40],
      ['2', 2, 60],
      ['3', 2, 60],
    ])
    const sums = read({ 'config.yml': config([40, 30, 30], [0, 1, 1]), ...tests })
    expect(sums.cases.map(([, ...rest]) => rest)).toEqual([
      [0, 40],
      [0, 30],
      [0, 30],
    ])
  })

  test('a checker for testlib comes along, and another config.yml is none of Luogu', () => {
    const checker = '#include "testlib.h"\nint main(int c, char **v) { registerTestlibCmd(c, v); }\n'
    const files = { 'config.yml': config([50, 50], [0, 0]), ...pairs(['1', '2']) }
    expect(read({ ...files, 'checker.cpp': checker }).problem.checker).toMatchObject({ source: checker })
    expect(refused({ 'config.yml': 'colour: red\n', ...tests })?.[0]).toBe('PACKAGE_UNKNOWN')
    expect(refused({ ...files, 'config.yml': `${files['config.yml']}9.in:\n  score: 1\n` })?.[0]).toBe(
      'PACKAGE_INCOMPLETE',
    )
  })
})

describe('CMS', () => {
  const TASK = `name: sum
title: Two numbers
n_input: 4
score_mode: max_subtask
token_mode: disabled
time_limit: 1.5
memory_limit: 64
public_testcases: "0"
primary_language: en
`
  const GEN = `# Generator: N
#ST: 0
1
# ST: 30
#COPY: gen/hand.txt
20 5  # small
#ST: 70
# a comment
100 7
`
  const files = {
    'task.yaml': TASK,
    'gen/GEN': GEN,
    'statement/statement.pdf': '%PDF-1.5',
    'att/example.zip': 'PK',
    ...Object.fromEntries(
      [0, 1, 2, 3].flatMap((at) => [
        [`input/input${at}.txt`, `${at}\n`],
        [`output/output${at}.txt`, `${at}\n`],
      ]),
    ),
  }

  test('subtasks are those of GEN, and the printed statement is attached', () => {
    const { problem, cases, said } = read(files)
    expect(cases).toEqual([
      ['0', 1, 0],
      ['1', 2, 30],
      ['2', 2, 30],
      ['3', 3, 70],
    ])
    expect(problem).toMatchObject({
      scoring: 'OI',
      caseMode: 'SUBTASK_LOWEST',
      timeMs: 1500,
      memoryMb: 64,
      fileIo: { input: 'input.txt', output: 'output.txt' },
      checker: { kind: 'lines' },
      statements: [{ title: 'Two numbers', description: '[statement.pdf](annex:statement.pdf)' }],
      annexes: [{ name: 'statement.pdf' }, { name: 'example.zip' }],
    })
    expect(said).toContain('leftOut noStatement')
  })

  test('points are those of the score type that the task names', () => {
    const scoring = (type: string, parameters: string) => {
      const task = `${TASK}score_type: ${type}\nscore_type_parameters: ${parameters}\n`
      return { ...files, 'task.yaml': task.includes('n_input') ? task : `${task}n_input: 4\n` }
    }
    const expected = [
      ['0', 1, 40],
      ['1', 1, 40],
      ['1', 2, 60],
      ['3', 2, 60],
    ]
    expect(read(scoring('GroupMin', '[[40, "00[01]"], [60, "001|.*3"]]')).cases).toEqual(expected)
    expect(read(scoring('GroupMul', '[[40, "00[01]"], [60, "001|.*3"]]')).cases).toEqual(expected)
    expect(read(scoring('GroupMin', '[[20, 1], [80, 3]]')).cases.map(([, ...rest]) => rest)).toEqual([
      [1, 20],
      [2, 80],
      [2, 80],
      [2, 80],
    ])
    expect(read(scoring('Sum', '5')).cases.map(([, ...rest]) => rest)).toEqual(
      Array.from({ length: 4 }, () => [0, 5]),
    )
    expect(refused(scoring('GroupThreshold', '[[100, 4, 10]]'))).toEqual([
      'PACKAGE_UNUSABLE',
      'score_type: GroupThreshold',
    ])
    expect(refused(scoring('GroupMin', '[[100, "("]]'))).toEqual([
      'PACKAGE_UNUSABLE',
      'score_type_parameters: (',
    ])
  })

  test('printed statements of several languages are attached, the English one first', () => {
    const { 'statement/statement.pdf': _, ...others } = files
    const printed = { 'statement/arabic.pdf': '%PDF-1.5', 'statement/english.pdf': '%PDF-1.5' }
    const { problem } = read({ ...others, ...printed })
    expect(problem.statements[0]?.description).toBe(
      '[english.pdf](annex:english.pdf)\n\n[arabic.pdf](annex:arabic.pdf)',
    )
    expect(problem.annexes.map(({ name }) => name)).toEqual(['english.pdf', 'arabic.pdf', 'example.zip'])
  })

  test('tests add up without GEN, and files of programs left empty are the standard streams', () => {
    const { 'gen/GEN': _, ...plain } = files
    const { problem, cases } = read({ ...plain, 'task.yaml': `${TASK}infile: ""\noutfile: ""\n` })
    expect(cases.map(([, ...rest]) => rest)).toEqual(Array.from({ length: 4 }, () => [0, 25]))
    expect(problem.fileIo).toBeNull()
  })

  test('graders come with their headers, and solutions beside them do not', () => {
    const sol = { 'sol/grader.cpp': '', 'sol/sum.h': '', 'sol/sum.cpp': '', 'sol/solution.cpp': '' }
    expect(Object.keys(read({ ...files, ...sol }).problem.userFiles).sort()).toEqual(['grader.cpp', 'sum.h'])
    expect(read({ ...files, 'sol/solution.cpp': '' }).problem.userFiles).toEqual({})
  })

  test('outputs are submitted to a task that is output only', () => {
    expect(read(files).problem.outputOnly).toBe(false)
    expect(read({ ...files, 'task.yaml': `${TASK}output_only: true\n` }).problem.outputOnly).toBe(true)
  })

  test('what is not judged here is refused', () => {
    expect(refused({ ...files, 'check/manager.cpp': '' })?.[1]).toBe('check/manager')
    expect(refused({ ...files, 'check/checker': '\x7fELF' })).toEqual(['PACKAGE_UNUSABLE', 'checker'])
    const { 'gen/GEN': _, ...plain } = files
    expect(refused({ ...plain, 'task.yaml': TASK.replace('n_input: 4', 'n_input: -1') })?.[0]).toBe(
      'PACKAGE_LIMIT',
    )
    expect(refused({ ...plain, 'task.yaml': TASK.replace('n_input: 4', 'n_input: 5') })?.[1]).toBe(
      'input/input4.txt',
    )
  })
})
