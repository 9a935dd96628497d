import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { QueueLanes_judging$key } from '../../__generated__/QueueLanes_judging.graphql.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { waitWords } from './waitWords.ts'

/** Lanes of the queue in the order they are served: waiting, running, and the expected wait. */
export function QueueLanes({ judging }: { judging: QueueLanes_judging$key }) {
  const { t, i18n } = useTranslation()
  const { waiting, running, lanes } = useFragment(
    graphql`
      fragment QueueLanes_judging on Judging {
        waiting
        running
        lanes {
          lane
          waiting
          running
          expectedWaitMs
        }
      }
    `,
    judging,
  )
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <>
      <Box sx={{ display: 'flex', gap: 8, mb: 4 }}>
        <Figure label={t('judging:queue.waiting')} value={number(waiting)} />
        <Figure label={t('judging:queue.running')} value={number(running)} />
      </Box>
      <Box
        component="table"
        sx={{
          width: '100%',
          mt: 'auto',
          borderCollapse: 'collapse',
          typography: 'dense',
          fontVariantNumeric: 'tabular-nums',
          '& th, & td': { py: 1.5, px: 0, borderTop: 1, borderColor: 'divider', textAlign: 'right' },
          '& th:first-of-type': { textAlign: 'left' },
          '& thead th': { color: 'text.tertiary', fontWeight: 500, borderTop: 0 },
          '& tbody th': { fontWeight: 500 },
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('judging:queue.lane')}</th>
            <th scope="col">{t('judging:queue.waiting')}</th>
            <th scope="col">{t('judging:queue.running')}</th>
            <th scope="col">{t('judging:queue.wait')}</th>
          </tr>
        </thead>
        <tbody>
          {lanes.map((lane) => (
            <tr key={lane.lane}>
              <th scope="row">{t(`judging:queue.lanes.${lane.lane}`)}</th>
              <td>{number(lane.waiting)}</td>
              <td>{number(lane.running)}</td>
              <Box component="td" sx={{ color: 'text.secondary' }}>
                {waitWords(lane.expectedWaitMs ?? null, i18n.language, {
                  none: t('judging:queue.noWait'),
                  unknown: t('judging:queue.unknown'),
                })}
              </Box>
            </tr>
          ))}
        </tbody>
      </Box>
    </>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <Box>
    <Box sx={{ typography: 'clock' }}>{value}</Box>
    <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>{label}</Box>
  </Box>
)
