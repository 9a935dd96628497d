import type { Awards } from '#server/shared/board/row.ts'
import type { Board } from '#server/shared/board/wire.ts'

const COLOR = { background: '', color: '' }
export const METALS = ['Gold', 'Silver', 'Bronze'] as const
/** Default share of the ranked rows for each metal (percent). */
const SHARES = [10, 20, 30] as const

/** Number of each tier from the cumulative sums in an address. */
const tiersOfSums = (sums: readonly number[]): number[] =>
  sums.map((sum, place) => Math.max(0, sum - (sums[place - 1] ?? 0)))

/** Cumulative sums of tiers for an address (contest-rules.md 13). */
export const sumsOfTiers = (numbers: readonly number[]): number[] =>
  numbers.map((_, place) => numbers.slice(0, place + 1).reduce((sum, one) => sum + one, 0))

/** Number of rows that can get a medal. */
const rankedCount = (rows: Board['rows']): number =>
  [...rows.values()].filter((row) => !row.isDisqualified && !row.isStar).length

/** Default number of each metal in a reveal. */
export function medalCounts(board: Board): number[] {
  const { awardKind, tiers } = revealAwards(board, [])
  const ranked = rankedCount(board.rows)
  return METALS.map((_, place) => {
    const number = tiers[place]?.number ?? 0
    return awardKind === 'PERCENTAGE' ? Math.floor((ranked * number) / 100) : number
  })
}

/** Address of a reveal with these numbers of medals. */
export function revealHref(
  number: number,
  { counts, withoutStars }: { counts: readonly number[]; withoutStars: boolean },
): string {
  const said = new URLSearchParams({ cid: String(number), removeStar: String(withoutStars) })
  for (const sum of sumsOfTiers(counts)) said.append('medals[]', String(sum))
  return `/scrollBoard?${said}`
}

/** Tiers of a reveal: those of the address, else of the contest, else the default shares. */
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
