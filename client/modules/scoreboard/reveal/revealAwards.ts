import type { Awards, Tier } from '#server/shared/board/row.ts'
import type { Board } from '#server/shared/board/wire.ts'

const COLOR = { background: '', color: '' }
const METALS = ['Gold', 'Silver', 'Bronze'] as const
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

/** Awards of the contest as numbers of rows; without any, three metals by the usual shares. */
export function usualAwards({ head, rows }: Board): Tier[] {
  const ranked = rankedCount(rows)
  const share = (percent: number) => Math.floor((ranked * percent) / 100)
  if (head.awardKind === 'NONE' || head.tiers.length === 0)
    return METALS.map((name, place) => ({ ...COLOR, name, number: share(SHARES[place] ?? 0) }))
  const isShare = head.awardKind === 'PERCENTAGE'
  return head.tiers.map((tier) => ({ ...tier, number: isShare ? share(tier.number) : tier.number }))
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

/** Awards of a reveal: those of the contest, with the numbers of the address if it has some. */
export function revealAwards(board: Board, medals: readonly string[]): Awards {
  const usual = usualAwards(board)
  const sums = medals.map(Number).filter((sum) => Number.isSafeInteger(sum) && sum >= 0)
  const numbers = tiersOfSums(sums)
  // The address of the reference system names three metals, whatever the contest has.
  const beyond = METALS.slice(usual.length, sums.length).map((name) => ({ ...COLOR, name, number: 0 }))
  const named = [...usual, ...beyond]
  const tiers =
    sums.length === 0 ? usual : named.map((tier, place) => ({ ...tier, number: numbers[place] ?? 0 }))
  return { awardKind: 'COUNT', tiers }
}
