/**
 * The address of a list, which holds all of its state, so that it can be shared and gone back to:
 *
 *   export const problemList = listAddress('/problem', {
 *     keyword: text('keyword', 100),
 *     difficulty: oneOf('difficulty', DIFFICULTIES, 'index'),
 *     tags: numbers('tagId', 20),
 *   }, { size: 30 })
 *
 *   const list = problemList.read(search)              // { keyword, difficulty, tags, page, size }
 *   problemList.href(list, { tags: [1] })              // '/problem?tagId=[1]': another list begins at its first page
 *   problemList.rows(list)                             // { first, offset }
 *
 * Whatever makes no sense in an address counts as not said, and what goes without saying is not written.
 */

/** One thing that an address says of a list. */
export type Parameter<Value> = {
  key: string
  read(search: URLSearchParams): Value
  /** '' leaves it out. */
  write(value: Value): string
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>
type ValueOf<One> = One extends Parameter<infer Value> ? Value : never

export type ListOf<Says extends Parameters> = { [Name in keyof Says]: ValueOf<Says[Name]> } & {
  /** From 1. */
  page: number
  size: number
}

/** What somebody typed. */
export const text = (key: string, most = 50): Parameter<string> => ({
  key,
  read: (search) => (search.get(key) ?? '').trim().slice(0, most),
  write: (value) => value,
})

/** Yes, or nothing. */
export const flag = (key: string): Parameter<boolean> => ({
  key,
  read: (search) => search.get(key) === 'true',
  write: (value) => (value ? 'true' : ''),
})

/** One of a few, by its name or, as some old addresses say it, by its place among them. */
export const oneOf = <Value extends string>(
  key: string,
  values: readonly Value[],
  by: 'name' | 'index' = 'name',
): Parameter<Value | null> => ({
  key,
  read(search) {
    const said = search.get(key)
    const found = by === 'index' && said ? values[Number(said)] : values.find((value) => value === said)
    return found ?? null
  },
  write: (value) => (value === null ? '' : by === 'index' ? String(values.indexOf(value)) : value),
})

/** Numbers from 1 on, as a JSON list. */
export const numbers = (key: string, most: number): Parameter<readonly number[]> => ({
  key,
  read(search) {
    try {
      const said: unknown = JSON.parse(search.get(key) ?? '[]')
      if (!Array.isArray(said)) return []
      const fitting = said.map(Number).filter((number) => Number.isSafeInteger(number) && number > 0)
      return [...new Set(fitting)].slice(0, most)
    } catch {
      return []
    }
  },
  write: (value) => (value.length > 0 ? JSON.stringify(value) : ''),
})

export type Order<Column extends string> = { by: Column; down: boolean }

/** By which column, and whether from the largest on: 'rate', '-rate'. */
export const order = <Column extends string>(
  key: string,
  columns: readonly Column[],
): Parameter<Order<Column> | null> => ({
  key,
  read(search) {
    const said = search.get(key) ?? ''
    const by = columns.find((column) => column === said.replace(/^-/, ''))
    return by ? { by, down: said.startsWith('-') } : null
  },
  write: (value) => (value ? `${value.down ? '-' : ''}${value.by}` : ''),
})

const MOST_ROWS = 100
/** Further than this nobody turns, and no server counts. */
const MOST_PAGES = 1_000_000

const whole = (said: string | null): number | null => {
  const value = Math.trunc(Number(said))
  return Number.isFinite(value) && value >= 1 ? value : null
}

type Options<List> = {
  /** Rows of a page unless the address says otherwise. */
  size: number
  pageKey?: string
  /** Null where the reader does not choose. */
  sizeKey?: string | null
  /** Leaves out what says nothing beside something else. */
  tidy?: (list: List) => List
}

export function listAddress<Says extends Parameters>(
  path: string,
  says: Says,
  { size, pageKey = 'currentPage', sizeKey = 'limit', tidy = (list) => list }: Options<ListOf<Says>>,
) {
  type List = ListOf<Says>
  const parameters = Object.entries(says)

  const read = (search: URLSearchParams): List => {
    const said = Object.fromEntries(parameters.map(([name, parameter]) => [name, parameter.read(search)]))
    const page = whole(search.get(pageKey))
    return {
      ...said,
      page: page && page <= MOST_PAGES ? page : 1,
      size: sizeKey === null ? size : Math.min(whole(search.get(sizeKey)) ?? size, MOST_ROWS),
    } as List
  }

  /** What stands behind the path: '?keyword=dp', or ''. */
  const search = (list: List, change: Partial<List> = {}): string => {
    const next = tidy({ ...list, page: 1, ...change })
    const written = new URLSearchParams()
    for (const [name, parameter] of parameters) {
      const value = parameter.write(next[name])
      if (value) written.set(parameter.key, value)
    }
    if (next.page > 1) written.set(pageKey, String(next.page))
    if (sizeKey !== null && next.size !== size) written.set(sizeKey, String(next.size))
    return written.size > 0 ? `?${written}` : ''
  }

  return {
    path,
    size,
    read,
    search,
    /** The address; a change of what is listed begins at its first page. */
    href: (list: List, change: Partial<List> = {}): string => path + search(list, change),
    /** Which rows the page shows, for a query. */
    rows: ({ page, size }: Pick<List, 'page' | 'size'>) => ({ first: size, offset: (page - 1) * size }),
    /** Whether it leaves rows out, whatever page it is turned to. */
    isFiltered: (list: List): boolean => search(list, { page: 1, size } as Partial<List>) !== '',
  }
}
