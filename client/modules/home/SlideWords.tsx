import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'

export type Vars = { palette: { surface: { canvas: string }; line: { default: string } } }

/** Gradient from dark at the left, under the text, to transparent. */
const SHADE = ({ vars }: { vars: Vars }) => {
  const ink = (share: number) => `color-mix(in srgb, ${vars.palette.surface.canvas} ${share}%, transparent)`
  return `linear-gradient(90deg, ${ink(100)} 10%, ${ink(94)} min(64%, 400px), ${ink(45)} min(88%, 560px), ${ink(4)} min(110%, 720px))`
}

type Props = {
  /** Above the title. */
  mark?: ReactNode
  title: string
  subtitle: ReactNode
  acts: ReactNode
}

/** Text of a slide, over the dark left side of its picture. */
export const SlideWords = ({ mark, title, subtitle, acts }: Props) => (
  <>
    <Box sx={{ position: 'absolute', inset: 0, background: SHADE }} />
    <Box
      sx={{
        position: 'absolute',
        left: { xs: 16, md: 40 },
        right: { xs: 16, md: 'auto' },
        bottom: { xs: 16, md: 44 },
        maxWidth: { xs: '76%', md: 480 },
      }}
    >
      {mark}
      <Box
        component="h2"
        title={title}
        sx={{
          // A longer title would push the mark out of the slide.
          display: '-webkit-box',
          WebkitBoxOrient: 'vertical',
          WebkitLineClamp: { xs: '2', md: '4' },
          overflow: 'hidden',
          // Descenders reach below the last line.
          pb: 1,
          mb: -1,
          typography: { xs: 'h1', md: 'display' },
          fontSize: { md: 40 },
          lineHeight: { md: '48px' },
          // Break Chinese after a comma, not within a word.
          wordBreak: 'keep-all',
          overflowWrap: 'anywhere',
          textWrap: 'balance',
        }}
      >
        {title}
      </Box>
      <Box
        component="p"
        sx={{
          mt: { xs: 1, md: 2.5 },
          typography: { xs: 'caption', md: 'body1' },
          color: 'text.secondary',
          textWrap: 'pretty',
        }}
      >
        {subtitle}
      </Box>
      {acts && <Box sx={{ display: 'flex', gap: 2, mt: { xs: 2.5, md: 5 } }}>{acts}</Box>}
    </Box>
  </>
)

/** Button of a slide; the first one is lighter. */
export const SlideButton = ({
  href,
  isFirst = false,
  children,
}: {
  href: string
  isFirst?: boolean
  children: ReactNode
}) => (
  <Button
    href={href}
    size="large"
    sx={{
      fontWeight: 600,
      '&&': {
        height: { xs: 36, md: 40 },
        ...(isFirst && { bgcolor: 'surface.inverse', color: 'inverse.fg', borderColor: 'surface.inverse' }),
      },
      '&&:hover': { bgcolor: isFirst ? 'text.secondary' : undefined },
    }}
  >
    {children}
  </Button>
)
