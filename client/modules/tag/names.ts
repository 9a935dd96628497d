import type { Locale } from '#locales/i18n.ts'

/** Error of the name fields, shown under each language; null once one of them is filled. */
export function namesFault(names: Readonly<Record<Locale, string>>, words: string) {
  const fault = Object.values(names).some((name) => name.trim() !== '') ? null : { words }
  return { 'names.zh-CN': fault, 'names.en-US': fault }
}
