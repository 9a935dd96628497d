/**
 * Keeps the whole state of a list in its address, for sharing and history:
 *
 *   export const problemList = listAddress('/problem', {
 *     keyword: text('keyword', 100),
 *     difficulty: oneOf('difficulty', DIFFICULTIES, 'index'),
 *     tags: numbers('tagId', 20),
 *   }, { size: 30 })
 *
 *   const list = problemList.read(search)              // { keyword, difficulty, tags, page, size }
 *   problemList.href(list, { tags: [1] })              // '/problem?tagId=[1]': a changed filter starts at page 1
 *   problemList.rows(list)                             // { first, offset }
 *
 * Invalid parameters are ignored, and default values are not written.
 */

/** One parameter of a list's address. */
export type Parameter<Value> = {
  key: string
  read(search: URLSearchParams): Value
  /** Returns '' to omit it. */
  write(value: Value): string
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>
type ValueOf<One> = One extends Parameter<infer Value> ? Value : never

export type ListOf<Says extends Parameters> = { [Name in keyof Says]: ValueOf<Says[Name]> } & {
  /** From 1. */
  page: number
  size: number
}

/** Free text. */
export const text = (key: string, most = 50): Parameter<string> => ({
  key,
  read: (search) => (search.get(key) ?? '').trim().slice(0, most),
  write: (value) => value,
})

/** Boolean; false is omitted. */
export const flag = (key: string): Parameter<boolean> => ({
  key,
  read: (search) => search.get(key) === 'true',
  write: (value) => (value ? 'true' : ''),
})

/** One of several values, by name or, in old addresses, by index. */
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

/** Number of a row, positive; null: none. */
export const rowNumber = (key: string): Parameter<number | null> => ({
  key,
  read(search) {
    const number = Number(search.get(key))
    return Number.isSafeInteger(number) && number > 0 ? number : null
  },
  write: (value) => (value === null ? '' : String(value)),
})

/** Positive integers, as a JSON list. */
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

/** Sort column, with '-' for descending: 'rate', '-rate'. */
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
/** Highest page number accepted. */
const MOST_PAGES = 1_000_000

const whole = (said: string | null): number | null => {
  const value = Math.trunc(Number(said))
  return Number.isFinite(value) && value >= 1 ? value : null
}

type Options<List> = {
  /** Default rows per page. */
  size: number
  /** Most rows per page. */
  most?: number
  pageKey?: string
  /** Null when the size is fixed. */
  sizeKey?: string | null
  /** Removes parameters that others make redundant. */
  tidy?: (list: List) => List
}

export function listAddress<Says extends Parameters>(
  path: string,
  says: Says,
  {
    size,
    most = MOST_ROWS,
    pageKey = 'currentPage',
    sizeKey = 'limit',
    tidy = (list) => list,
  }: Options<ListOf<Says>>,
) {
  type List = ListOf<Says>
  const parameters = Object.entries(says)

  const read = (search: URLSearchParams): List => {
    const said = Object.fromEntries(parameters.map(([name, parameter]) => [name, parameter.read(search)]))
    const page = whole(search.get(pageKey))
    return {
      ...said,
      page: page && page <= MOST_PAGES ? page : 1,
      size: sizeKey === null ? size : Math.min(whole(search.get(sizeKey)) ?? size, most),
    } as List
  }

  /** Query string: '?keyword=dp', or ''. */
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
    /** The address; a changed filter starts at page 1. */
    href: (list: List, change: Partial<List> = {}): string => path + search(list, change),
    /** Query variables of the page. */
    rows: ({ page, size }: Pick<List, 'page' | 'size'>) => ({ first: size, offset: (page - 1) * size }),
    /** Whether any filter is set, whatever the page. */
    isFiltered: (list: List): boolean => search(list, { page: 1, size } as Partial<List>) !== '',
  }
}
