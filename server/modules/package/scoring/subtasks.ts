import { Refusal } from '../../../core/errors.ts'
import type { Notes } from '../report.ts'
import type { Loose } from '../yaml.ts'

/** Limits as the package says them. */
export type Limited = { time: Loose | undefined; memory: Loose | undefined }

/** Case as the package says it; a null output: it names none. */
export type Case = Limited & { input: string; output: string | null; score: number | null }

/** Subtask as the package says it; null scores share what the others leave. */
export type Subtask = Limited & {
  id: number | null
  type: string
  score: number | null
  /** Ids of the subtasks that have to be accepted before it counts. */
  waitsFor: number[]
  cases: Case[]
}

type Scored = Pick<Case, 'input' | 'output'> & { subtask: number; score: number }

type Scoring = {
  /** Config file, for notes and refusals. */
  file: string
  /** Whether the checker may give a case partial points. */
  isPartial: boolean
}

const TOTAL = 100

/** Limits of growth by repeated cases: so many times the cases, and so many in any event. */
const MOST_REPEATED = 4
const MOST_CASES = 500

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

/**
 * Cases with subtasks and scores. The cases of `sum` add up: each becomes a subtask of its own unless all add up. Those of
 * `min` are worth the least score among them. `max` is refused, because nothing here grades like it. A subtask that waits
 * for others repeats their cases.
 */
export function scored(subtasks: Subtask[], { file, isPartial }: Scoring, notes: Notes): Scored[] {
  const totals = filled(
    TOTAL,
    subtasks.map(({ score }) => score),
  )
  const required = isPartial ? null : requiredCases(subtasks)
  for (const [at, { id, waitsFor }] of subtasks.entries()) {
    const rule = `subtask ${id ?? at + 1}: if ${waitsFor.join(', ')}`
    if (waitsFor.length > 0 && !required) notes.leftOut('groupRule', { rule }, file)
  }
  const isWaiting = required?.some((cases) => cases.length > 0) ?? false
  if (isWaiting) notes.converted('groupsWait')
  const isFlat = !isWaiting && subtasks.every(({ type }) => type === 'sum')
  let number = 0
  return subtasks.flatMap(({ type, cases }, at): Scored[] => {
    const total = totals[at] ?? 0
    const before = required?.[at] ?? []
    const scores = cases.map(({ score }) => score)
    if (type === 'sum') {
      const parts = filled(total, scores)
      return cases.flatMap((one, place) => {
        const worth = { subtask: isFlat ? 0 : ++number, score: parts[place] ?? 0 }
        return [...before, one].map((each) => ({ ...each, ...worth }))
      })
    }
    if (type !== 'min' && !(type === 'max' && cases.length === 1)) {
      throw new Refusal('PACKAGE_UNUSABLE', { file, what: `type: ${type}` })
    }
    number++
    const given = scores.map((score) => score ?? total)
    const score = Math.round(type === 'max' ? Math.max(...given) : Math.min(total, ...given))
    return [...before, ...cases].map((one) => ({ ...one, subtask: number, score }))
  })
}

/** What `requiredCases` needs of a subtask. */
type Waiting<One> = Pick<Subtask, 'id' | 'type' | 'waitsFor'> & { cases: readonly One[] }

/**
 * Cases of the subtasks that each one waits for, through others too; null: they would be too many. Those of a `sum` repeat
 * them for each of its own.
 */
export function requiredCases<One>(subtasks: readonly Waiting<One>[]): One[][] | null {
  const places = new Map(subtasks.map(({ id }, at) => [id ?? at + 1, at]))
  const required = subtasks.map((_, at) => {
    const before = new Set<number>()
    const open = [at]
    for (const place of open) {
      for (const id of subtasks[place]?.waitsFor ?? []) {
        const next = places.get(id)
        if (next === undefined || next === at || before.has(next)) continue
        before.add(next)
        open.push(next)
      }
    }
    return [...before].sort((a, b) => a - b).flatMap((place) => subtasks[place]?.cases ?? [])
  })
  const count = subtasks.reduce((sum, { cases }) => sum + cases.length, 0)
  const repeated = subtasks.reduce(
    (sum, { type, cases }, at) => sum + (required[at]?.length ?? 0) * (type === 'sum' ? cases.length : 1),
    0,
  )
  return count + repeated > Math.max(MOST_CASES, MOST_REPEATED * count) ? null : required
}
