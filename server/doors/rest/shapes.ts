import { z } from 'zod'
import type { Page } from './coercers.ts'

/** Shapes that the answers of many calls share, with what makes them. */

/** A table of the numbers or words that clients of the reference system know something by. */
type Codes<Code extends number | string> = Readonly<Record<string, Code>>

/** What each code of a table means, in one line: '0 ACM, 1 OI'. */
export const meaningOf = (table: Codes<number | string>): string =>
  Object.entries(table)
    .sort(([, one], [, other]) => Number(one) - Number(other) || 0)
    .map(([meaning, code]) => `${code} ${meaning}`)
    .join(', ')

/** One of the codes of a table, which says what they mean unless it is described otherwise. */
export const codeIn = <Code extends number | string>(table: Codes<Code>) =>
  z.literal([...new Set(Object.values(table))]).describe(`${meaningOf(table)}.`)

/** A page of rows in the shape that clients of the reference system read. */
export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({
    records: z.array(row),
    total: z.int(),
    size: z.int(),
    current: z.int(),
    pages: z.int(),
    orders: z.array(z.never()),
    hitCount: z.literal(false),
    searchCount: z.literal(true),
  })

/** The rows of a page in the shape that `page` declares. */
export const asPage = <Row>(records: Row[], total: number, { page, limit }: Page) => ({
  records,
  total,
  size: limit,
  current: page,
  pages: Math.ceil(total / limit),
  orders: [],
  hitCount: false as const,
  searchCount: true as const,
})

/** A moment in the offset form that the reference system writes. */
export const date = z
  .string()
  .regex(/^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/)
  .meta({ description: 'A moment in UTC, such as 2021-12-12T04:11:44.000+0000.' })

/** A moment in the shape that `date` declares. */
export const asDate = (moment: Date): string => moment.toISOString().replace('Z', '+0000')
