/** Order and figures of the gradebook of a group. */

/** A row as order and means need it. */
export type GradedRow = {
  readonly username: string
  readonly realname: string | null | undefined
  readonly studentNumber: string | null | undefined
  readonly sharesPercent: readonly (number | null | undefined)[]
  readonly meanPercent: number | null | undefined
}

export const ORDERS = ['name', 'number', 'mean'] as const
export type GradebookOrder = (typeof ORDERS)[number]

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

const COMPARE: Record<GradebookOrder, (one: GradedRow, other: GradedRow) => number> = {
  name: () => 0,
  number: (one, other) => names.compare(one.studentNumber ?? '', other.studentNumber ?? ''),
  mean: (one, other) => (other.meanPercent ?? -1) - (one.meanPercent ?? -1),
}

/** Rows in an order; equal ones by user name. */
export const inOrder = <Row extends GradedRow>(rows: readonly Row[], order: GradebookOrder): Row[] =>
  [...rows].sort((one, other) => COMPARE[order](one, other) || names.compare(one.username, other.username))

/** Mean of figures, one decimal; null: there are none. */
export function meanOf(figures: readonly (number | null | undefined)[]): number | null {
  const known = figures.filter((figure) => typeof figure === 'number')
  if (known.length === 0) return null
  return Math.round((10 * known.reduce((sum, figure) => sum + figure, 0)) / known.length) / 10
}

/** Percent of points from which on homework is done, and below which it has failed. */
const FULL = 100
const PASS = 60

/** Phases of homework in which students may still earn all points. */
const isUnderWay = (state: string | undefined) => state === 'UPCOMING' || state === 'OPEN'

/** Colour of a share of points in homework of a phase: a low one is no failure before the due time. */
export function colourOf(share: number | null | undefined, state?: string): string {
  if (typeof share !== 'number') return 'text.tertiary'
  if (share >= FULL) return 'verdict.AC.fg'
  return share < PASS && !isUnderWay(state) ? 'verdict.WA.fg' : 'text.primary'
}
