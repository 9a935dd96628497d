import Box from '@mui/material/Box'
import { useState } from 'react'
import { Icon } from '../../../ui/controls/Icon.tsx'

type Props = {
  /** Address on this site; empty: none. */
  src: string
  /** Height (px), 3 : 2 of the width when left out; the width is that of the container. */
  height?: number
  isFaded?: boolean
}

/** Picture of goods, or a box in its place when there is none or it does not load. The name stands beside it. */
export function GoodsPicture({ src, height, isFaded = false }: Props) {
  const [broken, setBroken] = useState('')
  const isShown = src !== '' && broken !== src
  return (
    <Box
      aria-hidden
      sx={{
        ...(height === undefined ? { aspectRatio: '3 / 2' } : { height }),
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'surface.sunken',
        color: 'text.tertiary',
        overflow: 'hidden',
        opacity: isFaded ? 0.5 : 1,
      }}
    >
      {isShown ? (
        <Box
          component="img"
          src={src}
          alt=""
          loading="lazy"
          onError={() => setBroken(src)}
          sx={{ width: '100%', height: '100%', objectFit: 'contain' }}
        />
      ) : (
        <Icon name="parcel" size={Math.min(40, (height ?? 80) / 2)} />
      )}
    </Box>
  )
}
