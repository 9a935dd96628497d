import { Refusal } from '../../../core/errors.ts'
import { within } from '../../../core/pacing/within.ts'
import { byCodePoint, type PackageFiles } from '../../testset/files.ts'
import type { Notes } from '../report.ts'
import type { SubtaskJudging } from '../scoring/caseFiles.ts'
import { type Case, requiredCases, type Subtask } from '../scoring/subtasks.ts'
import { type Loose, listOf, mapOf, numberOf, textOf } from '../yaml.ts'

type Words = { [key: string]: Loose }

const SUBTASK = { waitsFor: [], time: null, memory: null }

type Rules = SubtaskJudging & {
  file: string
  /** Files of the archive, whose names are matched where no cases are listed. */
  archived: PackageFiles
}

/**
 * Subtasks of a DMOJ problem: a case alone earns its points, those of a batch count together. A batch may wait for earlier
 * ones, which are named by their place among the batches.
 */
export function subtasksOf(config: Words, rules: Rules, notes: Notes): Subtask[] {
  const listed = config.test_cases
  const cases = Array.isArray(listed) ? listed : casesByName(mapOf(listed), config, rules)
  const pretests = listOf(config.pretest_test_cases).map((one): Words => ({ ...mapOf(one), points: 0 }))
  const { file, isPartial } = rules
  const points = numberOf(config.points) ?? 1
  let batches = 0
  const subtasks = [...pretests, ...cases.map(mapOf)].map((words): Subtask => {
    const score = words.points === null ? null : (numberOf(words.points) ?? points)
    const batched = listOf(words.batched).map(mapOf)
    for (const one of [words, ...batched]) nameLimits(one, file, notes)
    if (batched.length === 0)
      return { ...SUBTASK, id: null, type: 'sum', score, cases: [caseOf(words, score)] }
    batches++
    if (isPartial) notes.leftOut('groupRule', { rule: `batch ${batches}: short_circuit` }, file)
    return {
      ...SUBTASK,
      id: batches,
      type: 'min',
      score,
      waitsFor: listOf(words.dependencies).flatMap((id) => numberOf(id) ?? []),
      cases: batched.map((one) => caseOf(one, null)),
    }
  })
  return withGates(subtasks, { isPartial, file }, notes)
}

/**
 * Cases and batches worth nothing, which end the run where they fail: what comes later waits for them. That would make a
 * subtask of each case where there are no batches; it is noted then.
 */
function withGates(
  subtasks: Subtask[],
  { isPartial, file }: { isPartial: boolean; file: string },
  notes: Notes,
): Subtask[] {
  const first = subtasks.findIndex(({ score }) => score === 0)
  if (first < 0 || !subtasks.slice(first).some(({ score }) => score !== 0)) return subtasks
  // Ids of cases lie above those of batches, which are named in the package.
  const ids = subtasks.map(({ id }, at) => id ?? subtasks.length + 1 + at)
  const waiting = subtasks.map((subtask, at): Subtask => {
    const gates = ids.filter((_, place) => place < at && subtasks[place]?.score === 0)
    return { ...subtask, id: ids[at] ?? null, waitsFor: [...subtask.waitsFor, ...gates] }
  })
  const isGrouped = subtasks.some(({ type }) => type === 'min')
  if (isGrouped && !isPartial && requiredCases(waiting)) return waiting
  notes.leftOut('groupRule', { rule: 'points: 0' }, file)
  return subtasks
}

/** Names limits of a case or a batch. */
function nameLimits(words: Words, file: string, notes: Notes): void {
  for (const key of ['time_limit', 'memory_limit'])
    if (words[key] !== undefined) notes.leftOut('key', { key, value: String(textOf(words[key])) }, file)
}

const caseOf = (words: Words, score: number | null): Case => ({
  // YAML reads a name like `1` as a number.
  input: textOf(words.in) ?? '/dev/null',
  output: textOf(words.out),
  score,
  time: null,
  memory: null,
})

/** Longest path that is read as one of a test. */
const MOST_NAME = 100

/** Names of inputs and answers that DMOJ finds by itself, with the batch and the number of the case. */
const INPUT = '^(?=.*?\\.in|in).*?(?:(?:^|\\W)(?P<batch>\\d+)[^\\d\\s]+)?(?P<case>\\d+)[^\\d\\s]*$'
const OUTPUT = '^(?=.*?\\.out|out).*?(?:(?:^|\\W)(?P<batch>\\d+)[^\\d\\s]+)?(?P<case>\\d+)[^\\d\\s]*$'

/** Processor time (ms) for the patterns of a package. */
const LIMIT = 500

type Sides = { in: string | null; out: string | null }

/** Cases as they would be listed, by the names of their files; without points (null) they share them evenly. */
function casesByName(format: Words, config: Words, { archived, file }: Rules): Words[] {
  const names = archived.paths.filter(({ length }) => length <= MOST_NAME)
  const pattern = (key: string, usual: string) => patternOf(textOf(format[key]) ?? usual, { key, file })
  const [inputs, outputs] = [pattern('input_format', INPUT), pattern('output_format', OUTPUT)]
  const groups = within(LIMIT, () => grouped(names, inputs, outputs))
  if (!groups) throw unusable(file, 'input_format, output_format')
  const own = listOf(format.case_points).map(numberOf)
  const points = numberOf(config.points)
  return sorted(groups).map(([, { isBatch, cases }], at): Words => {
    const worth = own.length > 0 ? (own[at] ?? points) : points
    const sides = sorted(cases).map(([, one]): Words => one)
    return isBatch ? { batched: sides, points: worth } : { ...sides[0], points: worth }
  })
}

const unusable = (file: string, what: string) => new Refusal('PACKAGE_UNUSABLE', { file, what })

/** A pattern of Python, which marks names of groups with P. */
function patternOf(text: string, { key, file }: { key: string; file: string }): RegExp {
  try {
    return new RegExp(text.replaceAll('(?P<', '(?<').replace(/\(\?P=(\w{1,50})\)/g, '\\k<$1>'), 'i')
  } catch {
    throw unusable(file, `${key}: ${text.slice(0, 80)}`)
  }
}

/** Numbers by value, after other words; a case alone stands where a batch of its number would. */
const sorted = <Value>(entries: ReadonlyMap<string, Value>): [string, Value][] =>
  [...entries].toSorted(([a], [b]) => {
    const [one, other] = [/^\d+$/.test(a), /^\d+$/.test(b)]
    if (one !== other) return one ? 1 : -1
    return one ? Number(a) - Number(b) : byCodePoint(a, b)
  })

type Group = { isBatch: boolean; cases: Map<string, Sides> }

function grouped(names: readonly string[], inputs: RegExp, outputs: RegExp): Map<string, Group> {
  const groups = new Map<string, Group>()
  const plain = (word: string | undefined) =>
    word !== undefined && /^\d+$/.test(word) ? String(Number(word)) : word
  for (const [side, pattern] of [['in', inputs] as const, ['out', outputs] as const]) {
    for (const name of names) {
      // Python matches from the beginning.
      const found = pattern.exec(name)
      const number = plain(found?.groups?.case)
      if (!found || found.index > 0 || number === undefined) continue
      const batch = plain(found.groups?.batch)
      const group = groups.get(batch ?? number) ?? { isBatch: false, cases: new Map<string, Sides>() }
      group.isBatch ||= batch !== undefined
      const sides = group.cases.get(number) ?? { in: null, out: null }
      group.cases.set(number, { ...sides, [side]: name })
      groups.set(batch ?? number, group)
    }
  }
  return new Map([...groups].filter(([, { cases }]) => [...cases.values()].some((one) => one.in !== null)))
}
