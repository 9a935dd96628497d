import type { ProblemForm_languages$data } from '../../../__generated__/ProblemForm_languages.graphql.ts'

/** A language that the form offers. */
export type FormLanguage = ProblemForm_languages$data[number]

/** Languages that judge hosts offer now, and those that the problem already names. */
export const languagesWith = (
  languages: readonly FormLanguage[],
  keys: readonly string[],
): readonly Pick<FormLanguage, 'key' | 'name' | 'editorLanguage' | 'template'>[] => [
  ...languages,
  ...keys
    .filter((key) => !languages.some((language) => language.key === key))
    .map((key) => ({ key, name: key, editorLanguage: 'plaintext', template: '' })),
]
