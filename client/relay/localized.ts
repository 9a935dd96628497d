/** Texts by language: a list of rows in the graph, a record in forms. */
import { LOCALES, type Locale } from '#locales/i18n.ts'

/** What the graph calls each language. */
const NAME_OF = { 'zh-CN': 'ZH_CN', 'en-US': 'EN_US' } as const satisfies Record<Locale, string>

type LocaleName = (typeof NAME_OF)[Locale]

/** A value for each language, made of its row, or of none. */
export const byLocale = <Row extends { readonly locale: string }, Value>(
  rows: readonly Row[],
  read: (row: Row | undefined) => Value,
): Record<Locale, Value> =>
  Object.fromEntries(
    LOCALES.map((locale) => [locale, read(rows.find((row) => row.locale === NAME_OF[locale]))]),
  ) as Record<Locale, Value>

/** The rows of a record, for an input of the graph. */
export const asRows = <Value, Row>(
  record: Readonly<Record<Locale, Value>>,
  write: (value: Value) => Row,
): (Row & { locale: LocaleName })[] =>
  LOCALES.map((locale) => ({ ...write(record[locale]), locale: NAME_OF[locale] }))
