import type { MouseEvent } from 'react'
import { useIsSignedIn } from '../../../relay/session.ts'

/** Whether this is the address of a problem file, which needs the right to see its problem. */
export const isOwnFile = (url: string): boolean => /^\/(?:api\/public\/file|problem-files)\//.test(url)

function save(url: string, event: MouseEvent) {
  event.preventDefault()
  void import('../../../relay/files/download.ts').then(({ download }) => download(url))
}

/** Click handlers of links to problem files: a signed-in viewer downloads with the token, which a plain link does not send. */
export function useSave() {
  const isSignedIn = useIsSignedIn()
  return (url: string) => (isSignedIn ? (event: MouseEvent) => save(url, event) : undefined)
}

/** Click handler of a text: its links to problem files are downloaded as `useSave` does, unless a key opens a new tab. */
export function useSaveOfText() {
  const isSignedIn = useIsSignedIn()
  return (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    const url = (event.target as Element).closest('a')?.getAttribute('href') ?? ''
    if (isSignedIn && isOwnFile(url)) save(url, event)
  }
}
