/** Languages as options of the picker. */
import type { PickerOption } from '../../../ui/controls/Picker.tsx'

type Language = { key: string; name: string; description: string; family: string; baseKey?: string | null }

/** Families listed first, in this order; the rest follows in the order of the site. */
const FIRST = ['C++', 'C', 'Java', 'Python']

const place = ({ family }: Language) => (FIRST.indexOf(family) + FIRST.length + 1) % (FIRST.length + 1)

/** The language that an optimised build is a build of; otherwise the language itself. */
export const baseOf = <L extends Language>(languages: readonly L[], language: L): L =>
  languages.find(({ key }) => key === language.baseKey) ?? language

/** The optimised build of a language, or the plain one of an optimised build; null when there is none. */
export const counterpartOf = <L extends Language>(languages: readonly L[], language: L): L | null =>
  languages.find(({ key, baseKey }) => key === language.baseKey || baseKey === language.key) ?? null

/**
 * One option per language: recent ones first, then by family. An optimised build is hidden where its base
 * language is offered.
 */
export function languageOptions(
  languages: readonly Language[],
  recent: readonly string[],
  recentGroup: string,
): PickerOption[] {
  const folded = languages.filter((language) => baseOf(languages, language) === language)
  const used = recent
    .map((key) => languages.find((language) => language.key === key))
    .filter((language) => language !== undefined)
    .map((language) => baseOf(languages, language))
    .filter((language, at, all) => all.indexOf(language) === at)
  const others = folded
    .filter((language) => !used.includes(language))
    .sort((a, b) => place(a) - place(b) || folded.indexOf(a) - folded.indexOf(b))
  const option = ({ key, name, description }: Language, group: string): PickerOption => ({
    value: key,
    // Other judges do not tell their compilers.
    label: name === description ? name : `${name} · ${description}`,
    group,
  })
  return [
    ...used.map((language) => option(language, recentGroup)),
    ...others.map((language) => option(language, language.family)),
  ]
}
