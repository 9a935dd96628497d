/** Addresses of the administration of problems, on the site or in a group. */
import type { Place } from '../group/place.ts'
import { problemsHref } from './addresses.ts'

/** The list of managed problems of a place. */
export const managedProblemsHref = (place: Place): string =>
  place === null ? '/admin/problems' : `${problemsHref(place)}/manage`

const base = (place: Place): string => (place === null ? '/admin/problem' : managedProblemsHref(place))

export const newProblemHref = (place: Place): string => `${base(place)}/create`

export const editHref = (place: Place, number: number): string => `${base(place)}/edit/${number}`

/** Address of the problem's test data page. */
export const testsHref = (place: Place, displayId: string): string =>
  `${base(place)}/tests/${encodeURIComponent(displayId)}`

/** Visibilities of a problem of the site, in the order of the select. */
export const VISIBILITIES = ['PUBLIC', 'HIDDEN', 'CONTEST_ONLY'] as const

/** Visibilities that the administrators of a group choose. */
export const GROUP_VISIBILITIES = ['GROUP', 'HIDDEN'] as const
