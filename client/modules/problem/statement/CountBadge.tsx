import Box from '@mui/material/Box'

/** How many there are, beside the name of a tab, up to 99; nothing for none. */
export const CountBadge = ({ count }: { count: number }) =>
  count > 0 ? (
    <Box
      component="span"
      sx={{
        px: 1.25,
        borderRadius: 1.5,
        fontSize: 11,
        lineHeight: '16px',
        fontWeight: 500,
        fontVariantNumeric: 'tabular-nums',
        bgcolor: 'surface.fill',
        color: 'text.secondary',
      }}
    >
      {count > 99 ? '99+' : count}
    </Box>
  ) : null
