import Box from '@mui/material/Box'

type Props = { name: string; src?: string | null; size?: number }

/** Hue of a name, always the same. */
const hue = (name: string) =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)

/** A user's picture, or the initial of the name on a colour. The name must be beside it. */
export function Avatar({ name, src, size = 20 }: Props) {
  const round = { width: size, height: size, borderRadius: '50%', flex: 'none' }
  if (src)
    return <Box component="img" src={src} alt="" loading="lazy" sx={{ ...round, objectFit: 'cover' }} />
  return (
    <Box
      component="span"
      aria-hidden
      style={{ '--hue': hue(name) } as object}
      sx={{
        ...round,
        display: 'inline-grid',
        placeItems: 'center',
        fontWeight: 600,
        fontSize: Math.round(size * 0.46),
        lineHeight: 1,
        background: ({ vars }) => `oklch(${vars.palette.avatar.bg} var(--hue))`,
        color: ({ vars }) => `oklch(${vars.palette.avatar.fg} var(--hue))`,
      }}
    >
      {[...name][0]?.toUpperCase()}
    </Box>
  )
}
