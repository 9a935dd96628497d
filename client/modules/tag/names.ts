import type { Locale } from '#locales/i18n.ts'

/** What is wrong with names at least one is needed: said under each language, so that it is seen. */
export function namesFault(names: Readonly<Record<Locale, string>>, words: string) {
  const fault = Object.values(names).some((name) => name.trim() !== '') ? null : { words }
  return { 'names.zh-CN': fault, 'names.en-US': fault }
}
