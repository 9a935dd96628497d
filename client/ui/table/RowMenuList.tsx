import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Icon } from '../controls/Icon.tsx'
import type { RowAct } from './RowMenu.tsx'

type Props = { label: string; anchor: HTMLElement | null; acts: readonly RowAct[]; onClose: () => void }

/** The open list of a RowMenu. */
export const RowMenuList = ({ label, anchor, acts, onClose }: Props) => (
  <Menu
    open={anchor !== null}
    anchorEl={anchor}
    onClose={onClose}
    slotProps={{ list: { 'aria-label': label } }}
  >
    {acts.map((act) => (
      <MenuItem
        key={act.label}
        disabled={act.disabled}
        onClick={() => {
          onClose()
          act.onClick()
        }}
        sx={{ color: act.destructive ? 'verdict.WA.fg' : undefined }}
      >
        {act.icon && <Icon name={act.icon} />}
        {act.label}
      </MenuItem>
    ))}
  </Menu>
)
