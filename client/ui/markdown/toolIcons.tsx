import Box from '@mui/material/Box'
import { Icon, type IconName } from '../controls/Icon.tsx'
import type { TextActName } from './textActs.ts'

/** Icons used only by this editor, on the grid of Icon. */
const PATHS = {
  bold: 'M4.8 3h3.9a2.4 2.4 0 0 1 0 4.9H4.8zM4.8 7.9h4.5a2.6 2.6 0 0 1 0 5.1H4.8z',
  italic: 'M6.5 3h5M4.5 13h5M9.2 3 6.8 13',
  heading: 'M3.8 3v10M12.2 3v10M3.8 8h8.4',
  numbered: 'M7 4h6.5M7 8h6.5M7 12h6.5M2.5 3l1.2-.7v4M2.3 10.2c.6-.9 2.2-.7 2.2.4 0 .9-2.2 1.4-2.2 2.9h2.4',
  quote: 'M6.5 4.5C4.4 5.2 3 6.8 3 9v2.5h3.5V8H4.6M13 4.5C10.9 5.2 9.5 6.8 9.5 9v2.5H13V8h-1.9',
  link: 'M6.7 9.3a2.6 2.6 0 0 0 3.8.1l2-2a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.3 6.7a2.6 2.6 0 0 0-3.8-.1l-2 2a2.6 2.6 0 0 0 3.7 3.7l.9-.9',
  table: 'M2.5 3.5h11v9h-11zM2.5 6.7h11M8 3.5v9',
  formula: 'M12 4.7V3H4l4.2 5L4 13h8v-1.7',
  picture: 'M2.5 3h11v10h-11zM2.7 11.5 6 8l2.8 2.8L10.5 9l2.9 2.9M10.3 6v.01',
} as const

const ICONS = { list: 'list', code: 'code', file: 'file' } as const satisfies Partial<
  Record<TextActName | 'file', IconName>
>

export type ToolIconName = keyof typeof PATHS | keyof typeof ICONS

const isShared = (name: ToolIconName): name is keyof typeof ICONS => name in ICONS

export const ToolIcon = ({ name }: { name: ToolIconName }) =>
  isShared(name) ? (
    <Icon name={ICONS[name]} />
  ) : (
    <Box
      component="svg"
      width={16}
      height={16}
      viewBox="0 0 16 16"
      aria-hidden
      sx={{
        flex: 'none',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 1.6,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
      }}
    >
      <path d={PATHS[name]} />
    </Box>
  )
