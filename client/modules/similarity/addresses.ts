import { flag, listAddress } from '../../relay/list/listAddress.ts'
import type { Place } from '../group/place.ts'
import { similarityHref } from '../training/admin/managedTrainings.ts'

/** List of the pairs of a training; `unrelated` also lists those marked as unrelated. */
export const similarPairs = (place: Place, training: number) =>
  listAddress(similarityHref(place, training), { unrelated: flag('unrelated') }, { size: 30 })

/** Page of a pair. */
export const similarPairHref = (place: Place, training: number, pair: number): string =>
  `${similarityHref(place, training)}/${pair}`
