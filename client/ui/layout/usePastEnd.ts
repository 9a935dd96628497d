import { useEffect } from 'react'

/** The router's navigate, or a setter of the page. */
export type Navigate = (href: string, options?: { replace: boolean }) => unknown

/** Replaces a page past the end by the last one: an old address, or all rows of the page were deleted. */
export function usePastEnd(
  page: number,
  pages: number,
  href: (page: number) => string,
  onNavigate: Navigate,
) {
  const last = page > pages ? href(pages) : null
  useEffect(() => {
    if (last !== null) onNavigate(last, { replace: true })
  }, [last, onNavigate])
}
