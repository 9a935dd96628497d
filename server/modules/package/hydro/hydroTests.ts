import type { CaseMode } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { splitEvenly } from '../../testset/sections.ts'
import type { PackageCase } from '../format.ts'
import type { Notes } from '../report.ts'
import { type Loose, listOf, mapOf, numberOf, textOf } from '../yaml.ts'
import { megabytes, milliseconds } from './hydroUnits.ts'

type Words = { [key: string]: Loose }

type Pair = { input: string; output: string | null }

export type HydroTests = {
  cases: PackageCase[]
  caseMode: CaseMode
  /** Largest of the limits that subtasks set. */
  timeMs: number | null
  memoryMb: number | null
}

const TOTAL = 100

/** Tests of a Hydro problem: its subtasks, its list of cases, or all pairs of files. */
export function readHydroCases(files: PackageFiles, config: Words, file: string, notes: Notes): HydroTests {
  const subtasks = listOf(config.subtasks).map(mapOf)
  const content = ({ input, output }: Pair) => {
    const bytes = files.bytes(`testdata/${input}`)
    if (!bytes) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full(`testdata/${input}`) })
    const answer = output === null ? null : files.bytes(`testdata/${output}`)
    if (!answer) notes.leftOut('answerMissing', {}, files.full(`testdata/${output ?? input}`))
    return { input: bytes, answer: answer ?? new Uint8Array() }
  }
  if (subtasks.length === 0) {
    const listed = pairsOf(config.cases)
    const pairs = listed.length > 0 ? listed : foundPairs(files)
    if (pairs.length === 0) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full('testdata/') })
    const even = splitEvenly(TOTAL, Math.max(1, pairs.length))
    const given = listOf(config.cases).map((one) => numberOf(mapOf(one).score))
    const cases = pairs.map((pair, at) => ({
      ...content(pair),
      subtask: 0,
      score: Math.round(given[at] ?? even[at] ?? 0),
    }))
    notes.understood('tests', { count: cases.length })
    return { cases, caseMode: 'ALL', timeMs: null, memoryMb: null }
  }
  return ofSubtasks(subtasks, content, file, notes)
}

function ofSubtasks(
  subtasks: Words[],
  content: (pair: Pair) => Pick<PackageCase, 'input' | 'answer'>,
  file: string,
  notes: Notes,
): HydroTests {
  const even = splitEvenly(TOTAL, subtasks.length)
  let number = 0
  const cases = subtasks.flatMap((subtask, at) => {
    const score = Math.round(numberOf(subtask.score) ?? even[at] ?? 0)
    const pairs = pairsOf(subtask.cases)
    if (listOf(subtask.if).length > 0) notes.leftOut('groupRule', { rule: 'if' })
    if (textOf(subtask.type) !== 'sum') {
      number++
      return pairs.map((pair) => ({ ...content(pair), subtask: number, score }))
    }
    // Cases that are added up become subtasks of one case with the same points.
    const shares = splitEvenly(score, Math.max(1, pairs.length))
    return pairs.map((pair, place) => ({ ...content(pair), subtask: ++number, score: shares[place] ?? 0 }))
  })
  notes.understood('tests', { count: cases.length })
  notes.understood('groups', { count: subtasks.length })
  const most = (values: (number | null)[]) => {
    const given = values.filter((value) => value !== null)
    return given.length > 0 ? Math.max(...given) : null
  }
  return {
    cases,
    caseMode: 'SUBTASK_LOWEST',
    timeMs: most(subtasks.map(({ time }) => milliseconds({ name: 'subtasks.time', value: time, file }))),
    memoryMb: most(subtasks.map(({ memory }) => megabytes({ name: 'subtasks.memory', value: memory, file }))),
  }
}

const pairsOf = (value: Loose | undefined): Pair[] =>
  listOf(value).map((one) => ({
    input: textOf(mapOf(one).input) ?? '',
    output: textOf(mapOf(one).output),
  }))

/** Every `X.in` with `X.out` or `X.ans`, in natural order. */
function foundPairs(files: PackageFiles): Pair[] {
  const names = files.filesIn('testdata')
  return names
    .filter((name) => name.endsWith('.in'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((input) => {
      const stem = input.slice(0, -3)
      return { input, output: names.find((name) => name === `${stem}.out` || name === `${stem}.ans`) ?? null }
    })
}
