import Box from '@mui/material/Box'

type Props = {
  name: string
  src: string | null | undefined
  /** Width and height (px). */
  size?: number
}

/** A group's picture, or the first letter of its name, in a square. The name must be beside it. */
export function GroupAvatar({ name, src, size = 20 }: Props) {
  const square = { width: size, height: size, borderRadius: `${Math.round(size / 5)}px`, flex: 'none' }
  if (src)
    return <Box component="img" src={src} alt="" loading="lazy" sx={{ ...square, objectFit: 'cover' }} />
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        ...square,
        display: 'inline-grid',
        placeItems: 'center',
        fontWeight: 600,
        fontSize: Math.round(size * 0.46),
        lineHeight: 1,
        bgcolor: 'surface.inverse',
        color: 'surface.main',
      }}
    >
      {[...name][0]?.toUpperCase()}
    </Box>
  )
}
