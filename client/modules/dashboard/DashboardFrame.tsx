import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = Record<'figures' | 'queue' | 'server' | 'hosts' | 'logins', ReactNode> & { note?: ReactNode }

/**
 * Layout of the dashboard: figures in a row; queue and the viewer's logins below, then web server and judge
 * hosts; one column on a phone.
 */
export function DashboardFrame({ note, figures, queue, server, hosts, logins }: Props) {
  const { t } = useTranslation()
  return (
    <AdminPage title={t('admin:page.DASHBOARD')} note={note}>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gap: { xs: 3, md: 4 },
          m: 0,
          mb: 4,
          gridTemplateColumns: {
            xs: 'repeat(2, minmax(0,1fr))',
            md: 'repeat(3, minmax(0,1fr))',
            xl: 'repeat(5, minmax(0,1fr)) minmax(min-content,1fr)',
          },
        }}
      >
        {figures}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'repeat(2, minmax(0,1fr))' },
        }}
      >
        <Panel id="queue" title={t('dashboard:queue')} minHeight={280}>
          {queue}
        </Panel>
        <Panel id="logins" title={t('dashboard:logins')} minHeight={280}>
          {logins}
        </Panel>
        <Box component="section" aria-labelledby="server" sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <Box component="h2" id="server" sx={{ typography: 'h2', mb: 3 }}>
            {t('dashboard:server.title')}
          </Box>
          {server}
        </Box>
        <Box component="section" aria-labelledby="hosts" sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <Box component="h2" id="hosts" sx={{ typography: 'h2', mb: 3 }}>
            {t('dashboard:hosts')}
          </Box>
          {hosts}
        </Box>
      </Box>
    </AdminPage>
  )
}

type FigureProps = { label: string; value: ReactNode; note?: ReactNode }

/** One figure of the site with a note. */
export const DashboardFigure = ({ label, value, note }: FigureProps) => (
  <Paper variant="outlined" sx={{ p: { xs: 3, md: 4 }, display: 'flex', flexDirection: 'column' }}>
    <Box component="dt" sx={{ order: 1, typography: 'dense', color: 'text.secondary' }}>
      {label}
    </Box>
    <Box component="dd" sx={{ m: 0, order: 0, typography: 'clock', whiteSpace: 'nowrap' }}>
      {value}
    </Box>
    {note && (
      <Box component="dd" sx={{ m: 0, order: 2, typography: 'caption', color: 'text.tertiary' }}>
        {note}
      </Box>
    )}
  </Paper>
)

export function DashboardSkeleton() {
  const grey = <Skeleton variant="rounded" height={180} sx={{ flex: 1 }} />
  return (
    <DashboardFrame
      figures={[0, 1, 2, 3, 4, 5].map((at) => <Skeleton key={at} variant="rounded" height={92} />)}
      queue={grey}
      server={grey}
      hosts={grey}
      logins={grey}
    />
  )
}
