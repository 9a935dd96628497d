import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { Icon, type IconName } from '../Icon.tsx'
import { useTranslation } from '../useTranslation.ts'

export type RowAct = {
  label: string
  icon?: IconName
  onClick: () => void
  disabled?: boolean
  /** It cannot be undone. */
  destructive?: boolean
}

type Props = {
  /** What the row is called. */
  name: string
  acts: readonly RowAct[]
}

/** What else can be done with one row. */
export function RowMenu({ name, acts }: Props) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = t('ui:table.menu', { name })
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="dots" />
      </IconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': label } }}
      >
        {acts.map((act) => (
          <MenuItem
            key={act.label}
            disabled={act.disabled}
            onClick={() => {
              setAnchor(null)
              act.onClick()
            }}
            sx={{ color: act.destructive ? 'verdict.WA.fg' : undefined }}
          >
            {act.icon && <Icon name={act.icon} />}
            {act.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
