import Box from '@mui/material/Box'

/** Logo of the site: a test bar of four tests, one of them tall. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <Box
      component="svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden
      sx={{ flex: 'none', color: 'surface.inverse', '& .bars': { color: 'surface.main' } }}
    >
      <rect width="24" height="24" rx="6" fill="currentColor" />
      <path
        className="bars"
        fill="currentColor"
        d="M5 13h2.6v5H5zM8.8 13h2.6v5H8.8zM12.6 6h2.6v12h-2.6zM16.4 13h2.6v5h-2.6z"
      />
    </Box>
  )
}
