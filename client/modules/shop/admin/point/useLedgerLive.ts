import { useEffect, useRef } from 'react'
import { graphql } from 'react-relay'
import type { useLedgerLiveSubscription } from '../../../../__generated__/useLedgerLiveSubscription.graphql.ts'
import { isReading } from '../../../../relay/list/useLiveList.ts'
import { useLive } from '../../../../relay/useLive.ts'
import { useReadAgain } from '../../../../relay/useReadAgain.ts'

/** Reads within this time (ms) after an entry; few staff have the page open. */
const WITHIN = 500

/** Keeps a page of the ledger live; its rows do not move while the viewer has scrolled down. */
export function useLedgerLive() {
  const readAgain = useReadAgain(WITHIN)
  const isStale = useRef(false)
  const readAtTop = useRef(() => {})
  readAtTop.current = () => {
    if (!isStale.current || isReading()) return
    isStale.current = false
    readAgain()
  }
  useLive<useLedgerLiveSubscription>(
    graphql`
      subscription useLedgerLiveSubscription {
        ledgerChanged {
          id
        }
      }
    `,
    {},
    {
      onEvent: () => {
        isStale.current = true
        readAtTop.current()
      },
    },
  )
  useEffect(() => {
    const scrolled = () => readAtTop.current()
    window.addEventListener('scroll', scrolled, { passive: true })
    return () => window.removeEventListener('scroll', scrolled)
  }, [])
}
