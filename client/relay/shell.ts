/**
 * Interface to the shell, so that this folder knows neither toasts, words nor dialogs. The shell connects once, before
 * the first page.
 */
export type Shell = {
  /** The localized message of an error. */
  words: (error: unknown) => string
  /** Shows a toast. */
  tell: (text: string, kind: 'error' | 'success') => void
  /** Asks for a login that an action needs. */
  askToSignIn: () => void
  /** Tells that there is no network; the requested page waits for it. */
  tellOffline: () => void
  /** Reloads the viewer after an unexpected FORBIDDEN. */
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
