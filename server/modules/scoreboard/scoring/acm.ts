import type { Verdict } from '#prisma/generated/enums.ts'
import { type Cell, EMPTY } from '#server/shared/board/row.ts'
import type { Entry, Rule } from './rule.ts'

/** Penalty (s) of a wrong try. */
const PENALTY = 1200

/** Verdicts with a penalty when a solution follows. */
export const COSTLY: ReadonlySet<Verdict> = new Set<Verdict>([
  'PRESENTATION_ERROR',
  'WRONG_ANSWER',
  'TIME_LIMIT_EXCEEDED',
  'MEMORY_LIMIT_EXCEEDED',
  'OUTPUT_LIMIT_EXCEEDED',
  'RUNTIME_ERROR',
])

type Choices = {
  /** Seconds per step of the contest clock; the ICPC counts minutes. */
  unit: number
  /** Whether the earlier last solution breaks ties. */
  tieByLast: boolean
}

/**
 * ACM rule: solved problems, then penalty: for each solved problem its second and 1,200 for every penalized
 * try before (contest-rules.md 3). Frozen tries count as tries only, also after a solution (6).
 */
export const acm = ({ unit, tieByLast }: Choices = { unit: 1, tieByLast: false }): Rule => {
  const take = (cell: Omit<Cell, 'tries'>, { sealed, verdict, second, late }: Entry): void => {
    if (sealed) cell.pending++
    else if (cell.solvedAt !== null) return
    else if (verdict === 'ACCEPTED') {
      const clock = Math.floor(second / unit) * unit
      Object.assign(cell, { solvedAt: second, gain: 1, cost: clock + PENALTY * cell.wrong, late })
    } else if (COSTLY.has(verdict)) cell.wrong++
  }
  return {
    showsSealed: true,
    cell(entries) {
      const cell = { ...EMPTY }
      for (const entry of entries) take(cell, entry)
      return cell
    },
    next(before, entry) {
      const cell = { ...before }
      take(cell, entry)
      return cell
    },
    tie: (cells) => (tieByLast ? Math.max(0, ...[...cells].map(({ solvedAt }) => solvedAt ?? 0)) : 0),
  }
}
