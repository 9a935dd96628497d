import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { DashboardServer_dashboard$key } from '../../__generated__/DashboardServer_dashboard.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { DataTable } from '../../ui/layout/DataTable.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** The web server that answered, and the load of its machine. */
export function DashboardServer(props: { dashboard: DashboardServer_dashboard$key }) {
  const { t, i18n } = useTranslation()
  const { server } = useFragment(
    graphql`
      fragment DashboardServer_dashboard on Dashboard {
        server {
          host
          port
          cores
          cpuShare
          memoryShare
          startedAt
        }
      }
    `,
    props.dashboard,
  )
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  const address = `${server.host}:${server.port}`
  const state = (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'verdict.AC.fg' }}
    >
      <Icon name="check" size={14} />
      {t('dashboard:server.up')}
    </Box>
  )
  const facts = [
    [t('dashboard:server.cores'), `${server.cores}`],
    [t('dashboard:server.cpu'), percent.format(server.cpuShare)],
    [t('dashboard:server.memory'), percent.format(server.memoryShare)],
  ] as const
  return (
    <DataTable
      label={t('dashboard:server.title')}
      rows={[server]}
      rowKey={() => address}
      columns={[
        { key: 'address', label: t('dashboard:server.address'), grow: true, mono: true, cell: () => address },
        ...facts.map(([label, value]) => ({ key: label, label, numeric: true, cell: () => value })),
        {
          key: 'since',
          label: t('dashboard:server.since'),
          numeric: true,
          cell: ({ startedAt }) => <RelativeTime at={startedAt} />,
        },
        { key: 'state', label: t('dashboard:server.state'), cell: () => state },
      ]}
      card={() => (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
            <Box sx={{ flex: 1, typography: 'code', overflowWrap: 'anywhere' }}>{address}</Box>
            {state}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, color: 'text.secondary' }}>
            {facts.map(([label, value]) => (
              <span key={label}>
                {label} {value}
              </span>
            ))}
          </Box>
        </>
      )}
    />
  )
}
