/** What the fields of the configuration may hold. */

/** A link that browsers open, or none. */
export const isLink = (text: string): boolean => text.trim() === '' || /^https?:\/\/[^\s/]/i.test(text.trim())

/** The end of an address as it is kept: '@Example.com ' refuses 'example.com'. */
export const cleanSuffix = (text: string): string => text.trim().toLowerCase().replace(/^@/, '')

/** Every zone that this browser knows, by continent, and the one that is set. */
export function timeZones(set: string) {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', set])
  return [...known].sort().map((zone) => {
    const [area = zone, ...place] = zone.split('/')
    return { value: zone, label: zone.replaceAll('_', ' '), group: place.length > 0 ? area : undefined }
  })
}
