import { useEffect, useRef, useState } from 'react'
import { graphql } from 'react-relay'
import type { useMarkingMutation } from '../../__generated__/useMarkingMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import type { MessageTab } from './messageTabs.ts'

type Row = { readonly id: string; readonly isRead: boolean }

const NONE: ReadonlySet<string> = new Set()

/** Calls `act` once the window is visible; returns what calls it off. */
function whenSeen(act: () => void): () => void {
  if (document.visibilityState === 'visible') {
    act()
    return () => {}
  }
  const listener = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', listener)
    act()
  }
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Marks the shown rows as read once somebody can see them. `dots` are the rows that were new when they were shown; they
 * stay so until the page is left or all are marked by hand.
 */
export function useMarking(tab: MessageTab, page: number, rows: readonly Row[]) {
  const [shown, setShown] = useState<{ page: number; ids: ReadonlySet<string> }>({ page, ids: NONE })
  const sent = useRef(new Set<string>())
  const [mark, { pending }] = useMutation<useMarkingMutation>(
    graphql`
      mutation useMarkingMutation($input: MarkNotificationsReadInput!) {
        markNotificationsRead(input: $input) {
          total
        }
      }
    `,
    { quiet: true },
  )
  const fresh = rows.filter(({ isRead }) => !isRead).map(({ id }) => id)
  const key = fresh.join(' ')

  useEffect(() => {
    if (key === '') return
    const ids = key.split(' ')
    setShown((before) => ({ page, ids: new Set([...(before.page === page ? before.ids : NONE), ...ids]) }))
    return whenSeen(() => {
      const due = ids.filter((id) => !sent.current.has(id))
      if (due.length === 0) return
      for (const id of due) sent.current.add(id)
      void mark({ input: { ids: due } }).then((done) => {
        if (!done) for (const id of due) sent.current.delete(id)
      })
    })
  }, [key, page, mark])

  const markAll = async () => {
    if (await mark({ input: { kind: tab.kind } }, { quiet: false })) setShown({ page, ids: NONE })
  }
  const dots = shown.page === page ? shown.ids : NONE
  return { dots, markAll, pending }
}
