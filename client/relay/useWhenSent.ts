import { useEffect, useRef } from 'react'
import type { useUploads } from './files/useUploads.ts'

type Uploads = Pick<ReturnType<typeof useUploads>, 'uploads'>['uploads']

/** Calls `act` each time that the last of some uploads is there; those that failed are not waited for. True while some are on their way. */
export function useWhenSent(uploads: Uploads, act: () => void): boolean {
  const sending = uploads.some(({ state }) => state !== 'failed')
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!sending) latest.current()
  }, [sending])
  return sending
}
