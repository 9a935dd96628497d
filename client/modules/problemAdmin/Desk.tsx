import Box from '@mui/material/Box'
import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../ui/lazyPart.ts'
import type { DeskBar } from './DeskBar.tsx'

const Bar = lazyPart(async () => (await import('./DeskBar.tsx')).DeskBar)

/** Navigation bar of a problem's administration, in a reserved place. */
export const Desk = (props: ComponentProps<typeof DeskBar>) => (
  <Suspense fallback={<Box sx={{ height: { xs: 92, md: 43 }, mb: 4 }} />}>
    <Bar {...props} />
  </Suspense>
)
