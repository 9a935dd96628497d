import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Verdict } from '#judge/protocol.ts'
import { type PackageProblem, PLAIN } from '#server/modules/package/format.ts'
import { OWN_FILE } from '#server/modules/package/icpc/icpc.ts'
import { writeIcpc } from '#server/modules/package/icpc/icpcWrite.ts'
import { readPackage } from '#server/modules/package/importing.ts'
import { Notes } from '#server/modules/package/report.ts'
import { parseYaml } from '#server/modules/package/yaml.ts'
import { SUM } from '../../support/packages.ts'

const statement = { title: '求和', description: '', input: 'i', output: 'o', hint: '', source: '' }
const PROBLEM: PackageProblem & { displayId: string } = {
  ...PLAIN,
  displayId: 'P1',
  statements: [{ locale: 'zh-CN', ...statement }],
  testcases: [],
}

const caseOf = (score: number, subtask = 0, name?: string) => ({
  input: Buffer.from(`${score}\n`),
  answer: Buffer.from('1\n'),
  subtask,
  score,
  ...(name ? { name } : {}),
})

/** A problem as it is written, and read again with our extension and without it. */
function written(change: Partial<PackageProblem>) {
  const notes = new Notes()
  const files = writeIcpc({ ...PROBLEM, testcases: [caseOf(1)], ...change, displayId: 'P1' }, notes)
  const unpacked = new Map([...files].map(([path, { content }]) => [path, content]))
  const text = (path: string) => Buffer.from(unpacked.get(path) ?? '').toString()
  const yaml = (path: string) => parseYaml(text(path), path)
  const back = (own: boolean) => {
    const [one] = readPackage(new Map([...unpacked].filter(([path]) => own || path !== OWN_FILE)))
    if (!one) throw new Error('no problem')
    return one
  }
  return { files, paths: [...files.keys()], text, yaml, back, notes: notes.list }
}

const scoresOf = ({ testcases }: PackageProblem) => testcases.map(({ subtask, score }) => [subtask, score])

describe('points of cases', () => {
  test('that differ are written by case, in groups of one', () => {
    const testcases = [caseOf(10), caseOf(20, 0, 'big'), caseOf(70)]
    const { yaml, paths, back } = written({ scoring: 'OI', testcases })
    expect(paths).toContain('data/secret/002-big/002-big.in')
    expect(yaml('data/secret/002-big/testdata.yaml')).toMatchObject({ accept_score: 20, range: '0 20' })
    expect(yaml('data/secret/testdata.yaml')).toEqual({
      on_reject: 'continue',
      grader_flags: 'sum',
      range: '0 100',
    })
    for (const own of [true, false]) {
      const { problem } = back(own)
      expect(problem).toMatchObject({ caseMode: 'ALL', testcases: testcases.map(({ score }) => ({ score })) })
      expect(problem.testcases.map(({ name }) => name)).toEqual([undefined, 'big', undefined])
    }
  })

  test('that are equal are written once', () => {
    const { paths, yaml, back } = written({ scoring: 'OI', testcases: [caseOf(7), caseOf(7)] })
    expect(paths).toContain('data/secret/002.in')
    expect(yaml('data/secret/testdata.yaml')).toMatchObject({ accept_score: 7, range: '0 14' })
    expect(scoresOf(back(false).problem)).toEqual([
      [0, 7],
      [0, 7],
    ])
  })

  test('of judging until the first failure say that the others are not run', () => {
    for (const scores of [
      Array.from({ length: 40 }, () => 5),
      Array.from({ length: 40 }, (_, at) => at + 1),
    ]) {
      const testcases = scores.map((score) => caseOf(score))
      const { yaml, back } = written({ scoring: 'OI', caseMode: 'UNTIL_FAILURE', testcases })
      expect(yaml('data/secret/testdata.yaml')).toMatchObject({ on_reject: 'break' })
      for (const own of [true, false]) {
        const { problem } = back(own)
        expect(problem.caseMode).toBe('UNTIL_FAILURE')
        expect(problem.testcases.map(({ score }) => score)).toEqual(scores)
      }
    }
  })

  test('that differ in a group are the least of them, or their mean', () => {
    const testcases = [caseOf(40, 1), caseOf(30, 1), caseOf(60, 2)]
    const lowest = written({ scoring: 'OI', caseMode: 'SUBTASK_LOWEST', testcases })
    expect(lowest.yaml('data/secret/group-01/testdata.yaml')).toMatchObject({
      accept_score: 30,
      range: '0 30',
    })
    expect(scoresOf(lowest.back(false).problem)).toEqual([
      [1, 30],
      [1, 30],
      [2, 60],
    ])
    const average = written({ scoring: 'OI', caseMode: 'SUBTASK_AVERAGE', testcases })
    expect(average.yaml('data/secret/group-01/testdata.yaml')).toEqual({
      on_reject: 'continue',
      grader_flags: 'avg',
      range: '0 35',
    })
    expect(average.yaml('data/secret/group-01/002/testdata.yaml')).toMatchObject({ accept_score: 30 })
    expect(scoresOf(average.back(true).problem)).toEqual(scoresOf({ ...PROBLEM, testcases }))
    // The mean of 40 and 30 is 20 for the one and 15 for the other.
    expect(average.back(false).problem.testcases.map(({ score }) => score)).toEqual([20, 15, 60])
  })
})

describe('pictures of statements', () => {
  const annexes = ['图 1.PNG', 'a-b.png', 'a_b.png', 'wave.svg', 'map.txt'].map((name) => ({
    name,
    content: Buffer.from(name),
  }))
  const description =
    '![](annex:%E5%9B%BE%201.PNG) ![](annex:a-b.png "t") ![](annex:a_b.png) ![](annex:wave.svg) [图](annex:%E5%9B%BE%201.PNG) [map](annex:map.txt)'
  const statements = [{ locale: 'zh-CN' as const, ...statement, description }]

  test('stand beside them under names that every system takes', () => {
    const { paths, text, back } = written({ annexes, statements })
    const beside = paths.filter((path) => /^(?:attachments|problem_statement)\//.test(path)).sort()
    expect(beside).toEqual([
      'attachments/map.txt',
      'problem_statement/1.png',
      'problem_statement/a_b.png',
      'problem_statement/a_b_2.png',
      'problem_statement/problem.zh.md',
      'problem_statement/wave.svg',
    ])
    expect(text('problem_statement/problem.zh.md')).toContain(
      '![](1.png) ![](a_b_2.png "t") ![](a_b.png) ![](wave.svg) [图](1.png) [map](../attachments/map.txt)',
    )
    expect(back(true).problem).toMatchObject({ statements, annexes })
    expect(back(false).report.notes.filter(({ key }) => key === 'pictureMissing')).toEqual([])
  })
})

describe('solutions', () => {
  const solution = (name: string, expected: Verdict[], language = 'cpp17o2') => ({
    name,
    language,
    source: language === 'python3' ? 'print(1)' : SUM,
    expected,
    score: null,
  })
  const pathsOf = (solutions: PackageProblem['solutions']) =>
    written({ solutions }).paths.filter((path) => path.startsWith('submissions/'))

  test('have names that no compiler takes for an option', () => {
    expect(
      pathsOf(
        ['标程.cpp', '-O2.cpp', 'a 标.cpp', '--.cpp', 'A.cpp', 'a.cpp'].map((name) =>
          solution(name, ['ACCEPTED']),
        ),
      ),
    ).toEqual(
      ['solution', 'O2', 'a', 'solution-2', 'A-2', 'a-3'].map((name) => `submissions/accepted/${name}.cpp`),
    )
  })

  test('stand in the folder of their verdicts, and those of several say which', () => {
    const solutions = [
      solution('w.cpp', ['WRONG_ANSWER', 'PRESENTATION_ERROR']),
      solution('m.cpp', ['MEMORY_LIMIT_EXCEEDED', 'RUNTIME_ERROR']),
      solution('slow.cpp', ['TIME_LIMIT_EXCEEDED', 'ACCEPTED']),
      solution('r.py', ['WRONG_ANSWER', 'TIME_LIMIT_EXCEEDED', 'RUNTIME_ERROR'], 'python3'),
      solution('any.cpp', []),
    ]
    expect(pathsOf(solutions)).toEqual([
      'submissions/wrong_answer/w.cpp',
      'submissions/run_time_error/m.cpp',
      'submissions/mixed/slow.cpp',
      'submissions/mixed/r.py',
      'submissions/mixed/any.cpp',
    ])
    const { text, back } = written({ solutions })
    expect(text('submissions/mixed/slow.cpp')).toBe(`${SUM}// @EXPECTED_RESULTS@: TIMELIMIT, CORRECT\n`)
    expect(text('submissions/mixed/r.py')).toBe(
      'print(1)\n# @EXPECTED_RESULTS@: WRONG-ANSWER, TIMELIMIT, RUN-ERROR\n',
    )
    expect(text('submissions/mixed/any.cpp')).toBe(SUM)
    expect(back(true).problem.solutions).toEqual(solutions)
    expect(back(false).problem.solutions.find(({ name }) => name === 'mixed/slow.cpp')?.expected).toEqual([
      'TIME_LIMIT_EXCEEDED',
      'ACCEPTED',
    ])
  })
})

describe('settings', () => {
  test('of files that programs read and write are named, because the format has none', () => {
    const { notes } = written({ fileIo: { input: 'a.in', output: 'a.out' } })
    expect(notes).toContainEqual({
      kind: 'leftOut',
      key: 'fileIo',
      file: null,
      parameters: { input: 'a.in', output: 'a.out' },
    })
  })

  test('of validators are the arguments of the program that judges', () => {
    const interactor = {
      language: 'cpp17o2',
      source: 'int main() {}\n',
      convention: 'kattis' as const,
      flags: ['loud', '3'],
    }
    const { yaml, back } = written({ interactor })
    expect(yaml('problem.yaml')).toMatchObject({
      validation: 'custom interactive',
      validator_flags: 'loud 3',
    })
    expect(back(false).problem.interactor).toMatchObject({ flags: ['loud', '3'] })
    const spaced = { kind: 'program' as const, ...interactor, flags: ['one "two"', "it's"] }
    expect(written({ checker: spaced }).back(false).problem.checker).toMatchObject({ flags: spaced.flags })
    const { interactor: _, ...own } = { interactor, convention: 'testlib' as const }
    const { flags: __, ...plain } = interactor
    expect(written({ interactor: { ...plain, ...own } }).yaml('problem.yaml')).not.toHaveProperty(
      'validator_flags',
    )
  })
})

describe('programs of testlib', () => {
  const source =
    '#include "testlib.h"\nint main(int argc, char **argv) { registerTestlibCmd(argc, argv); quit(ouf.readInt() == ans.readInt() ? _ok : _wa, ""); }\n'
  const checker = { kind: 'program' as const, language: 'cpp17o2', source, convention: 'testlib' as const }
  const folder = 'output_validators/validator'

  test('bring the header they are built with', () => {
    const { files, back } = written({ checker })
    const place = mkdtempSync(join(tmpdir(), 'package-'))
    try {
      for (const [path, { content, executable }] of files) {
        if (!path.startsWith(folder)) continue
        mkdirSync(dirname(join(place, path)), { recursive: true })
        writeFileSync(join(place, path), content)
        chmodSync(join(place, path), executable ? 0o755 : 0o644)
      }
      writeFileSync(join(place, 'in'), '')
      writeFileSync(join(place, 'ans'), '3\n')
      mkdirSync(join(place, 'feedback'))
      execFileSync(join(place, folder, 'build'), { cwd: '/' })
      const judged = (output: string) => {
        try {
          execFileSync(join(place, folder, 'run'), ['in', 'ans', 'feedback'], { cwd: place, input: output })
        } catch (error) {
          return (error as { status: number }).status
        }
        return 0
      }
      expect([judged('3\n'), judged('4\n')]).toEqual([42, 43])
    } finally {
      rmSync(place, { recursive: true })
    }
    // Some systems refuse validators with folders, and so does ours.
    expect([...files.keys()].filter((path) => path.startsWith(folder)).sort()).toEqual(
      ['build', 'checker.cpp', 'run', 'testlib.h'].map((name) => `${folder}/${name}`),
    )
    expect(back(true).problem).toMatchObject({ checker, judgeFiles: {} })
    expect(back(false).problem.checker).toMatchObject({ language: 'scripts' })
  })

  test('keep a header of their own, and others get none', () => {
    const own = written({ checker, judgeFiles: { 'testlib.h': '// own\n' } })
    expect(own.text(`${folder}/testlib.h`)).toBe('// own\n')
    const other = written({ checker: { ...checker, source: 'int main() {}\n' } })
    expect(other.paths).not.toContain(`${folder}/testlib.h`)
  })

  test('among input validators bring it too', () => {
    const maker = {
      role: 'VALIDATOR' as const,
      name: 'val.cpp',
      language: 'cpp17o2',
      source: '#include "testlib.h"\nint main() {}\n',
      files: {},
      convention: 'testlib' as const,
    }
    const { paths, back } = written({ makers: [maker] })
    expect(paths).toContain('input_validators/val/testlib.h')
    expect(back(true).problem.makers).toEqual([maker])
  })
})
