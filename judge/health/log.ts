/** Writes one JSON line to stdout. */
export function log(
  level: 'note' | 'warning' | 'error',
  message: string,
  details: Record<string, unknown> = {},
) {
  const line = { at: new Date().toISOString(), level, message, ...details }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/** Message of a thrown value of any type. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Stack trace of a thrown value; its message when it has none. */
export const stackOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
