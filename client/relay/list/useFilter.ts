import { type NavigateOptions, useNavigate } from 'react-router-dom'
import { useHeadedFor } from '../useHeadedFor.ts'

type Address<List> = {
  path: string
  read: (search: URLSearchParams) => List
  href: (list: List, change: Partial<List>) => string
}

/** Returns a function that changes the filters of a list, added to those that are chosen already and not drawn yet. */
export function useFilter<List>({ path, read, href }: Address<List>, list: List) {
  const navigate = useNavigate()
  const headedFor = useHeadedFor()
  return (change: Partial<List>, options?: NavigateOptions) => {
    const to = headedFor()
    const chosen = to?.pathname === path ? read(new URLSearchParams(to.search)) : list
    void navigate(href(chosen, change), options)
  }
}
