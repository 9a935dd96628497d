import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type {
  PercentileCards_percentiles$data,
  PercentileCards_percentiles$key,
} from '../../../__generated__/PercentileCards_percentiles.graphql.ts'
import { formatDuration, formatMemory } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = {
  percentiles: PercentileCards_percentiles$key
  timeMs?: number | null
  memoryKb?: number | null
}

/** Rank of an accepted program among the accepted ones, by time and by memory. */
export function PercentileCards({ percentiles, timeMs, memoryKb }: Props) {
  const { t } = useTranslation()
  const { time, memory } = useFragment(
    graphql`
      fragment PercentileCards_percentiles on SubmissionPercentiles {
        time {
          beats
          bucket
          buckets
        }
        memory {
          beats
          bucket
          buckets
        }
      }
    `,
    percentiles,
  )
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      <Card
        name={t('problem:result.time')}
        value={formatDuration(timeMs)}
        distribution={time}
        before={t('problem:result.faster')}
      />
      <Card
        name={t('problem:result.memory')}
        value={formatMemory(memoryKb)}
        distribution={memory}
        before={t('problem:result.leaner')}
      />
    </Box>
  )
}

type CardProps = {
  name: string
  value: string
  distribution: PercentileCards_percentiles$data['time']
  before: string
}

function Card({ name, value, distribution, before }: CardProps) {
  const { t } = useTranslation()
  const { beats, bucket, buckets } = distribution
  const most = Math.max(1, ...buckets)
  const share = `${(beats * 100).toFixed(1)}%`
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 3, py: 2.5, typography: 'dense' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {name}
        </Box>
        <Box component="b" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {value}
        </Box>
      </Box>
      <Box
        role="img"
        aria-label={t('problem:result.histogram', { name, value, share })}
        sx={{
          display: 'flex',
          alignItems: 'flex-end',
          gap: 0.5,
          height: 56,
          mt: 3,
          mb: 1.5,
          borderBottom: 1,
          borderColor: 'line.default',
          '& i': { flex: 1, bgcolor: 'line.default', borderRadius: '2px 2px 0 0', minHeight: '1px' },
          '& .own': { bgcolor: 'verdict.AC.solid', position: 'relative', minHeight: 4 },
          '& .own::after': {
            content: '""',
            position: 'absolute',
            left: '50%',
            top: -8,
            border: '4px solid transparent',
            borderTopColor: 'text.primary',
            transform: 'translateX(-50%)',
          },
        }}
      >
        {buckets.map((count, at) => (
          // The bars keep their order, so the index is a stable key.
          <i
            key={at}
            className={at === bucket ? 'own' : undefined}
            style={{ height: `${(count / most) * 100}%` }}
          />
        ))}
      </Box>
      <Box component="p" sx={{ typography: 'caption', color: 'text.secondary' }}>
        {before}{' '}
        <Box
          component="b"
          sx={{ color: 'verdict.AC.fg', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
        >
          {share}
        </Box>{' '}
        {t('problem:result.ofAccepted')}
      </Box>
    </Box>
  )
}
