import { graphql } from 'react-relay'
import { mentionBefore } from '#server/shared/mentions.ts'
import type { useMentionSuggestQuery } from '../../__generated__/useMentionSuggestQuery.graphql.ts'
import { useSearch } from '../../relay/useSearch.ts'
import type { Suggest } from '../../ui/markdown/useSuggestions.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Users to mention in a comment on a subject, offered behind an @. */
export function useMentionSuggest(subjectId: string): Suggest {
  const { t } = useTranslation()
  const search = useSearch<useMentionSuggestQuery>(
    graphql`
      query useMentionSuggestQuery($subjectId: ID!, $prefix: String!) {
        node(id: $subjectId) {
          ... on Contest {
            mentionCandidates(prefix: $prefix) {
              id
              username
              nickname
            }
          }
          ... on Discussion {
            mentionCandidates(prefix: $prefix) {
              id
              username
              nickname
            }
          }
        }
      }
    `,
    (prefix) => ({ subjectId, prefix }),
    ({ node }) =>
      (node?.mentionCandidates ?? []).map(({ id, username, nickname }) => ({
        value: id,
        label: username,
        ...(nickname && { note: nickname }),
      })),
  )
  return {
    label: t('comment:mention'),
    count: (count) => t('comment:mentions', { count }),
    before: mentionBefore,
    search,
    insert: ({ label }) => `@${label} `,
  }
}
