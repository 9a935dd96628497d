import type { PackageFiles } from '../../testset/files.ts'
import type { Notes } from '../report.ts'
import { type CaseFiles, casesOfSubtasks, largestLimits, type SubtaskJudging } from '../scoring/caseFiles.ts'
import type { Case, Limited, Subtask } from '../scoring/subtasks.ts'
import { type Loose, listOf, mapOf, numberOf, textOf } from '../yaml.ts'
import { casesByName } from './hydroNames.ts'
import { megabytes, milliseconds } from './hydroUnits.ts'

type Words = { [key: string]: Loose }

/** Cases, and the largest limits of one. */
export type HydroTests = CaseFiles & { timeMs: number; memoryMb: number }

/** Limits that Hydro takes where a package names none. */
const TIME_MS = 1000
const MEMORY_MB = 256

/** Cases of a folder of Hydro's tests: its list of cases, its subtasks, or the cases that are found by name. */
export function readHydroCases(
  tests: PackageFiles,
  config: Words,
  file: string,
  judging: SubtaskJudging,
  notes: Notes,
): HydroTests {
  const subtasks = subtasksOf(tests, config, notes)
  const cases = casesOfSubtasks(tests, subtasks, { ...judging, file }, notes)
  return { ...cases, ...limitsOf(subtasks, config, file, notes) }
}

function subtasksOf(tests: PackageFiles, config: Words, notes: Notes): Subtask[] {
  const listed = casesOf(config.cases)
  if (listed.length > 0) return [{ ...subtaskOf({ type: 'sum' }), cases: listed }]
  const named = listOf(config.subtasks).map(mapOf).map(subtaskOf)
  if (named.some(({ cases }) => cases.length > 0)) return inOrder(named)
  const needsAnswers = config.type !== 'interactive'
  return foundSubtasks(tests, named, needsAnswers, notes)
}

const positive = (value: Loose | undefined) => numberOf(value) || null

const subtaskOf = (words: Words): Subtask => ({
  id: numberOf(words.id),
  type: textOf(words.type) ?? 'min',
  score: positive(words.score),
  waitsFor: listOf(words.if).flatMap((id) => numberOf(id) ?? []),
  time: words.time,
  memory: words.memory,
  cases: casesOf(words.cases),
})

const casesOf = (value: Loose | undefined): Case[] =>
  listOf(value)
    .map(mapOf)
    .map(({ input, output, score, time, memory }) => ({
      // Without a name, Hydro gives an empty input.
      input: textOf(input) || '/dev/null',
      output: textOf(output) || null,
      score: positive(score),
      time,
      memory,
    }))

/** Names of the files with tests: in the folder, and in `input/` and `output/` there. */
const namesIn = (tests: PackageFiles): string[] => [
  ...tests.filesIn(''),
  ...['input', 'output'].flatMap((folder) => tests.filesIn(folder).map((name) => `${folder}/${name}`)),
]

/** Sorted by id where all have one. */
const inOrder = (subtasks: Subtask[]): Subtask[] =>
  subtasks.some(({ id }) => id === null) ? subtasks : subtasks.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0))

/** Subtasks of the cases found by name, with the settings that the config has for their ids. */
function foundSubtasks(
  tests: PackageFiles,
  named: Subtask[],
  needsAnswers: boolean,
  notes: Notes,
): Subtask[] {
  const byId = new Map<number, Subtask>()
  for (const subtask of named) {
    if (subtask.id === null) notes.leftOut('groupRule', { rule: 'subtasks: score' })
    else byId.set(subtask.id, subtask)
  }
  for (const { input, output, subtask: id, isGrouped } of casesByName(namesIn(tests))) {
    if (output === null && needsAnswers) {
      notes.leftOut('answerMissing', {}, tests.full(input))
      continue
    }
    const fresh = () => ({ ...subtaskOf({ type: isGrouped ? 'min' : 'sum' }), id })
    const subtask = byId.get(id) ?? fresh()
    byId.set(id, subtask)
    subtask.cases.push({ input, output, score: null, time: null, memory: null })
  }
  return inOrder([...byId.values()])
}

/** The largest limits of a case, because all cases have the same here; limits of a case or subtask come first. */
function limitsOf(subtasks: Subtask[], config: Words, file: string, notes: Notes) {
  const own = { time: config.time, memory: config.memory }
  const levels = subtasks.flatMap((subtask) =>
    subtask.cases.map((one): [string, Limited][] => [
      ['cases', one],
      ['subtasks', subtask],
      ['', own],
    ]),
  )
  const times = levels.map((level) => {
    const [at, { time }] = level.find(([, { time }]) => time) ?? ['', own]
    return milliseconds({ name: at ? `${at}.time` : 'time', value: time, file }) ?? TIME_MS
  })
  const memories = levels.map((level) => {
    const [at, { memory }] = level.find(([, { memory }]) => memory) ?? ['', own]
    return megabytes({ name: at ? `${at}.memory` : 'memory', value: memory, file }) ?? MEMORY_MB
  })
  return largestLimits({ times, memories, file }, notes)
}
