import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { leadsSomewhere } from '../../relay/preload.ts'
import { RouterLink } from '../../relay/RouterLink.tsx'
import { Icon, type IconName } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = {
  anchor: HTMLElement
  username: string
  entersAdmin: boolean
  onClose: () => void
}

type Entry = {
  key: 'home' | 'messages' | 'submissions' | 'setting' | 'admin'
  href: string
  icon: IconName
  blank?: boolean
}

/** Links of the user menu; an entry is shown once its page exists. */
export function UserMenuEntries({ anchor, username, entersAdmin, onClose }: Props) {
  const { t } = useTranslation()
  const entries: Entry[] = [
    { key: 'home', href: `/user-home?username=${encodeURIComponent(username)}`, icon: 'user' },
    { key: 'messages', href: '/message/discuss', icon: 'bell' },
    { key: 'submissions', href: '/status?onlyMine=true', icon: 'chart' },
    { key: 'setting', href: '/setting', icon: 'settings' },
  ]
  if (entersAdmin) entries.push({ key: 'admin', href: '/admin', icon: 'shield', blank: true })

  return (
    <Menu
      open
      disablePortal
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        list: { 'aria-label': t('app:user.menu', { name: username }) },
        paper: { sx: { minWidth: 184 } },
      }}
    >
      <MenuItem disabled sx={{ fontWeight: 600, '&.Mui-disabled': { opacity: 1 } }}>
        {username}
      </MenuItem>
      <Divider component="li" role="separator" sx={{ my: 1 }} />
      {entries
        .filter(({ href }) => leadsSomewhere(href))
        .map(({ key, href, icon, blank }) => (
          <MenuItem
            key={key}
            component={RouterLink}
            href={href}
            target={blank ? '_blank' : undefined}
            onClick={onClose}
          >
            <Icon name={icon} />
            {t(`app:user.${key}`)}
          </MenuItem>
        ))}
      <MenuItem component={RouterLink} href="/logout" onClick={onClose}>
        <Icon name="signOut" />
        {t('app:user.signOut')}
      </MenuItem>
    </Menu>
  )
}
