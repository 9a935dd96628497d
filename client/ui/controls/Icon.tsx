import Box from '@mui/material/Box'
import { ICONS, type IconName } from './icons.ts'

export type { IconName }

type Props = {
  name: IconName
  /** Size (px); drawn on a 16 px grid. */
  size?: number
  /** Rotates; stands still with reduced motion. */
  spin?: boolean
}

/** Icon in the colour of the text, hidden from screen readers. */
export function Icon({ name, size = 16, spin }: Props) {
  return (
    <Box
      component="svg"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden
      sx={{
        flex: 'none',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 1.6,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        '& .solid': { fill: 'currentColor' },
        '& .dot': { strokeWidth: 2.2 },
        ...(spin && {
          animation: 'icon-spin 1s linear infinite',
          '@keyframes icon-spin': { to: { transform: 'rotate(360deg)' } },
        }),
      }}
    >
      {ICONS[name].map(({ d, mark }) => (
        <path key={d} d={d} className={mark} />
      ))}
    </Box>
  )
}
