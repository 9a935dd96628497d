import { useRef } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { useGroupLive_group$key } from '../../__generated__/useGroupLive_group.graphql.ts'
import type { useGroupLiveStandingSubscription } from '../../__generated__/useGroupLiveStandingSubscription.graphql.ts'
import type { useGroupLiveSubscription } from '../../__generated__/useGroupLiveSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'
import { useReadAgain } from '../../relay/useReadAgain.ts'

/** All viewers reload spread over this time (ms) when the settings of the group change. */
const WITHIN = 800

/**
 * Keeps the pages of a group live: words and counts change in place. A new version, or other rights of the viewer, also
 * reload the page, because its tab shows more or less then. What is told is equal for all with the same role, so that a
 * class of followers is answered once; an applicant alone follows their own standing, too.
 */
export function useGroupLive(props: useGroupLive_group$key) {
  const { viewerStanding, ...shown } = useFragment(
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
  const { id } = shown
  const readAgain = useReadAgain(WITHIN)
  const now = textOf(shown)
  const known = useRef({ id, now })
  if (known.current.id !== id) known.current = { id, now }

  useLive<useGroupLiveSubscription>(
    graphql`
      subscription useGroupLiveSubscription($id: ID!) {
        groupChanged(id: $id) {
          id
          version
          name
          brief
          avatar
          access
          isVisible
          isDisabled
          memberCount
          applicationCount
          viewerIsIn
          viewerCanManage
          viewerCanConfigure
        }
      }
    `,
    { id },
    {
      onEvent: ({ groupChanged: told }) => {
        const heard = textOf(told)
        if (heard === known.current.now) return
        known.current = { id: told.id, now: heard }
        readAgain()
      },
    },
  )
  useLive<useGroupLiveStandingSubscription>(
    graphql`
      subscription useGroupLiveStandingSubscription($id: ID!) {
        groupChanged(id: $id) {
          id
          viewerStanding
        }
      }
    `,
    viewerStanding === 'APPLIED' ? { id } : null,
  )
}

type Shown = {
  id: string
  version: number
  viewerIsIn: boolean
  viewerCanManage: boolean
  viewerCanConfigure: boolean
}

const textOf = ({ id, version, viewerIsIn, viewerCanManage, viewerCanConfigure }: Shown): string =>
  JSON.stringify([id, version, viewerIsIn, viewerCanManage, viewerCanConfigure])
