import Box from '@mui/material/Box'
import Popper from '@mui/material/Popper'
import type { ReactNode } from 'react'

type Props = { id: string; anchor: HTMLElement; title: ReactNode }

/** The bubble of a Tip, beside its anchor. */
export function TipBubble({ id, anchor, title }: Props) {
  return (
    <Popper open anchorEl={anchor} placement="bottom" sx={{ zIndex: 'tooltip', pointerEvents: 'none' }}>
      <Box
        id={id}
        role="tooltip"
        sx={{
          m: 1.5,
          px: 2,
          py: 1.5,
          maxWidth: 320,
          borderRadius: 1,
          typography: 'caption',
          overflowWrap: 'anywhere',
          bgcolor: 'surface.overlay',
          color: 'text.primary',
          boxShadow: ({ vars }) => vars.palette.elevation.menu,
          animation: 'tip-in 150ms',
          '@keyframes tip-in': { from: { opacity: 0 } },
        }}
      >
        {title}
      </Box>
    </Popper>
  )
}
