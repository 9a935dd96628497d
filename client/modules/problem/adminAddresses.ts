/** Where the administration of a problem is. */
export const NEW_PROBLEM = '/admin/problem/create'

export const editHref = (number: number): string => `/admin/problem/edit/${number}`

/** The page of a problem's tests. */
export const testsHref = (displayId: string): string =>
  `/admin/problem/tests/${encodeURIComponent(displayId)}`

/** In the order of the choice. */
export const VISIBILITIES = ['PUBLIC', 'HIDDEN', 'CONTEST_ONLY'] as const
