/** Addresses of the administration of trainings. */
import { numberedId } from '../../../relay/globalId.ts'
import { flag, listAddress, text } from '../../../relay/list/listAddress.ts'

export const managedTrainings = listAddress(
  '/admin/training',
  { keyword: text('keyword', 100) },
  { size: 15 },
)

export type ManagedTrainings = ReturnType<typeof managedTrainings.read>

export function managedTrainingsVariables(search: URLSearchParams) {
  const list = managedTrainings.read(search)
  return { keyword: list.keyword || null, ...managedTrainings.rows(list) }
}

export const NEW_TRAINING = '/admin/training/create'
export const CATEGORIES = '/admin/training/category'

export const editHref = (number: number): string => `/admin/training/${number}/edit`
export const problemsHref = (number: number): string => `/admin/training/${number}/problems`

/** Global id of a training by its number in an address. */
export const idOf = (number: string): string => numberedId('Training', number)

/** Public problems to add to a training; `isOpen` shows their dialog. */
export const candidates = listAddress(
  '',
  { isOpen: flag('add'), keyword: text('keyword', 100) },
  { size: 10, sizeKey: null },
)

export type Candidates = ReturnType<typeof candidates.read>

/** Path of the problems of a training, with the dialog as it is in `list`. */
export const candidatesHref = (number: number, list: Candidates, change: Partial<Candidates> = {}): string =>
  problemsHref(number) + candidates.search(list, change)
