import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { PageGrid } from '../../ui/layout/PageGrid.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = {
  /** Shown beside the title. */
  aside?: ReactNode
  /** True while the server cannot save anything. */
  isDiskFull?: boolean
  queue: ReactNode
  hour: ReactNode
  hosts: ReactNode
}

/** Layout: queue beside the last hour, hosts below; stacked on a phone. */
export function JudgingFrame({ aside, isDiskFull = false, queue, hour, hosts }: Props) {
  const { t } = useTranslation()
  return (
    <PageGrid width={1128} columns="repeat(2, minmax(0,1fr))">
      <Box sx={{ gridColumn: '1 / -1' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
          <Box component="h1" sx={{ typography: 'h1' }}>
            {t('judging:title')}
          </Box>
          {aside}
        </Box>
        <Box component="p" sx={{ mt: 1, color: 'text.secondary', maxWidth: 760, textWrap: 'pretty' }}>
          {t('judging:lead')}
        </Box>
        {isDiskFull && (
          <Box sx={{ mt: 4, maxWidth: 760 }}>
            <FormAlert>{t('judging:diskFull')}</FormAlert>
          </Box>
        )}
      </Box>
      <Panel title={t('judging:queue.title')} id="queue" minHeight={280}>
        {queue}
      </Panel>
      <Panel title={t('judging:hour.title')} id="hour" minHeight={280}>
        {hour}
      </Panel>
      <Box component="section" aria-labelledby="hosts" sx={{ gridColumn: '1 / -1' }}>
        <Box component="h2" id="hosts" sx={{ typography: 'h2', mb: 3 }}>
          {t('judging:hosts.title')}
        </Box>
        {hosts}
      </Box>
    </PageGrid>
  )
}

export const JudgingSkeleton = () => (
  <JudgingFrame
    queue={<Skeleton variant="rounded" sx={{ flex: 1 }} height={200} />}
    hour={<Skeleton variant="rounded" sx={{ flex: 1 }} height={200} />}
    hosts={<Skeleton variant="rounded" height={180} />}
  />
)
