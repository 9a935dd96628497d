/** Where something is: the number of a group; null: the site. */
export type Place = number | null

/** Place in an address. */
export const placeIn = (param: (name: string) => string): Place =>
  param('groupID') ? Number.parseInt(param('groupID'), 10) || 0 : null

/** Beginning of the addresses of a place. */
export const placeHref = (place: Place): string => (place === null ? '' : `/group/${place}`)
