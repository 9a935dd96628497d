import { useContext } from 'react'
import { UNSAFE_DataRouterContext, useNavigate } from 'react-router-dom'

type Address<List> = {
  path: string
  read: (search: URLSearchParams) => List
  href: (list: List, change: Partial<List>) => string
}

/** Returns a function that changes the filters of a list, added to those that are chosen already and not drawn yet. */
export function useFilter<List>({ path, read, href }: Address<List>, list: List) {
  const navigate = useNavigate()
  const context = useContext(UNSAFE_DataRouterContext)
  return (change: Partial<List>) => {
    const state = context?.router.state
    const to = state?.navigation.location ?? state?.location
    const chosen = to?.pathname === path ? read(new URLSearchParams(to.search)) : list
    void navigate(href(chosen, change))
  }
}
