import { useEffect, useRef, useState } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { useMembersLiveSubscription } from '../../../__generated__/useMembersLiveSubscription.graphql.ts'
import { isReading } from '../../../relay/list/useLiveList.ts'
import { useLive } from '../../../relay/useLive.ts'
import { useReadAgain } from '../../../relay/useReadAgain.ts'

/** Longest delay (ms) before the lists are reloaded after a change. */
const WITHIN = 400

type Shown = {
  /** Identifies the lists; others have no waiting rows. */
  list: string
  /** Ids of the rows on the page. */
  ids: readonly string[]
  /** Whether a new member belongs on the page. */
  showsNewMembers: boolean
  /** Whether a new application belongs on the page. */
  showsNewApplications: boolean
}

/**
 * Keeps the members and applications of a group live for its administrators. A changed standing is shown at once, and
 * the lists are reloaded, because rows move between them. New rows wait while the viewer is reading further down.
 */
export function useMembersLive(groupId: string | null, shown: Shown) {
  const { revalidate } = useRevalidator()
  const readAgain = useReadAgain(WITHIN)
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set())
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(shown)
  latest.current = shown
  /** Ids of rows that the page has shown: they are not new when they move. */
  const known = useRef(new Set<string>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: `list` says which lists they are
  useEffect(() => {
    setWaiting(new Set())
    setFresh(new Set())
    known.current = new Set()
  }, [shown.list])

  useEffect(() => {
    for (const id of shown.ids) known.current.add(id)
  })

  useLive<useMembersLiveSubscription>(
    // Without the viewer's rights: the stream is shared by role, and the owner has more than other roots.
    graphql`
      subscription useMembersLiveSubscription($groupId: ID!) {
        groupMembersChanged(groupId: $groupId) {
          change
          rowId
          member {
            id
            standing
            reason
            createdAt
            updatedAt
          }
        }
      }
    `,
    groupId === null ? null : { groupId },
    {
      onEvent: ({ groupMembersChanged: { rowId, member } }) => {
        const { showsNewMembers, showsNewApplications } = latest.current
        const isNew = rowId && member && member.standing !== 'REFUSED' && !known.current.has(rowId)
        if (!isNew) return readAgain()
        const hasPlace = member.standing === 'APPLIED' ? showsNewApplications : showsNewMembers
        if (hasPlace && !isReading()) {
          setFresh((before) => new Set([...before, rowId]))
          readAgain()
        } else setWaiting((before) => new Set([...before, rowId]))
      },
      onReturn: () => {
        setWaiting(new Set())
        void revalidate()
      },
    },
  )

  return {
    waiting: [...waiting].filter((id) => !shown.ids.includes(id)).length,
    fresh,
    show: () => {
      setWaiting(new Set())
      window.scrollTo({ top: 0 })
      void revalidate()
    },
  }
}
