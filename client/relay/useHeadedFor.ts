import { useContext } from 'react'
import { type Location, UNSAFE_DataRouterContext } from 'react-router-dom'

/** Returns a function that tells where the router goes, or is: the page that is drawn may be left already. */
export function useHeadedFor(): () => Location | undefined {
  const context = useContext(UNSAFE_DataRouterContext)
  return () => {
    const state = context?.router.state
    return state?.navigation.location ?? state?.location
  }
}
