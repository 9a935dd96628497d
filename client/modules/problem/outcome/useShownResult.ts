import { useEffect, useState } from 'react'
import type { PanelTab, PhoneView, Shown } from '../workbenchContext.ts'
import { lastShown } from './lastShown.ts'

/** The latest submission to a problem; null when there is none. */
type Latest = { number: number; state: string | null | undefined } | null

/** The submission or test run shown for a problem, and the tab and view it is shown in. Follows other workbenches. */
export function useShownResult(sheetId: string, latest: Latest) {
  // Resume following a judgement that was running before a reload.
  const [before] = useState(() => lastShown.of(sheetId))
  const [shown, setShown] = useState<Shown | null>(() =>
    latest && latest.state !== 'DONE' ? { kind: 'submission', number: latest.number } : before,
  )
  const [outdated, setOutdated] = useState(false)
  const [panel, setPanel] = useState<PanelTab>(shown ? 'result' : 'input')
  const [view, setView] = useState<PhoneView>('statement')
  const [announcement, setAnnouncement] = useState('')

  useEffect(() => {
    const follow = (next: Shown) => {
      setAnnouncement('')
      setShown(next)
      setOutdated(false)
      setPanel('result')
      setView('result')
    }
    const meanwhile = lastShown.of(sheetId)
    if (meanwhile && meanwhile !== before) follow(meanwhile)
    return lastShown.follow(sheetId, follow)
  }, [sheetId, before])

  return { shown, outdated, setOutdated, panel, setPanel, view, setView, announcement, setAnnouncement }
}
