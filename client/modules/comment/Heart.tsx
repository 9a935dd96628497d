import Box from '@mui/material/Box'

/** Heart icon, filled when the viewer likes it; the label beside it says so too. */
export const Heart = ({ full }: { full: boolean }) => (
  <Box
    component="svg"
    width={14}
    height={14}
    viewBox="0 0 16 16"
    aria-hidden
    sx={{ fill: full ? 'currentColor' : 'none', stroke: 'currentColor', strokeWidth: 1.6 }}
  >
    <path d="M8 13.3C4.4 10.8 2.4 8.7 2.4 6.3a2.8 2.8 0 0 1 5.6-.6 2.8 2.8 0 0 1 5.6.6c0 2.4-2 4.5-5.6 7z" />
  </Box>
)
