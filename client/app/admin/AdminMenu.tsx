import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useLocation } from 'react-router-dom'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Logo } from '../../ui/text/Logo.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { type AdminEntry, adminEntryAt } from './adminPages.ts'

const line = {
  display: 'flex',
  alignItems: 'center',
  gap: 2.5,
  minHeight: { xs: 44, lg: 34 },
  px: 2.5,
  borderRadius: 1,
  typography: 'body2',
} as const

type Props = { site: string; entries: readonly AdminEntry[] }

/** The pages of the administration by group, and a link back to the site. */
export function AdminMenu({ site, entries }: Props) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const groups = [...new Set(entries.map(({ group }) => group))]
  return (
    <Box
      component="nav"
      aria-label={t('admin:menu')}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: '100%', px: 2.5, pt: 3, pb: 4 }}
    >
      <Link
        href="/admin"
        underline="none"
        color="text.primary"
        sx={{ ...line, typography: 'h3', fontWeight: 650, px: 1.5, mb: 2, minWidth: 0 }}
      >
        <Logo />
        <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {t('admin:brand', { site })}
        </Box>
      </Link>
      {groups.map((group) => (
        <Box key={group} sx={{ mb: 2 }}>
          <Box sx={{ typography: 'overline', color: 'text.tertiary', px: 2.5, pt: 2, pb: 1 }}>
            {t(`admin:group.${group}`)}
          </Box>
          {entries
            .filter((entry) => entry.group === group)
            .map((entry) => {
              const current = adminEntryAt(pathname)?.page === entry.page
              return (
                <Link
                  key={entry.page}
                  href={entry.href}
                  underline="none"
                  aria-current={current ? 'page' : undefined}
                  sx={{
                    ...line,
                    fontWeight: current ? 600 : 400,
                    color: current ? 'text.primary' : 'text.secondary',
                    bgcolor: current ? 'surface.fill' : undefined,
                    '&:hover': { bgcolor: current ? 'surface.fill' : 'surface.hover' },
                  }}
                >
                  <Icon name={entry.icon} />
                  {t(`admin:page.${entry.page}`)}
                </Link>
              )
            })}
        </Box>
      ))}
      <Box sx={{ flex: 1 }} />
      <Link
        href="/home"
        underline="none"
        sx={{ ...line, color: 'text.secondary', '&:hover': { bgcolor: 'surface.hover' } }}
      >
        <Icon name="left" />
        {t('admin:backToSite')}
      </Link>
    </Box>
  )
}
