import type { Verdict } from '#prisma/generated/enums.ts'
import { type Cell, EMPTY } from '#server/shared/board/row.ts'
import type { Entry, Rule } from './rule.ts'

/** What a wrong try costs, in seconds. */
const PENALTY = 1200

/** What costs a penalty when a solution follows. */
export const COSTLY: ReadonlySet<Verdict> = new Set<Verdict>([
  'PRESENTATION_ERROR',
  'WRONG_ANSWER',
  'TIME_LIMIT_EXCEEDED',
  'MEMORY_LIMIT_EXCEEDED',
  'OUTPUT_LIMIT_EXCEEDED',
  'RUNTIME_ERROR',
])

type Choices = {
  /** The clock of the contest counts in steps of so many seconds: the ICPC's in minutes. */
  unit: number
  /** Whether the earlier last solution wins between rows that are equal otherwise. */
  tieByLast: boolean
}

/**
 * Solved problems, then penalty: for each solved one its second and 1,200 for every costly try before (contest-rules.md
 * 3). Sealed tries only count as tries, also after a solution (6).
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
