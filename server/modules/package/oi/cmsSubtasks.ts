import { Refusal } from '../../../core/errors.ts'
import { within } from '../../../core/pacing/within.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { FULL_SCORE } from '../../testset/sections.ts'
import type { SubtaskJudging } from '../scoring/caseFiles.ts'
import type { Case, Subtask } from '../scoring/subtasks.ts'
import { type Loose, listOf, numberOf, textOf } from '../yaml.ts'
import { settingsText } from './programs.ts'

type Words = { [key: string]: Loose }
type Rules = SubtaskJudging & { file: string }

const MOST_TESTS = 10_000

/** Processor time (ms) for the patterns of a package. */
const LIMIT = 500

/** Number of tests, and the points of each subtask with the number of its tests. */
type Counted = { count: number; groups: { points: number; count: number }[] }

/** Reads `gen/GEN`: a test on each line, and before those of a subtask a comment with its points, `#ST: 30`. */
function countedIn(text: string): Counted {
  const groups: Counted['groups'] = []
  let count = 0
  for (const line of text.split('\n')) {
    const [test = '', comment = ''] = line.split(/#(.*)/s).map((part) => part.trim())
    const points = /^ST:\s*(\d+)/.exec(comment)?.[1]
    if (points !== undefined) groups.push({ points: Number(points), count: 0 })
    else if (test !== '' || comment.startsWith('COPY:')) {
      count++
      const group = groups.at(-1)
      if (group) group.count++
    }
  }
  return { count, groups }
}

const PLAIN: Omit<Subtask, 'type' | 'score' | 'cases'> = {
  id: null,
  waitsFor: [],
  time: null,
  memory: null,
}

/**
 * Subtasks of a task: those of `score_type_parameters`, else those of `gen/GEN`, which go by their worst test; without any,
 * tests add up to `total_value`.
 */
export function subtasksOf(files: PackageFiles, config: Words, rules: Rules): Subtask[] {
  const { file } = rules
  const listed = files.has('gen/GEN') ? settingsText(files, 'gen/GEN') : null
  const counted = listed === null ? null : countedIn(listed)
  const isOwn = ['score_type', 'score_type_parameters', 'n_input'].every((key) => config[key] !== undefined)
  const count = (isOwn ? numberOf(config.n_input) : counted?.count || numberOf(config.n_input)) ?? 0
  if (!Number.isInteger(count) || count < 1 || count > MOST_TESTS)
    throw new Refusal('PACKAGE_LIMIT', { limit: 'n_input', value: String(count), file })
  const cases = Array.from(
    { length: count },
    (_, at): Case => ({
      input: `input/input${at}.txt`,
      output: `output/output${at}.txt`,
      score: null,
      time: null,
      memory: null,
    }),
  )
  if (isOwn) return ownSubtasks(config, cases, rules)
  if (!counted || counted.groups.length === 0) {
    return [{ ...PLAIN, type: 'sum', score: numberOf(config.total_value) ?? FULL_SCORE, cases }]
  }
  let done = 0
  return counted.groups.map(({ points, count }): Subtask => {
    const first = done
    done += count
    return { ...PLAIN, type: 'min', score: points, cases: cases.slice(first, done) }
  })
}

/** Subtasks of a score type that the task names with its parameters. */
function ownSubtasks(
  { score_type: said, score_type_parameters: parameters }: Words,
  cases: Case[],
  { file, isPartial }: Rules,
): Subtask[] {
  const type = textOf(said) ?? ''
  const each = numberOf(parameters)
  if (type === 'Sum' && each !== null) return [{ ...PLAIN, type: 'sum', score: each * cases.length, cases }]
  // Where tests are right or wrong, the product of their outcomes is the least one.
  const isLeast = type === 'GroupMin' || (type === 'GroupMul' && !isPartial)
  if (!isLeast || !Array.isArray(parameters))
    throw new Refusal('PACKAGE_UNUSABLE', { file, what: `score_type: ${type}` })
  let done = 0
  return parameters.map((parameter): Subtask => {
    const [points, tests] = listOf(parameter)
    const first = done
    done += typeof tests === 'number' ? tests : 0
    const chosen =
      typeof tests === 'number' ? cases.slice(first, done) : named(cases, textOf(tests ?? null) ?? '', file)
    return { ...PLAIN, type: 'min', score: numberOf(points) ?? 0, cases: chosen }
  })
}

/** Tests whose names, `000` and so on, a pattern finds at their beginning. */
function named(cases: Case[], pattern: string, file: string): Case[] {
  const unusable = () =>
    new Refusal('PACKAGE_UNUSABLE', { file, what: `score_type_parameters: ${pattern.slice(0, 80)}` })
  let names: RegExp
  try {
    names = new RegExp(`^(?:${pattern})`)
  } catch {
    throw unusable()
  }
  const found = within(LIMIT, () => cases.filter((_, at) => names.test(String(at).padStart(3, '0'))))
  if (!found) throw unusable()
  return found
}
