import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { FULL_SCORE } from '../../testset/sections.ts'
import { type PackageProblem, type PackageReader, PLAIN } from '../format.ts'
import { sizeLimit, timeLimit } from '../limits.ts'
import type { Notes } from '../report.ts'
import { casesOfSubtasks, largestLimits } from '../scoring/caseFiles.ts'
import type { Case, Subtask } from '../scoring/subtasks.ts'
import { type Loose, mapOf, numberOf, parseYaml } from '../yaml.ts'
import { checkingProgram, judgingOf, programNamed, standardSolution } from './programs.ts'
import { settingsReader } from './settingsReader.ts'
import { statementBesideTests } from './statement.ts'

/** A test, and one of its settings on the next line. */
const SAYS =
  /^['"]?[^\s:'"][^:\n]*\.in['"]?[ \t]*:[ \t]*\n[ \t]+['"]?(?:timeLimit|memoryLimit|score|subtaskId|isPretest)['"]?[ \t]*:/m

/** Luogu's data: a folder with the tests and `config.yml`, which has the limits, points and subtask of each. */
export const luogu: PackageReader = settingsReader({
  key: 'luogu',
  names: ['config.yml', 'config.yaml'],
  says: SAYS,
  read: readLuogu,
})

type Test = Case & { subtask: number; score: number | null }

function readLuogu(files: PackageFiles, name: string, notes: Notes): PackageProblem {
  const file = files.full(name)
  const checkerFile = ['checker', 'chk', 'spj'].flatMap((stem) => programNamed(files, stem) ?? [])[0]
  const checker: PackageProblem['checker'] = checkerFile
    ? { kind: 'program', ...checkingProgram(files, checkerFile) }
    : { kind: 'default', ignoreTrailingBlanks: true }
  if (checkerFile) notes.understood('checkerProgram', {}, files.full(checkerFile))
  const settings = mapOf(parseYaml(files.needText(name), file))
  const tests = Object.entries(settings).map(([input, words]) => testOf(files, input, mapOf(words)))
  if (tests.length === 0) throw new Refusal('PACKAGE_INCOMPLETE', { file })
  const judging = judgingOf({ checker, interactor: null })
  const { cases, caseMode } = casesOfSubtasks(files, subtasksOf(tests), { ...judging, file }, notes)
  const shown = statementBesideTests(files, { title: files.name || name, locale: 'zh-CN' }, notes)
  const limits = largestLimits(
    {
      times: tests.map(
        ({ input, time }) => timeLimit({ name: `${input}: timeLimit`, value: time, file }, 1) ?? PLAIN.timeMs,
      ),
      memories: tests.map(
        ({ input, memory }) =>
          sizeLimit({ name: `${input}: memoryLimit`, value: memory, file }, 1 / 1024) ?? PLAIN.memoryMb,
      ),
      file,
    },
    notes,
  )
  return {
    ...PLAIN,
    ...shown,
    ...limits,
    scoring: 'OI',
    caseMode,
    checker,
    testcases: cases,
    solutions: standardSolution(files, notes),
  }
}

function testOf(files: PackageFiles, input: string, words: { [key: string]: Loose }): Test {
  const stem = input.replace(/\.in$/, '')
  const output = ['out', 'ans'].map((end) => `${stem}.${end}`).find((name) => files.has(name)) ?? null
  return {
    input,
    output,
    score: numberOf(words.score),
    subtask: numberOf(words.subtaskId) ?? 0,
    time: words.timeLimit,
    memory: words.memoryLimit,
  }
}

/**
 * Subtasks by id. The file does not say how points of a subtask count: where the points of all tests make the full score
 * they add up, else each test names the points of its subtask, which goes by its worst test.
 */
function subtasksOf(tests: readonly Test[]): Subtask[] {
  const byId = new Map<number, Test[]>()
  for (const test of tests) byId.set(test.subtask, [...(byId.get(test.subtask) ?? []), test])
  const total = tests.reduce((sum, { score }) => sum + (score ?? 0), 0)
  const type = byId.size === 1 || total === FULL_SCORE ? 'sum' : 'min'
  return [...byId]
    .toSorted(([a], [b]) => a - b)
    .map(([id, cases]) => ({
      id,
      type,
      score: type === 'sum' ? null : Math.max(...cases.map(({ score }) => score ?? 0)),
      waitsFor: [],
      time: null,
      memory: null,
      cases,
    }))
}
