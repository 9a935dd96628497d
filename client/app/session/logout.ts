import { commitMutation, graphql } from 'react-relay'
import type { logoutMutation } from '../../__generated__/logoutMutation.graphql.ts'
import { environment } from '../../relay/environment.ts'
import { session } from '../../relay/session.ts'
import { toast } from '../toasts.ts'
import { whenSpoken } from '../words.ts'

/** Ends the session on the server; the browser drops its token even if the request fails. */
const end = () =>
  new Promise<void>((resolve) => {
    commitMutation<logoutMutation>(environment, {
      mutation: graphql`
        mutation logoutMutation {
          logout {
            sessionId
          }
        }
      `,
      variables: {},
      onCompleted: () => resolve(),
      onError: () => resolve(),
    })
  })

/** Ends the session, and says so. */
export async function logOut(): Promise<void> {
  if (!session.token) return
  const ended = end()
  // Before the server closes the sockets of the other tabs, so that they redirect home too.
  session.signOut()
  await ended
  const { t } = await whenSpoken
  toast.info(t('app:user.signedOut'))
}
