/** Addresses of the administration of a problem. */
export const NEW_PROBLEM = '/admin/problem/create'

export const editHref = (number: number): string => `/admin/problem/edit/${number}`

/** Address of the problem's test data page. */
export const testsHref = (displayId: string): string =>
  `/admin/problem/tests/${encodeURIComponent(displayId)}`

/** In the order of the select. */
export const VISIBILITIES = ['PUBLIC', 'HIDDEN', 'CONTEST_ONLY'] as const
