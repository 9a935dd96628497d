import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { ProblemsPanel_contest$key } from '../../__generated__/ProblemsPanel_contest.graphql.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { formatRate } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { Balloon } from './Balloon.tsx'
import { OwnStatus } from './OwnStatus.tsx'
import { useContestPhase } from './time/contestClock.ts'
import { useOwnOutcomes } from './useOwnOutcomes.ts'

const CountSwitches = lazyPart(async () => (await import('./CountSwitches.tsx')).CountSwitches)

/** What the counts of the problems include. */
export type Counting = {
  /** Include late submissions. */
  late: boolean
  /** Include results hidden by the freeze; for organisers. */
  open: boolean
}

type Props = { contest: ProblemsPanel_contest$key; counting: Counting }

/**
 * The problems of a contest with balloon colours, the viewer's status and the number of tries. In a frozen
 * contest, organisers see a question mark for the tries until they include hidden results.
 */
export function ProblemsPanel({ counting, ...props }: Props) {
  const { t } = useTranslation()
  const contest = useFragment(
    graphql`
      fragment ProblemsPanel_contest on Contest
      @argumentDefinitions(late: { type: "Boolean" }, open: { type: "Boolean" }) {
        id
        number
        type
        canManage
        takesLate
        startsAt
        freezesAt
        endsAt
        thawsAt
        problems {
          id
          displayId
          title
          color
          tally(late: $late, unsealed: $open) {
            accepted
            total
          }
          viewerStatus {
            state
            verdict
            score
            tries
          }
        }
      }
    `,
    props.contest,
  )
  const { id, number, type, problems, canManage, takesLate } = contest
  const { status, isSealed } = useContestPhase(contest)
  const canBeLate = takesLate && status === 'ENDED' && !isSealed
  const canOpen = canManage && isSealed
  const isUnknown = canOpen && !counting.open
  useOwnOutcomes(id)
  const rows = problems ?? []
  const solved = rows.filter(({ viewerStatus }) => viewerStatus?.verdict === 'ACCEPTED').length
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby="contest-problems"
      sx={{ overflow: 'hidden' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 3, px: 4, py: 3 }}>
        <Box component="h2" id="contest-problems" sx={{ typography: 'h3', fontWeight: 650, flex: 1 }}>
          {t('contest:tab.problems')}
        </Box>
        {(canBeLate || canOpen) && (
          <Box sx={{ display: COUNTS }}>
            <Suspense fallback={null}>
              <CountSwitches counting={counting} canBeLate={canBeLate} canOpen={canOpen} />
            </Suspense>
          </Box>
        )}
        {rows.length > 0 && (
          <Box sx={{ typography: 'dense', color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
            {t('contest:problems.solved', { count: solved, total: rows.length })}
          </Box>
        )}
      </Box>
      {rows.length === 0 ? (
        <EmptyState title={t('contest:problems.empty')} text={t('contest:problems.emptyHint')} />
      ) : (
        <Box component="table" aria-labelledby="contest-problems" sx={TABLE}>
          <Box component="thead" sx={visuallyHidden}>
            <tr>
              <th scope="col">{t('contest:problems.id')}</th>
              <th scope="col">{t('contest:problems.title')}</th>
              <th scope="col">{t('contest:problems.status')}</th>
              <th scope="col">{t('contest:problems.counts')}</th>
              <th scope="col">{t('contest:problems.rate')}</th>
            </tr>
          </Box>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className="letter">
                  <span>
                    <Balloon color={row.color} />
                    <b>{row.displayId}</b>
                  </span>
                </td>
                <td className="title">
                  <Link
                    href={`/contest/${number}/problem/${encodeURIComponent(row.displayId)}`}
                    color="text.primary"
                    title={row.title}
                  >
                    {row.title}
                  </Link>
                </td>
                <td className="status">
                  <OwnStatus status={row.viewerStatus} scored={type === 'OI'} />
                </td>
                <td className="counts">
                  <span>{isUnknown ? '?' : row.tally.accepted}</span>
                  {` / ${isUnknown ? '?' : row.tally.total}`}
                </td>
                <td className="rate">
                  {!isUnknown && <Share accepted={row.tally.accepted} total={row.tally.total} />}
                </td>
              </tr>
            ))}
          </tbody>
        </Box>
      )}
    </Paper>
  )
}

/** Share of tries that were accepted. */
function Share({ accepted, total }: { accepted: number; total: number }) {
  const { t } = useTranslation()
  const rate = total === 0 ? 0 : accepted / total
  return (
    <Box
      role="img"
      aria-label={t('ui:acceptance', { rate: formatRate(rate) })}
      sx={{ height: 4, width: 96, borderRadius: '2px', bgcolor: 'divider', ml: 'auto' }}
    >
      <Box
        sx={{
          height: 4,
          borderRadius: '2px',
          bgcolor: 'verdict.AC.solid',
          width: `${(rate * 100).toFixed(1)}%`,
        }}
      />
    </Box>
  )
}

/** A phone has no room for counts. */
const COUNTS = { xs: 'none', md: 'block' } as const

const TABLE = {
  width: '100%',
  borderCollapse: 'collapse',
  typography: 'body2',
  '& td': { height: 44, px: 2, py: 1, borderTop: 1, borderColor: 'divider' },
  '& .letter': { width: 72, pl: 4, whiteSpace: 'nowrap' },
  '& .letter span': { display: 'inline-flex', alignItems: 'center', gap: 2 },
  '& .title': { overflowWrap: 'anywhere' },
  '& .status': { width: { md: 200 }, pr: { xs: 4, md: 2 }, textAlign: { xs: 'right', md: 'left' } },
  '& .counts': {
    width: 112,
    display: { xs: 'none', md: 'table-cell' },
    textAlign: 'right',
    color: 'text.tertiary',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .counts span': { color: 'text.primary' },
  '& .rate': { width: 128, pr: 4, display: { xs: 'none', md: 'table-cell' } },
} as const
