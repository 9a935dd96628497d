import { useEffect, useRef } from 'react'
import type { useUploads } from './files/useUploads.ts'

type Uploads = Pick<ReturnType<typeof useUploads>, 'uploads'>['uploads']

/** Calls `act` when the last running upload has finished; failed ones are ignored. Returns whether any is running. */
export function useWhenSent(uploads: Uploads, act: () => void): boolean {
  const sending = uploads.some(({ state }) => state !== 'failed')
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!sending) latest.current()
  }, [sending])
  return sending
}
