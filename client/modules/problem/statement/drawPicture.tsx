import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazyPart.ts'
import type { DrawPicture } from '../../../ui/markdown/pictureParts.ts'
import { isOwnFile } from './useSave.ts'

const OwnPicture = lazyPart(async () => (await import('./OwnPicture.tsx')).OwnPicture)

/** Draws the pictures of statements. */
export const drawPicture: DrawPicture = ({ src, alt }) =>
  isOwnFile(src) ? (
    <Suspense fallback={alt}>
      <OwnPicture src={src} alt={alt} />
    </Suspense>
  ) : null
