import { Suspense } from 'react'
import { lazyPart } from '../ui/lazyPart.ts'
import type { NotFoundProps } from './NotFoundPage.tsx'

const NotFoundPage = lazyPart(async () => (await import('./NotFoundPage.tsx')).NotFoundPage)

/** Page of an address or object that is missing; its code loads when it is shown. */
export const NotFound = (props: NotFoundProps) => (
  <Suspense fallback={null}>
    <NotFoundPage {...props} />
  </Suspense>
)
