import type { Locale } from '#locales/i18n.ts'
import { createTranslator, negotiateLocale, type Translator } from '#locales/translator.ts'
import type { Context, House } from '../context.ts'
import { type FaultCode, REFUSALS, type Refusal, type RefusalCode } from '../core/errors.ts'
import { outageOf } from '../core/outage.ts'
import { resolveSession } from '../modules/user/session.ts'

/** Identity of a request. An unknown or expired token makes a guest, with `deadToken` set. */
export type Asked = { ctx: Context; deadToken: boolean; renewedToken: string | null }

/** The first value of a header that may be repeated. */
export const first = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value

/** Builds the context of a request or socket from its headers. */
export async function ask(
  house: House,
  headers: Record<string, string | string[] | undefined>,
  options: {
    ip: string
    token: string | null
    locale: Locale | null
    /** Whether a new token can be returned with the answer. */
    renew: boolean
  },
): Promise<Asked> {
  const now = new Date()
  const session = options.token
    ? await resolveSession(house, options.token, now, { renew: options.renew })
    : null
  const ctx: Context = {
    house,
    db: house.database.prisma,
    viewer: session?.viewer ?? null,
    sessionId: session?.sessionId ?? null,
    now,
    locale: options.locale ?? negotiateLocale(first(headers['accept-language'])),
    client: { ip: options.ip, userAgent: (first(headers['user-agent']) ?? '').slice(0, 500) },
  }
  return {
    ctx,
    deadToken: options.token !== null && session === null,
    renewedToken: session?.renewedToken ?? null,
  }
}

/** The message of a refusal in the viewer's language. */
export const say = (locale: Locale, refusal: Refusal): string =>
  createTranslator(locale)(`refusal:${refusal.code}`, refusal.parameters)

/** Faults whose words name the field. */
const NAMING = {
  REQUIRED: 'FIELD_REQUIRED',
  TOO_SHORT: 'FIELD_TOO_SHORT',
  TOO_LONG: 'FIELD_TOO_LONG',
} as const

const LANGUAGES = new Set(['ZH_CN', 'EN_US', 'zh-CN', 'en-US'])

/**
 * The name of a field as the audit says it: 'testcases.1' is 'Cases 2' and `name.en-US` is 'Name', because REST takes one
 * language. The address when it has no name.
 */
function nameOf(t: Translator, address: string): string {
  const [last = '', before = ''] = address.split('.').reverse()
  const isIndex = /^\d+$/.test(last)
  const part = isIndex || (before !== '' && LANGUAGES.has(last)) ? before : last
  const word = t(`audit:field.${part as 'title'}`, { defaultValue: '' })
  if (word === '') return address
  return isIndex ? `${word} ${Number(last) + 1}` : word
}

/**
 * The message of a refused call. The envelope has no room for faults of fields, so that the first one is said with
 * the name of its field; a refusal about a field speaks for itself.
 */
export function sayFirstFault(locale: Locale, refusal: Refusal): string {
  const { field } = refusal.parameters
  if (refusal.code !== 'INVALID_INPUT' || typeof field !== 'string' || field === '')
    return say(locale, refusal)
  const { code, parameters = {} } = refusal.fields?.[field] ?? { code: 'UNUSABLE' as const }
  const t = createTranslator(locale)
  if (isRefusalCode(code)) return t(`refusal:${code}`, parameters)
  const name = nameOf(t, field)
  if (code in NAMING)
    return t(`refusal:${NAMING[code as keyof typeof NAMING]}`, { ...parameters, field: name })
  return t('refusal:FIELD_FAULT', { field: name, fault: t(`ui:fault.${code}`, parameters) })
}

/** Retry-After (s) of requests refused because of an outage. */
export const RETRY_AFTER_S = 5

/** The refusal for an outage; null when the error is none. Notes a full disk. */
export function refusalOfOutage(house: House, error: unknown): Refusal | null {
  const refusal = outageOf(error)
  if (refusal?.code === 'STORAGE_FULL') house.disk.noteFull()
  if (refusal) house.log.info({ err: error }, 'a request failed because of an outage')
  return refusal
}

const isRefusalCode = (code: FaultCode | RefusalCode): code is RefusalCode => code in REFUSALS

/** The message of each field in the viewer's language, when a refusal names several. */
export function sayFields(locale: Locale, { fields }: Refusal): { fields?: Record<string, string> } {
  if (!fields) return {}
  const t = createTranslator(locale)
  const words = Object.entries(fields).map(([field, { code, parameters = {} }]) => [
    field,
    isRefusalCode(code) ? t(`refusal:${code}`, parameters) : t(`ui:fault.${code}`, parameters),
  ])
  return { fields: Object.fromEntries(words) }
}
