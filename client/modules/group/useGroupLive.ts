import { useRef } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { useGroupLive_group$key } from '../../__generated__/useGroupLive_group.graphql.ts'
import type { useGroupLiveSubscription } from '../../__generated__/useGroupLiveSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'
import { useReadAgain } from '../../relay/useReadAgain.ts'

/** All viewers reload spread over this time (ms) when the settings of the group change. */
const WITHIN = 800

/**
 * Keeps the pages of a group live: words, counts and the viewer's standing change in place. A new version, or other
 * rights of the viewer, also reload the page, because its tab shows more or less then.
 */
export function useGroupLive(props: useGroupLive_group$key) {
  const { id, ...shown } = useFragment(
    graphql`
      fragment useGroupLive_group on Group {
        id
        version
        viewerStanding
        viewerIsIn
        viewerCanManage
        viewerCanConfigure
      }
    `,
    props,
  )
  const readAgain = useReadAgain(WITHIN)
  const now = JSON.stringify([id, ...Object.values(shown)])
  const known = useRef({ id, now })
  if (known.current.id !== id) known.current = { id, now }

  useLive<useGroupLiveSubscription>(
    graphql`
      subscription useGroupLiveSubscription($id: ID!) {
        groupChanged(id: $id) {
          id
          version
          viewerStanding
          viewerIsIn
          viewerCanManage
          viewerCanConfigure
          viewerCanDisband
          viewerJoinedAt
          ...GroupFrame_group
        }
      }
    `,
    { id },
    {
      onEvent: ({ groupChanged: told }) => {
        const { id, version, viewerStanding, viewerIsIn, viewerCanManage, viewerCanConfigure } = told
        const heard = JSON.stringify([
          id,
          version,
          viewerStanding,
          viewerIsIn,
          viewerCanManage,
          viewerCanConfigure,
        ])
        if (heard === known.current.now) return
        known.current = { id, now: heard }
        readAgain()
      },
    },
  )
}
