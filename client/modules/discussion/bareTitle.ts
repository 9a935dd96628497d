/** A title without the id of its problem, which the server puts before it. */
export function bareTitle(title: string, displayId: string | null | undefined): string {
  const prefix = displayId ? `[${displayId}] ` : ''
  return prefix && title.startsWith(prefix) ? title.slice(prefix.length) : title
}
