import { useEffect, useRef, useState } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { useNoticesLiveSubscription } from '../../../__generated__/useNoticesLiveSubscription.graphql.ts'
import { isReading } from '../../../relay/list/useLiveList.ts'
import { useLive } from '../../../relay/useLive.ts'
import { useReadAgain } from '../../../relay/useReadAgain.ts'

/** Longest delay (ms) before the list is reloaded after a change. */
const WITHIN = 400

type Shown = {
  /** Identifies the list; another one has no waiting rows. */
  list: string
  /** Ids of the rows on the page. */
  ids: readonly string[]
  /** Whether a new announcement belongs on the page. */
  showsNew: boolean
}

/**
 * Keeps the announcements of a group live for its administrators. The stream has visible ones only: one that leaves it
 * may have been hidden, and stays in the list.
 */
export function useNoticesLive(groupId: string | null, shown: Shown) {
  const { revalidate } = useRevalidator()
  const readAgain = useReadAgain(WITHIN)
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set())
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(shown)
  latest.current = shown

  // biome-ignore lint/correctness/useExhaustiveDependencies: `list` says which list it is
  useEffect(() => {
    setWaiting(new Set())
    setFresh(new Set())
  }, [shown.list])

  useLive<useNoticesLiveSubscription>(
    graphql`
      subscription useNoticesLiveSubscription($groupId: ID!) {
        groupNoticesChanged(groupId: $groupId) {
          change
          rowId
          notice {
            id
          }
        }
      }
    `,
    groupId === null ? null : { groupId },
    {
      onEvent: ({ groupNoticesChanged: { rowId, notice } }) => {
        const { ids, showsNew } = latest.current
        if (!rowId || !notice || ids.includes(rowId)) return readAgain()
        if (showsNew && !isReading()) {
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
