/**
 * Chooses the reading of points in a legacy scoring package. By the specification `accept_score` counts per
 * case, in DOMjudge once per group; both write the same files. The scores that solutions declare decide.
 */

import { Refusal, refusalOf } from '../../../core/errors.ts'
import type { PackageSolution, PointsReading } from '../format.ts'
import type { Notes } from '../report.ts'
import { allCases, flagsOf, type Grading, mostOf, type Part, type TestFolder } from './icpcGrading.ts'

/** A solution with a declared score. */
export type Declared = Pick<PackageSolution, 'expected'> & { score: number }

type Reading<Case> = { key: PointsReading; grading: Grading<Case> | null; refusal: Refusal | null }

type Asked<Case> = {
  data: TestFolder<Case>
  /** Grading by each reading, or its refusal; `GROUP` may not apply. */
  byCase: () => Grading<Case>
  byGroup: () => Grading<Case> | null
  declared: readonly Declared[]
  /** Reading that the setter chose; null: decide. */
  chosen: PointsReading | null
  /** Whether the validator writes points. */
  scoreFile: boolean
  /** Whether the package has settings of DOMjudge. */
  ofDomjudge: boolean
}

const NOTE = { CASE: 'pointsByCase', GROUP: 'pointsByGroup' } as const

/** The reading that fits, with notes on which and why. Throws when the setter has to choose. */
export function readPoints<Case>(asked: Asked<Case>, notes: Notes): Grading<Case> {
  const { declared, chosen } = asked
  const byCase = tried('CASE', asked.byCase)
  const byGroup = tried('GROUP', asked.byGroup)
  const take = ({ key, grading, refusal }: Reading<Case>, why: () => void): Grading<Case> => {
    if (!grading)
      throw refusal ?? new Refusal('PACKAGE_UNUSABLE', { file: 'data/', what: 'no testdata.yaml' })
    notes.understood(NOTE[key], { full: totalOf(grading) })
    why()
    return grading
  }
  if (chosen) return take(chosen === 'CASE' ? byCase : byGroup, () => notes.understood('readingChosen'))
  const fits = ({ grading }: Reading<Case>) =>
    grading !== null && declared.every((one) => isEarned(one, grading))
  const isDeclared = declared.length > 0
  const because = () => notes.understood('readingDeclared', { count: declared.length })
  if (!byGroup.grading || isSame(byCase.grading, byGroup.grading)) {
    if (byCase.grading) return byCase.grading
    throw byCase.refusal
  }
  if (!byCase.grading) {
    if (fits(byGroup) && (isDeclared || asked.scoreFile))
      return take(byGroup, isDeclared ? because : () => {})
    throw byCase.refusal
  }
  const [only, another] = [byCase, byGroup].filter(fits)
  if (!only) {
    const parameters = { byCase: totalOf(byCase.grading), byGroup: totalOf(byGroup.grading) }
    throw new Refusal('PACKAGE_POINTS', parameters)
  }
  if (!another) return take(only, because)
  const isGroup = speaksForGroups(byCase.grading, byGroup.grading, asked)
  const other = totalOf(isGroup ? byCase.grading : byGroup.grading)
  return take(isGroup ? byGroup : byCase, () => notes.converted('readingLikely', { other }))
}

function tried<Case>(key: PointsReading, read: () => Grading<Case> | null): Reading<Case> {
  try {
    return { key, grading: read(), refusal: null }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return { key, grading: null, refusal }
  }
}

/** Whether points count per group, by heuristics: the strongest one that favours a reading decides. */
function speaksForGroups<Case>(
  byCase: Grading<Case>,
  byGroup: Grading<Case>,
  { data, ofDomjudge }: Asked<Case>,
): boolean {
  for (const speaks of [
    // A total of 100 is intentional.
    (grading: Grading<Case>) => totalOf(grading) === 100,
    (grading: Grading<Case>) => isInRange(data, grading.parts),
  ]) {
    const [forCase, forGroup] = [speaks(byCase), speaks(byGroup)]
    if (forCase !== forGroup) return forGroup
  }
  return ofDomjudge && !combinesCases(data)
}

/** Whether a group says how points of its cases combine, which has no meaning when they count once. */
const combinesCases = ({ config, cases, folders }: TestFolder<unknown>): boolean =>
  (cases.length > 0 && flagsOf(config).some((flag) => flag === 'sum' || flag === 'avg')) ||
  folders.some(combinesCases)

const exactTotal = (parts: readonly { score: number }[]) => parts.reduce((sum, { score }) => sum + score, 0)

const totalOf = ({ parts }: Grading<unknown>): number => Math.round(exactTotal(parts) * 100) / 100

const isSame = <Case>(a: Grading<Case> | null, b: Grading<Case> | null): boolean =>
  a !== null && b !== null && a.untilFailure === b.untilFailure && worthOf(a) === worthOf(b)

/** The parts as text: equal for gradings with equal points. */
function worthOf<Case>({ parts, partial }: Grading<Case>): string {
  const numbers = new Map<Case, number>()
  const numberOf = (one: Case) => {
    if (!numbers.has(one)) numbers.set(one, numbers.size)
    return numbers.get(one)
  }
  return JSON.stringify([partial, parts.map(({ cases, score, rule }) => [cases.map(numberOf), score, rule])])
}

/** Whether no group exceeds its `range`. */
function isInRange<Case>(folder: TestFolder<Case>, parts: readonly Part<Case>[]): boolean {
  const most = mostOf(folder.config)
  const own = new Set(allCases(folder))
  const within = parts.filter(({ cases }) => cases.some((one) => own.has(one)))
  if (most !== null && exactTotal(within) > most + 1e-6) return false
  return folder.folders.every((inner) => isInRange(inner, within))
}

/** Most sums to enumerate; with more, any score is considered possible. */
const MOST_SUMS = 20_000

/**
 * Whether a solution can earn its declared score: the total if it is expected to be accepted, else a sum of
 * parts.
 */
function isEarned<Case>({ expected, score }: Declared, { parts, partial }: Grading<Case>): boolean {
  const total = exactTotal(parts)
  // Points are rounded to whole numbers, so a fraction or a sum of fractions may be off by less than one.
  const whole = Number.isInteger(score) && parts.every((part) => Number.isInteger(part.score))
  const equals = (value: number) => Math.abs(value - score) < (whole ? 1e-6 : 1)
  if (expected.length === 1 && expected[0] === 'ACCEPTED') return equals(total)
  if (partial) return score >= 0 && score < total + 1
  let sums = new Set([0])
  for (const part of parts) {
    const steps = part.rule === 'average' ? part.cases.length : 1
    const share = part.score / steps
    const next = new Set<number>()
    for (const sum of sums) {
      for (let step = 0; step <= steps; step++) next.add(Math.round((sum + share * step) * 1e6) / 1e6)
    }
    if (next.size > MOST_SUMS) return score >= 0 && score < total + 1
    sums = next
  }
  return [...sums].some(equals)
}
