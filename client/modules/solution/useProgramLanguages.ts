import { graphql, useLazyLoadQuery } from 'react-relay'
import type { useProgramLanguagesQuery } from '../../__generated__/useProgramLanguagesQuery.graphql.ts'

type Option = { value: string; label: string }

/** Options of a program's language, with the chosen one even if it is closed, and the mode of the chosen one's editor. */
export function useProgramLanguages(chosen: string, others: readonly Option[] = []) {
  const { languages } = useLazyLoadQuery<useProgramLanguagesQuery>(
    graphql`
      query useProgramLanguagesQuery {
        languages {
          key
          name
          editorLanguage
        }
      }
    `,
    {},
  )
  const offered = [...languages.map(({ key, name }) => ({ value: key, label: name })), ...others]
  const isOffered = offered.some(({ value }) => value === chosen)
  return {
    options: isOffered ? offered : [...offered, { value: chosen, label: chosen }],
    editorLanguage: languages.find(({ key }) => key === chosen)?.editorLanguage,
  }
}
