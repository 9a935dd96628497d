/**
 * What this room asks of the shell around it, so that it needs to know neither toasts, nor words, nor
 * dialogs. The shell connects itself once, before the first page.
 */
export type Shell = {
  /** The words for a failure, in the reader's language. */
  words: (error: unknown) => string
  /** Say it in passing. */
  tell: (text: string, kind: 'error' | 'success') => void
  /** Something needs a login that is not there. */
  askToSignIn: () => void
  /** There is no network; the page that was asked for waits for it. */
  tellOffline: () => void
  /** A right that the reader was thought to have is gone: read again who they are. */
  recheckViewer: () => void
}

let connected: Shell | null = null

export const connectShell = (shell: Shell) => {
  connected = shell
}

export const shell = (): Shell => {
  if (!connected) throw new Error('The shell is not connected')
  return connected
}
