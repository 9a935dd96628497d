import { graphql, useLazyLoadQuery } from 'react-relay'
import type { useUsernameQuery } from '../../__generated__/useUsernameQuery.graphql.ts'

/** The viewer's username, for what this browser keeps for each account; undefined for guests. The shell has read it. */
export const useUsername = () =>
  useLazyLoadQuery<useUsernameQuery>(
    graphql`
      query useUsernameQuery {
        viewer {
          user {
            username
          }
        }
      }
    `,
    {},
  ).viewer?.user.username
