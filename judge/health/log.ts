/** One JSON line per thing worth knowing, on stdout. */
export function log(
  level: 'note' | 'warning' | 'error',
  message: string,
  details: Record<string, unknown> = {},
) {
  const line = { at: new Date().toISOString(), level, message, ...details }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

/** What an unknown thrown thing says. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The same with where it was thrown. */
export const stackOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
