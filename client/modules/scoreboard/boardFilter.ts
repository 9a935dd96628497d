import type { Ranked } from '#server/shared/board/ranking.ts'
import type { BoardRow } from '#server/shared/board/wire.ts'

/** Which rows of a board are shown. */
export const SHOWS = ['all', 'official', 'followed', 'school'] as const
export type Show = (typeof SHOWS)[number]

/** Filters of a board in its address. */
export type BoardAddress = {
  keyword: string
  show: Show
  /** Include late submissions. */
  late: boolean
  /** Show organisers the results hidden by the freeze. */
  open: boolean
  hall: boolean
}

const FLAGS = ['late', 'open', 'hall'] as const

export const readAddress = (search: URLSearchParams): BoardAddress => ({
  keyword: (search.get('keyword') ?? '').slice(0, 50),
  show: SHOWS.find((one) => one === search.get('show')) ?? 'all',
  late: search.get('late') === 'true',
  open: search.get('open') === 'true',
  hall: search.get('projector') === 'true',
})

/** Search parameters with a change; defaults are left out. */
export function writeAddress(search: URLSearchParams, change: Partial<BoardAddress>): URLSearchParams {
  const now = { ...readAddress(search), ...change }
  const written = new URLSearchParams(search)
  const set = (key: string, value: string) => (value ? written.set(key, value) : written.delete(key))
  set('keyword', now.keyword)
  set('show', now.show === 'all' ? '' : now.show)
  for (const flag of FLAGS) set(flag === 'hall' ? 'projector' : flag, now[flag] ? 'true' : '')
  return written
}

type Reader = { school: string | null; followed: readonly string[]; ownId: string | null }

/**
 * Rows that match the filters; the keyword is compared with shown names and schools (contest-rules.md 18).
 */
export function filterRows(
  rows: readonly Ranked<BoardRow>[],
  { keyword, show }: Pick<BoardAddress, 'keyword' | 'show'>,
  { school, followed, ownId }: Reader,
): readonly Ranked<BoardRow>[] {
  const wanted = keyword.trim().toLowerCase()
  const has = (text: string | null) => (text ?? '').toLowerCase().includes(wanted)
  const people = new Set(followed)
  const isShown = (row: Ranked<BoardRow>) => {
    if (show === 'official' && row.isStar) return false
    if (show === 'followed' && !people.has(row.userId) && row.userId !== ownId) return false
    if (show === 'school' && row.school !== school) return false
    return wanted === '' || has(row.name) || has(row.school)
  }
  return show === 'all' && wanted === '' ? rows : rows.filter(isShown)
}
