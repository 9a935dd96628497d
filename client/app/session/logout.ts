import { commitMutation, graphql } from 'react-relay'
import { type RouteObject, replace } from 'react-router-dom'
import type { logoutMutation } from '../../__generated__/logoutMutation.graphql.ts'
import { environment } from '../../relay/environment.ts'
import { session } from '../../relay/session.ts'
import { toast } from '../toasts.ts'
import { whenSpoken } from '../words.ts'

/** The server forgets the session; whether it answers or not, this browser does. */
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

/** /logout is an act with an address: it ends the session and goes home. */
export const logoutRoute: RouteObject = {
  path: 'logout',
  loader: async () => {
    if (session.token) {
      const ended = end()
      // Before the server ends the sockets of the other tabs: they were logged out, and go home too.
      session.signOut()
      await ended
      const { t } = await whenSpoken
      toast.info(t('app:user.signedOut'))
    }
    return replace('/home')
  },
}
