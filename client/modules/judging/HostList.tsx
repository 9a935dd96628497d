import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type { HostList_judging$key } from '../../__generated__/HostList_judging.graphql.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { HostCard } from './HostCard.tsx'

/** All connected judge hosts, including those out of service. */
export function HostList({ judging }: { judging: HostList_judging$key }) {
  const { t } = useTranslation()
  const { hosts } = useFragment(
    graphql`
      fragment HostList_judging on Judging {
        hosts {
          id
          ...HostCard_host
        }
      }
    `,
    judging,
  )
  if (hosts.length === 0)
    return (
      <Paper variant="outlined">
        <EmptyState title={t('judging:hosts.none')} text={t('judging:hosts.noneText')} />
      </Paper>
    )
  return (
    <Box sx={{ display: 'grid', gap: { xs: 3, md: 4 } }}>
      {hosts.map((host) => (
        <HostCard key={host.id} host={host} />
      ))}
    </Box>
  )
}
