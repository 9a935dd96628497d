/** What the Relay layer of the client needs from the page, without a page (client/relay/shell.ts). */
export const silentShell = {
  words: String,
  tell: () => undefined,
  askToSignIn: () => undefined,
  tellOffline: () => undefined,
  recheckViewer: () => undefined,
}
