import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom'
import { useHeadedFor } from './useHeadedFor.ts'

/** Returns a function that leads on after an answer has come, unless the viewer has gone to another page meanwhile. */
export function useNavigateAfter() {
  const navigate = useNavigate()
  const headedFor = useHeadedFor()
  const { pathname } = useLocation()
  return (href: string, options?: NavigateOptions) => {
    if (headedFor()?.pathname === pathname) void navigate(href, options)
  }
}
