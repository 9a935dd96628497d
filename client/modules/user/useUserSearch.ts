import { graphql } from 'react-relay'
import type { useUserSearchQuery } from '../../__generated__/useUserSearchQuery.graphql.ts'
import { useSearch } from '../../relay/useSearch.ts'

/** Search function of a PickField for users, whose value is the username. */
export const useUserSearch = () =>
  useSearch<useUserSearchQuery>(
    graphql`
      query useUserSearchQuery($keyword: String!) {
        users(keyword: $keyword, first: 10) {
          edges {
            node {
              username
              nickname
            }
          }
        }
      }
    `,
    (keyword) => ({ keyword }),
    ({ users }) =>
      users.edges.map(({ node: { username, nickname } }) => ({
        value: username,
        label: username,
        note: nickname ?? undefined,
      })),
  )
