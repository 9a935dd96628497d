/** Localized texts: a list of rows in GraphQL, a record in forms. */
import { LOCALES, type Locale } from '#locales/i18n.ts'

/** The GraphQL name of each locale. */
const NAME_OF = { 'zh-CN': 'ZH_CN', 'en-US': 'EN_US' } as const satisfies Record<Locale, string>

type LocaleName = (typeof NAME_OF)[Locale]

/** Maps each locale to a value of its row, or of undefined. */
export const byLocale = <Row extends { readonly locale: string }, Value>(
  rows: readonly Row[],
  read: (row: Row | undefined) => Value,
): Record<Locale, Value> =>
  Object.fromEntries(
    LOCALES.map((locale) => [locale, read(rows.find((row) => row.locale === NAME_OF[locale]))]),
  ) as Record<Locale, Value>

/** The record as rows, for a GraphQL input. */
export const asRows = <Value, Row>(
  record: Readonly<Record<Locale, Value>>,
  write: (value: Value) => Row,
): (Row & { locale: LocaleName })[] =>
  LOCALES.map((locale) => ({ ...write(record[locale]), locale: NAME_OF[locale] }))
