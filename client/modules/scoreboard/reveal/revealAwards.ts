import type { Awards } from '#server/shared/board/row.ts'
import type { Board } from '#server/shared/board/wire.ts'

const COLOR = { background: '', color: '' }
export const METALS = ['Gold', 'Silver', 'Bronze'] as const
/** Shares of the ranked rows in percent, where nobody says anything else. */
const SHARES = [10, 20, 30] as const

/** Sums of medals, as an address has them, as the number of each tier. */
const tiersOfSums = (sums: readonly number[]): number[] =>
  sums.map((sum, place) => Math.max(0, sum - (sums[place - 1] ?? 0)))

/** The sums of tiers, as an address has them (contest-rules.md 13). */
export const sumsOfTiers = (numbers: readonly number[]): number[] =>
  numbers.map((_, place) => numbers.slice(0, place + 1).reduce((sum, one) => sum + one, 0))

/** How many rows can have a medal. */
const rankedCount = (rows: Board['rows']): number =>
  [...rows.values()].filter((row) => !row.isDisqualified && !row.isStar).length

/** How many of each metal a reveal hands out where nobody says anything else. */
export function medalCounts(board: Board): number[] {
  const { awardKind, tiers } = revealAwards(board, [])
  const ranked = rankedCount(board.rows)
  return METALS.map((_, place) => {
    const number = tiers[place]?.number ?? 0
    return awardKind === 'PERCENTAGE' ? Math.floor((ranked * number) / 100) : number
  })
}

/** The address of a reveal with so many of each metal. */
export function revealHref(
  number: number,
  { counts, withoutStars }: { counts: readonly number[]; withoutStars: boolean },
): string {
  const said = new URLSearchParams({ cid: String(number), removeStar: String(withoutStars) })
  for (const sum of sumsOfTiers(counts)) said.append('medals[]', String(sum))
  return `/scrollBoard?${said}`
}

/** The tiers of a reveal: those of its address, else those of the contest, else the usual shares. */
export function revealAwards({ head, rows }: Board, medals: readonly string[]): Awards {
  const sums = medals.map(Number).filter((sum) => Number.isSafeInteger(sum) && sum >= 0)
  if (sums.length === 3) {
    const numbers = tiersOfSums(sums)
    const tiers = METALS.map((name, place) => ({ ...COLOR, name, number: numbers[place] ?? 0 }))
    return { awardKind: 'COUNT', tiers }
  }
  if (head.awardKind !== 'NONE') return { awardKind: head.awardKind, tiers: head.tiers }
  const ranked = rankedCount(rows)
  const tiers = METALS.map((name, place) => ({
    ...COLOR,
    name,
    number: Math.floor((ranked * (SHARES[place] ?? 0)) / 100),
  }))
  return { awardKind: 'COUNT', tiers }
}
