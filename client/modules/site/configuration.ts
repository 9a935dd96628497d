/** Values and checks of the configuration's fields. */

/** Whether a text is empty or an http(s) address. */
export const isLink = (text: string): boolean => text.trim() === '' || /^https?:\/\/[^\s/]/i.test(text.trim())

/** Normalizes a blocked mail domain: '@Example.com ' becomes 'example.com'. */
export const cleanSuffix = (text: string): string => text.trim().toLowerCase().replace(/^@/, '')

/** Time zones that the browser knows, by continent, and the current one. */
export function timeZones(set: string) {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', set])
  return [...known].sort().map((zone) => {
    const [area = zone, ...place] = zone.split('/')
    return { value: zone, label: zone.replaceAll('_', ' '), group: place.length > 0 ? area : undefined }
  })
}
