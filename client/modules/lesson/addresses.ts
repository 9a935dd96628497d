/** Path of the learning centre, or of one lesson in it. */
export const learnHref = (key?: string): string =>
  key === undefined ? '/learn' : `/learn/${encodeURIComponent(key)}`
