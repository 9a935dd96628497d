import { z } from 'zod'
import type { Page } from './coercers.ts'

/** Shapes shared by the answers of many calls, and their constructors. */

/** Numbers or words of the reference system by meaning. */
type Codes<Code extends number | string> = Readonly<Record<string, Code>>

/** Meanings of all codes in one line: '0 ACM, 1 OI'. */
export const meaningOf = (table: Codes<number | string>): string =>
  Object.entries(table)
    .sort(([, one], [, other]) => Number(one) - Number(other) || 0)
    .map(([meaning, code]) => `${code} ${meaning}`)
    .join(', ')

/** One of the codes of a table; described by their meanings by default. */
export const codeIn = <Code extends number | string>(table: Codes<Code>) =>
  z.literal([...new Set(Object.values(table))]).describe(`${meaningOf(table)}.`)

/** A page of rows, as in the reference system. */
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

/** A page of records in the shape of `page`. */
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

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text for a field that the client of the reference system inserts into its page as HTML. */
export const asHtml = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)

/** Plain text for a field that holds Markdown, where it reads as it stands; HTML in it is none. */
export const asMarkdown = (text: string): string => asHtml(text.replace(/[\\`*_[\]~^$]/g, '\\$&'))

/** A moment in the offset format of the reference system. */
export const date = z
  .string()
  .regex(/^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/)
  .meta({ description: 'A moment in UTC, such as 2021-12-12T04:11:44.000+0000.' })

/** A moment in the shape of `date`. */
export const asDate = (moment: Date): string => moment.toISOString().replace('Z', '+0000')
