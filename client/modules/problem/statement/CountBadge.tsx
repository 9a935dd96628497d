import Box from '@mui/material/Box'

/** A count beside the name of a tab, at most 99; nothing for 0. */
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
