import { useEffect, useState } from 'react'
import { fetchFile } from '../../../relay/files/download.ts'
import { useIsSignedIn } from '../../../relay/session.ts'

/** Types of files that pages show, by the ends of their names. Files of other types are not drawn. */
const TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
}

/**
 * The address at which a page shows a file of a problem; null while it loads, and when it can't be read. A signed-in
 * viewer reads it with the token, which an `img` or `iframe` would not send.
 */
export function useOwnFile(src: string): string | null {
  const isSignedIn = useIsSignedIn()
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!isSignedIn) return
    let made: string | null = null
    let isGone = false
    fetchFile(src).then(
      ({ content }) => {
        if (isGone) return
        const type = TYPES[src.split('.').at(-1)?.toLowerCase() ?? ''] ?? ''
        made = URL.createObjectURL(new Blob([content], { type }))
        setUrl(made)
      },
      () => undefined,
    )
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [src, isSignedIn])
  return isSignedIn ? url : src
}
