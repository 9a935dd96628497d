/** Columns, order and figures of the gradebook of a group. */
import type { Place } from '../../group/place.ts'
import { trainingHref } from '../addresses.ts'

/** A column: homework, or an exam. */
export type Column = {
  id: string
  title: string
  href: string
  /** Word of `homework:gradebook` that names `at`, the due time or the end. */
  when: 'due' | 'exam'
  at: string
  /** Whether students may still earn all points. */
  isUnderWay: boolean
  /** Word of `homework:gradebook` that says why a student has no figure. */
  why: 'noneHint' | 'examNone' | 'examClosed'
}

type Work = {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly homework: { readonly dueAt: string; readonly viewerState: string } | null | undefined
}

export const workColumn = (place: Place, { id, number, title, homework }: Work): Column => ({
  id,
  title,
  href: `${trainingHref(place, number)}/matrix`,
  when: 'due',
  at: homework?.dueAt ?? '',
  isUnderWay: isUnderWay(homework?.viewerState),
  why: 'noneHint',
})

type Exam = {
  readonly isOpen: boolean
  readonly contest: {
    readonly id: string
    readonly number: number
    readonly title: string
    readonly endsAt: string
  }
}

export const examColumn = ({ isOpen, contest: { id, number, title, endsAt } }: Exam): Column => ({
  id,
  title,
  href: `/contest/${number}/rank`,
  when: 'exam',
  at: endsAt,
  isUnderWay: false,
  why: isOpen ? 'examNone' : 'examClosed',
})

/** A row as order and means need it. */
export type GradedRow = {
  readonly username: string
  readonly realname: string | null | undefined
  readonly studentNumber: string | null | undefined
  readonly sharesPercent: readonly (number | null | undefined)[]
  readonly examsPercent: readonly (number | null | undefined)[]
  readonly meanPercent: number | null | undefined
}

/** Figures of a row, in the order of the columns. */
export const sharesOf = ({
  sharesPercent,
  examsPercent,
}: Pick<GradedRow, 'sharesPercent' | 'examsPercent'>): (number | null | undefined)[] => [
  ...sharesPercent,
  ...examsPercent,
]

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

/** Whether students may still earn all points in homework of a phase. */
export const isUnderWay = (state: string | undefined): boolean => state === 'UPCOMING' || state === 'OPEN'

/** Colour of a share of points: a low one is no failure while the work is under way. */
export function colourOf(share: number | null | undefined, isUnderWay = false): string {
  if (typeof share !== 'number') return 'text.tertiary'
  if (share >= FULL) return 'verdict.AC.fg'
  return share < PASS && !isUnderWay ? 'verdict.WA.fg' : 'text.primary'
}
