import { graphql } from 'react-relay'
import type { useCandidatesQuery } from '../../../../__generated__/useCandidatesQuery.graphql.ts'
import { useSearch } from '../../../../relay/useSearch.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import type { TYPES } from '../managedContests.ts'

/**
 * Searches the problems that can be added to a contest: on the site public ones and those that the viewer manages, in a
 * group public ones and the group's own.
 */
export function useCandidates(contestId: string, type: (typeof TYPES)[number]) {
  const { t } = useTranslation()
  const isInGroup = usePlace() !== null
  return useSearch<useCandidatesQuery>(
    graphql`
      query useCandidatesQuery($keyword: String!, $scoring: Scoring!, $contestId: ID!, $isInGroup: Boolean!) {
        node(id: $contestId) @include(if: $isInGroup) {
          ... on Contest {
            setting {
              candidates(keyword: $keyword) {
                number
                displayId
                title
                visibility
              }
            }
          }
        }
        problems(keyword: $keyword, first: 12) @skip(if: $isInGroup) {
          edges {
            node {
              scoring
              number
              displayId
              title
            }
          }
        }
        managedProblems(keyword: $keyword, scoring: $scoring, first: 8) @skip(if: $isInGroup) {
          edges {
            node {
              number
              displayId
              title
              visibility
            }
          }
        }
      }
    `,
    (keyword) => ({ keyword, scoring: type, contestId, isInGroup }),
    ({ node, problems, managedProblems }) => {
      const listed = (problems?.edges ?? []).flatMap(({ node }) => (node.scoring === type ? [node] : []))
      const open = new Set(listed.map(({ number }) => number))
      const own = (managedProblems?.edges ?? []).flatMap(({ node }) => (open.has(node.number) ? [] : [node]))
      return [
        ...listed.map((problem) => ({ ...problem, visibility: 'PUBLIC' as const })),
        ...own,
        ...(node?.setting?.candidates ?? []),
      ].map(({ number, displayId, title, visibility }) => ({
        value: String(number),
        label: `${displayId} ${title}`,
        note: t(`problemAdmin:visibility.${visibility}`),
      }))
    },
  )
}
