import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { HeldRows_row$data, HeldRows_row$key } from '../../../__generated__/HeldRows_row.graphql.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { DataTable } from '../../../ui/layout/DataTable.tsx'
import { formatDuration } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Row = HeldRows_row$data[number]
type Figures = Row['before']

type Props = { rows: HeldRows_row$key; total: number; isAcm: boolean }

/** Scoreboard rows that would change, each figure before and after. */
export function HeldRows({ rows, total, isAcm }: Props) {
  const { t } = useTranslation()
  const shown = useFragment(
    graphql`
      fragment HeldRows_row on RejudgingRowChange @relay(plural: true) {
        username
        name
        isOwn
        before {
          rank
          total
          cost
          awardName
        }
        after {
          rank
          total
          cost
          awardName
        }
      }
    `,
    rows,
  )
  const rank = ({ rank }: Figures) => (rank === null || rank === undefined ? '*' : `${rank}`)
  const gain = ({ total }: Figures) => `${total}`
  const cost = ({ cost }: Figures) =>
    isAcm ? t('scoreboard:minutes', { count: Math.floor(cost / 60) }) : formatDuration(cost)
  const award = ({ awardName }: Figures) => awardName ?? '–'
  const gainLabel = t(isAcm ? 'judging:held.solved' : 'judging:held.score')
  const costLabel = t(isAcm ? 'judging:held.penalty' : 'judging:held.time')
  const cell = (of: (figures: Figures) => string) => (row: Row) => (
    <Change before={of(row.before)} after={of(row.after)} />
  )
  return (
    <>
      <DataTable
        label={t('judging:held.title')}
        rows={shown}
        rowKey={({ username }) => username}
        columns={[
          { key: 'rank', label: t('judging:held.rank'), cell: cell(rank) },
          {
            key: 'name',
            label: t('judging:held.name'),
            grow: true,
            cell: ({ name, isOwn }) => (
              <Box component="span" sx={isOwn ? { fontWeight: 600 } : { color: 'text.secondary' }}>
                {name}
              </Box>
            ),
          },
          { key: 'gain', label: gainLabel, cell: cell(gain) },
          { key: 'cost', label: costLabel, cell: cell(cost) },
          { key: 'award', label: t('judging:held.award'), cell: cell(award) },
        ]}
        card={(row) => (
          <>
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
              <Box component="span" sx={{ fontWeight: row.isOwn ? 600 : undefined }}>
                {row.name}
              </Box>
              <Change before={rank(row.before)} after={rank(row.after)} />
            </Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, color: 'text.secondary' }}>
              <span>
                {gainLabel} <Change before={gain(row.before)} after={gain(row.after)} />
              </span>
              <span>
                {costLabel} <Change before={cost(row.before)} after={cost(row.after)} />
              </span>
            </Box>
          </>
        )}
        empty={<EmptyState title={t('judging:held.nothing')} text={t('judging:held.nothingText')} />}
      />
      {total > shown.length && (
        <Box sx={{ mt: 2, typography: 'caption', color: 'text.tertiary' }}>
          {t('judging:held.more', { count: total - shown.length })}
        </Box>
      )}
    </>
  )
}

/** One figure; both values when it changes. */
function Change({ before, after }: { before: string; after: string }) {
  if (before === after) return <Box component="span">{after}</Box>
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" sx={{ color: 'text.tertiary' }}>
        {before}
      </Box>
      <Icon name="right" size={12} />
      <Box component="span" sx={{ fontWeight: 600 }}>
        {after}
      </Box>
    </Box>
  )
}
