import { useLocation, useParams } from 'react-router-dom'
import { type Place, placeIn, trainingsHref } from './addresses.ts'

/** Place of the open page. */
export function usePlace(): Place {
  const params = useParams()
  return placeIn((name) => params[name] ?? '')
}

/** Address of the open page in the place of its training; null: it is there already. */
export function useMovedHref(group: { readonly number: number } | null | undefined): string | null {
  const place = usePlace()
  const { pathname, search } = useLocation()
  const right = group?.number ?? null
  return place === right ? null : pathname.replace(trainingsHref(place), trainingsHref(right)) + search
}
