/** Addresses of the administration of trainings. */
import { globalId, numberedId } from '../../../relay/globalId.ts'
import { listAddress, oneOf, text } from '../../../relay/list/listAddress.ts'
import type { Place } from '../../group/place.ts'
import { trainingsHref } from '../addresses.ts'

const base = (place: Place) => (place === null ? '/admin/training' : `${trainingsHref(place)}/manage`)

export const managedTrainings = (place: Place) =>
  listAddress(base(place), { keyword: text('keyword', 100) }, { size: place === null ? 15 : 10 })

export type ManagedTrainings = ReturnType<ReturnType<typeof managedTrainings>['read']>

export function managedTrainingsVariables(place: Place, search: URLSearchParams) {
  const address = managedTrainings(place)
  const list = address.read(search)
  const groupId = place === null ? null : globalId('Group', place)
  return { groupId, keyword: list.keyword || null, ...address.rows(list) }
}

export const CATEGORIES = '/admin/training/category'

export const newTrainingHref = (place: Place): string => `${base(place)}/create`
export const editHref = (place: Place, number: number): string => `${base(place)}/${number}/edit`
export const problemsHref = (place: Place, number: number): string => `${base(place)}/${number}/problems`

/** Similar solutions in a training, for administrators of its group. */
export const similarityHref = (place: Place, number: number): string => `${base(place)}/${number}/similarity`

/** Global id of a training by its number in an address. */
export const idOf = (number: string): string => numberedId('Training', number)

/** Where problems to add come from, in the address. */
export const ORIGINS = ['public', 'group'] as const
export type Origin = (typeof ORIGINS)[number]

/** Rows of the dialog to choose from. */
export const CANDIDATE_SIZES = [10, 30, 50, 100] as const

/** Problems to add to a training; `from` shows their dialog. */
export const candidates = listAddress(
  '',
  { from: oneOf('add', ORIGINS), keyword: text('keyword', 100) },
  { size: 10 },
)

export type Candidates = ReturnType<typeof candidates.read>

/** Path of the problems of a training, with the dialog as it is in `list`. */
export const candidatesHref = (
  place: Place,
  number: number,
  list: Candidates,
  change: Partial<Candidates> = {},
): string => problemsHref(place, number) + candidates.search(list, change)
