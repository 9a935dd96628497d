import type { CaseMode } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from '../../testset/files.ts'
import type { PackageCase } from '../format.ts'
import type { Notes } from '../report.ts'
import { type Loose, listOf, mapOf, numberOf, textOf } from '../yaml.ts'
import { casesByName } from './hydroNames.ts'
import { megabytes, milliseconds } from './hydroUnits.ts'

type Words = { [key: string]: Loose }

type Limited = { time: Loose | undefined; memory: Loose | undefined }

type Case = Limited & { input: string; output: string | null; score: number | null }

/** Subtask as the package says it; null scores share what the others leave. */
type Subtask = Limited & {
  id: number | null
  type: string
  score: number | null
  waits: boolean
  cases: Case[]
}

export type HydroTests = {
  cases: PackageCase[]
  caseMode: CaseMode
  /** Largest limits of a case. */
  timeMs: number
  memoryMb: number
}

const TOTAL = 100

/** Limits that Hydro takes where a package names none. */
const TIME_MS = 1000
const MEMORY_MB = 256

/** Tests of a Hydro problem: its list of cases, its subtasks, or the cases that are found by name. */
export function readHydroCases(files: PackageFiles, config: Words, file: string, notes: Notes): HydroTests {
  const subtasks = subtasksOf(files, config, notes)
  const empty = subtasks.find(({ cases }) => cases.length === 0)
  if (subtasks.length === 0 || empty) {
    const named = empty ? `testdata/ (subtask ${empty.id ?? subtasks.indexOf(empty) + 1})` : 'testdata/'
    throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full(named) })
  }
  const cases = scored(subtasks, file, notes).map(({ input, output, subtask, score }) => {
    const bytes = files.bytes(`testdata/${input}`)
    if (!bytes) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full(`testdata/${input}`) })
    const answer = output === null ? null : files.bytes(`testdata/${output}`)
    if (!answer) notes.leftOut('answerMissing', {}, files.full(`testdata/${output ?? input}`))
    return { input: bytes, answer: answer ?? new Uint8Array(), subtask, score }
  })
  notes.understood('tests', { count: cases.length })
  const isGrouped = cases.some(({ subtask }) => subtask > 0)
  if (isGrouped) notes.understood('groups', { count: subtasks.length })
  return { cases, caseMode: isGrouped ? 'SUBTASK_LOWEST' : 'ALL', ...limitsOf(subtasks, config, file, notes) }
}

function subtasksOf(files: PackageFiles, config: Words, notes: Notes): Subtask[] {
  const listed = casesOf(config.cases)
  if (listed.length > 0) return [{ ...subtaskOf({ type: 'sum' }), cases: listed }]
  const named = listOf(config.subtasks).map(mapOf).map(subtaskOf)
  if (named.some(({ cases }) => cases.length > 0)) return inOrder(named)
  const needsAnswers = config.type !== 'interactive'
  return foundSubtasks(files, named, needsAnswers, notes)
}

const positive = (value: Loose | undefined) => numberOf(value) || null

const subtaskOf = (words: Words): Subtask => ({
  id: numberOf(words.id),
  type: textOf(words.type) ?? 'min',
  score: positive(words.score),
  waits: listOf(words.if).length > 0,
  time: words.time,
  memory: words.memory,
  cases: casesOf(words.cases),
})

const casesOf = (value: Loose | undefined): Case[] =>
  listOf(value)
    .map(mapOf)
    .map(({ input, output, score, time, memory }) => ({
      input: textOf(input) ?? '',
      output: textOf(output),
      score: positive(score),
      time,
      memory,
    }))

/** Names of the files with tests: in `testdata/`, and in `input/` and `output/` there. */
const namesIn = (files: PackageFiles): string[] => [
  ...files.filesIn('testdata'),
  ...['input', 'output'].flatMap((folder) =>
    files.filesIn(`testdata/${folder}`).map((name) => `${folder}/${name}`),
  ),
]

/** Sorted by id where all have one. */
const inOrder = (subtasks: Subtask[]): Subtask[] =>
  subtasks.some(({ id }) => id === null) ? subtasks : subtasks.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0))

/** Subtasks of the cases found by name, with the settings that the config has for their ids. */
function foundSubtasks(
  files: PackageFiles,
  named: Subtask[],
  needsAnswers: boolean,
  notes: Notes,
): Subtask[] {
  const byId = new Map<number, Subtask>()
  for (const subtask of named) {
    if (subtask.id === null) notes.leftOut('groupRule', { rule: 'subtasks: score' })
    else byId.set(subtask.id, subtask)
  }
  for (const { input, output, subtask: id, isGrouped } of casesByName(namesIn(files))) {
    if (output === null && needsAnswers) {
      notes.leftOut('answerMissing', {}, files.full(`testdata/${input}`))
      continue
    }
    const fresh = () => ({ ...subtaskOf({ type: isGrouped ? 'min' : 'sum' }), id })
    const subtask = byId.get(id) ?? fresh()
    byId.set(id, subtask)
    subtask.cases.push({ input, output, score: null, time: null, memory: null })
  }
  return inOrder([...byId.values()])
}

/** Splits points into `count` whole parts; the last ones get what is left over. */
function shares(total: number, count: number): number[] {
  const whole = Math.max(0, Math.round(total))
  const base = Math.floor(whole / Math.max(1, count))
  const larger = whole - base * count
  return Array.from({ length: count }, (_, at) => base + (at >= count - larger ? 1 : 0))
}

/** Scores of parts: those without one share what the others leave of the total. */
function filled(total: number, given: readonly (number | null)[]): number[] {
  const left = total - given.reduce<number>((sum, score) => sum + (score ?? 0), 0)
  const open = shares(left, given.filter((score) => score === null).length)
  return given.map((score) => Math.round(score ?? open.shift() ?? 0))
}

type Scored = Pick<Case, 'input' | 'output'> & { subtask: number; score: number }

/**
 * Cases with subtasks and scores. The cases of `sum` add up: each becomes a subtask of its own unless all add up. Those of
 * `min` are worth the least score among them, as on Hydro. `max` is refused, because nothing here grades like it.
 */
function scored(subtasks: Subtask[], file: string, notes: Notes): Scored[] {
  const totals = filled(
    TOTAL,
    subtasks.map(({ score }) => score),
  )
  const isFlat = subtasks.every(({ type }) => type === 'sum')
  let number = 0
  return subtasks.flatMap(({ type, waits, cases }, at): Scored[] => {
    const total = totals[at] ?? 0
    if (waits) notes.leftOut('groupRule', { rule: 'if' })
    const scores = cases.map(({ score }) => score)
    if (type === 'sum') {
      const parts = filled(total, scores)
      return cases.map((one, place) => ({ ...one, subtask: isFlat ? 0 : ++number, score: parts[place] ?? 0 }))
    }
    if (type !== 'min' && !(type === 'max' && cases.length === 1)) {
      throw new Refusal('PACKAGE_UNUSABLE', { file, what: `type: ${type}` })
    }
    number++
    const given = scores.map((score) => score ?? total)
    const score = Math.round(type === 'max' ? Math.max(...given) : Math.min(total, ...given))
    return cases.map((one) => ({ ...one, subtask: number, score }))
  })
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
  const [milliSeconds, megaBytes] = [Math.max(...times), Math.max(...memories)]
  if (new Set(times).size > 1 || new Set(memories).size > 1) {
    notes.converted('caseLimits', { milliseconds: milliSeconds, megabytes: megaBytes }, file)
  }
  return { timeMs: milliSeconds, memoryMb: megaBytes }
}
