export type Seat = { username: string; seat: string }

/**
 * Parses a pasted seat list: each line has a username, then the seat after the first comma, semicolon or tab.
 * `broken` is the first line (from 1) without a separator; null: none.
 */
export function seatsOf(text: string): { rows: readonly Seat[]; broken: number | null } {
  const rows: Seat[] = []
  let broken: number | null = null
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (!line.trim()) continue
    const [, username = '', seat = ''] = /^([^,;\t]+)[,;\t](.*)$/.exec(line) ?? []
    if (username.trim()) rows.push({ username: username.trim(), seat: seat.trim() })
    else broken ??= index + 1
  }
  return { rows, broken }
}
