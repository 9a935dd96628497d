import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from '../../testset/files.ts'
import type { Notes } from '../report.ts'
import type { SubtaskJudging } from '../scoring/caseFiles.ts'
import type { Case, Subtask } from '../scoring/subtasks.ts'
import { type Loose, listOf, mapOf, numberOf, textOf } from '../yaml.ts'

type Words = { [key: string]: Loose }

const SUBTASK = { waitsFor: [], time: null, memory: null }

/**
 * Subtasks of a DMOJ problem: a case alone earns its points, those of a batch count together. A batch may wait for earlier
 * ones, which are named by their place among the batches.
 */
export function subtasksOf(
  tests: PackageFiles,
  config: Words,
  { isPartial, file }: SubtaskJudging & { file: string },
  notes: Notes,
): Subtask[] {
  const listed = config.test_cases
  if (listed === undefined || listed === null) return casesByName(tests)
  if (!Array.isArray(listed))
    throw new Refusal('PACKAGE_UNUSABLE', { file, what: 'test_cases: input_format' })
  const points = numberOf(config.points) ?? 1
  let batches = 0
  return listed.map(mapOf).map((words): Subtask => {
    const score = numberOf(words.points) ?? points
    const batched = listOf(words.batched).map(mapOf)
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
const INPUT = /^(?=.*?\.in|in).*?(?:(?:^|\W)(\d+)[^\d\s]+)?(\d+)[^\d\s]*$/
const OUTPUT = /^(?=.*?\.out|out).*?(?:(?:^|\W)(\d+)[^\d\s]+)?(\d+)[^\d\s]*$/

/** Cases by the names of their files, in the order of their numbers; points are shared evenly. */
function casesByName(tests: PackageFiles): Subtask[] {
  const outputs = new Map<string, string>()
  const inputs: { name: string; batch: number | null; at: number }[] = []
  for (const name of tests.paths.filter(({ length }) => length <= MOST_NAME)) {
    const [isOutput, , written] = OUTPUT.exec(name) ?? []
    if (isOutput !== undefined) outputs.set(keyOf(OUTPUT.exec(name)?.[1], written), name)
    const [isInput, batch, at] = INPUT.exec(name) ?? []
    if (isInput !== undefined)
      inputs.push({ name, batch: batch === undefined ? null : Number(batch), at: Number(at) })
  }
  const byBatch = new Map<string, Subtask>()
  for (const { name, batch, at } of inputs.toSorted(
    (a, b) => (a.batch ?? a.at) - (b.batch ?? b.at) || a.at - b.at,
  )) {
    const key = batch === null ? ` ${at}` : String(batch)
    const output = outputs.get(keyOf(batch === null ? undefined : String(batch), String(at))) ?? null
    const subtask = byBatch.get(key) ?? {
      ...SUBTASK,
      id: null,
      type: batch === null ? 'sum' : 'min',
      score: null,
      cases: [],
    }
    byBatch.set(key, subtask)
    subtask.cases.push({ input: name, output, score: null, time: null, memory: null })
  }
  return [...byBatch.values()]
}

const keyOf = (batch: string | undefined, at: string | undefined): string =>
  `${batch === undefined ? '' : Number(batch)}-${Number(at)}`
