import { useLocation, useParams } from 'react-router-dom'
import { type Place, placeHref, placeIn } from './place.ts'

/** Place of the open page. */
export function usePlace(): Place {
  const params = useParams()
  return placeIn((name) => params[name] ?? '')
}

/** Address of the open page in the right place of what it shows; null: it is there already. */
export function useMovedHref(right: Place): string | null {
  const place = usePlace()
  const { pathname, search } = useLocation()
  return place === right ? null : placeHref(right) + pathname.slice(placeHref(place).length) + search
}
