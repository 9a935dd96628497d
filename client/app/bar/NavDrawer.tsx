import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import Link from '@mui/material/Link'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { leadsSomewhere } from '../../relay/preload.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { openSessionDialog, type SessionDialogMode } from '../session/sessionDialog.ts'
import { useOtherLocale, useThemeMode } from '../switches.tsx'
import { ABOUT, isCurrent, type NavEntry } from './navigation.ts'
import { Search } from './Search.tsx'

const RANKS = new Set(['acmRank', 'oiRank'])

function Entries({ entries }: { entries: readonly NavEntry[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return entries.map((entry) => {
    const current = isCurrent(entry, pathname)
    return (
      <Link
        key={entry.key}
        href={entry.href}
        underline="none"
        aria-current={current ? 'page' : undefined}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          minHeight: 44,
          px: 3,
          borderRadius: 1,
          typography: 'body2',
          fontWeight: current ? 600 : 500,
          color: current ? 'text.primary' : 'text.secondary',
          bgcolor: current ? 'surface.fill' : undefined,
        }}
      >
        <Icon name={entry.icon} size={18} />
        {t(`app:nav.${entry.key}`)}
      </Link>
    )
  })
}

function Group({ label, entries }: { label: string; entries: readonly NavEntry[] }) {
  if (entries.length === 0) return null
  return (
    <>
      <Box sx={{ typography: 'overline', color: 'text.tertiary', px: 3, pt: 4, pb: 1 }}>{label}</Box>
      <Entries entries={entries} />
    </>
  )
}

type Props = {
  entries: readonly NavEntry[]
  guest: boolean
  registrationOpen: boolean
  onClose: () => void
}

/** Navigation drawer under 992 px, with Rank and About nested. */
export function NavDrawer({ entries, guest, registrationOpen, onClose }: Props) {
  const { t } = useTranslation()
  const { key } = useLocation()
  const [opened] = useState(key)
  const { mode, next, icon } = useThemeMode()
  const { name, locale, choose } = useOtherLocale()

  // Close after a link was followed.
  useEffect(() => {
    if (key !== opened) onClose()
  }, [key, opened, onClose])

  const ask = (mode: SessionDialogMode) => {
    onClose()
    openSessionDialog(mode)
  }

  return (
    <Drawer
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': t('app:nav.label'), role: 'dialog' } as object }}
    >
      <Box
        component="nav"
        aria-label={t('app:nav.label')}
        sx={{ p: 3, display: 'flex', flexDirection: 'column', gap: 0.5, minHeight: '100%' }}
      >
        <Box sx={{ pb: 3 }}>
          <Search wide onDone={onClose} />
        </Box>
        <Entries entries={entries.filter((entry) => !RANKS.has(entry.key))} />
        <Group label={t('app:nav.rank')} entries={entries.filter((entry) => RANKS.has(entry.key))} />
        <Group label={t('app:nav.about')} entries={ABOUT.filter(({ href }) => leadsSomewhere(href))} />
        <Box sx={{ flex: 1 }} />
        {guest && (
          <Box sx={{ display: 'flex', gap: 2, pt: 4 }}>
            {registrationOpen && (
              <Button size="large" sx={{ flex: 1 }} onClick={() => ask('register')}>
                {t('app:user.register')}
              </Button>
            )}
            <Button
              size="large"
              variant="contained"
              color="primary"
              sx={{ flex: 1 }}
              onClick={() => ask('login')}
            >
              {t('app:user.signIn')}
            </Button>
          </Box>
        )}
        <Box sx={{ display: 'flex', gap: 2, pt: 2 }}>
          <Button
            size="large"
            sx={{ flex: 1 }}
            lang={locale}
            onClick={choose}
            startIcon={<Icon name="language" />}
          >
            {name}
          </Button>
          <Button size="large" sx={{ flex: 1 }} onClick={next} startIcon={<Icon name={icon} />}>
            {t(`app:theme.${mode}`)}
          </Button>
        </Box>
      </Box>
    </Drawer>
  )
}
