import { graphql } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { DesktopNotesSubscription } from '../../__generated__/DesktopNotesSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'

/** Most characters of a text. */
const MOST = 200

/** Shows new messages as notifications of the system while this tab is hidden; several tabs show each once. */
export function DesktopNotes() {
  const navigate = useNavigate()
  useLive<DesktopNotesSubscription>(
    graphql`
      subscription DesktopNotesSubscription {
        notificationsChanged {
          change
          notification {
            id
            title
            summary
            link
            isRead
          }
        }
      }
    `,
    {},
    {
      onEvent: ({ notificationsChanged: { change, notification } }) => {
        if (change !== 'CREATED' || !notification || notification.isRead || !document.hidden) return
        const { id, title, summary, link } = notification
        try {
          const note = new Notification(title, { body: summary.slice(0, MOST), tag: id })
          note.onclick = () => {
            window.focus()
            note.close()
            void navigate(link ?? '/message')
          }
        } catch {
          // Some phones allow them to service workers only.
        }
      },
      // The list and the bell read again by themselves.
      onReturn: () => {},
    },
  )
  return null
}
