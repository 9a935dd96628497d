import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { StatisticDialog_problem$key } from '../../../__generated__/StatisticDialog_problem.graphql.ts'
import { Modal } from '../../../ui/feedback/Modal.tsx'
import { formatNumber, formatRate } from '../../../ui/text/format.ts'
import { Verdict } from '../../../ui/text/Verdict.tsx'
import type { VerdictCode } from '../../../ui/text/verdicts.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Slice = { code: VerdictCode; count: number }

type Props = { problem: StatisticDialog_problem$key; onClose: () => void }

/** Verdicts of all submissions to a problem, as a ring and as a table. */
export function StatisticDialog({ problem, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const { displayId, title, scoring, tally } = useFragment(
    graphql`
      fragment StatisticDialog_problem on ProblemSheet {
        displayId
        title
        scoring
        tally {
          total
          accepted
          wrongAnswer
          timeLimitExceeded
          memoryLimitExceeded
          outputLimitExceeded
          runtimeError
          presentationError
          compileError
          judgeError
          cancelled
          submissionFailed
          partiallyAccepted
        }
      }
    `,
    problem,
  )
  const slices: Slice[] = [
    { code: 'AC', count: tally.accepted },
    ...(scoring === 'OI' ? [{ code: 'PA' as const, count: tally.partiallyAccepted }] : []),
    { code: 'WA', count: tally.wrongAnswer },
    { code: 'TLE', count: tally.timeLimitExceeded },
    { code: 'MLE', count: tally.memoryLimitExceeded },
    { code: 'OLE', count: tally.outputLimitExceeded },
    { code: 'RE', count: tally.runtimeError },
    { code: 'PE', count: tally.presentationError },
    { code: 'CE', count: tally.compileError },
    { code: 'SE', count: tally.judgeError },
    { code: 'CA', count: tally.cancelled },
    ...(tally.submissionFailed > 0 ? [{ code: 'SF' as const, count: tally.submissionFailed }] : []),
  ]
  const total = slices.reduce((sum, { count }) => sum + count, 0)
  const number = (value: number) => formatNumber(value, i18n.language)
  const share = (count: number) => formatRate(total > 0 ? count / total : 0)

  return (
    <Modal title={t('problem:statistic.title')} onClose={onClose} width={560}>
      <Box sx={{ typography: 'dense', color: 'text.tertiary', mb: 3 }}>
        {displayId} {title}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: '1fr', sm: '176px minmax(0,1fr)' },
          alignItems: 'center',
          justifyItems: 'center',
        }}
      >
        <Ring
          slices={slices}
          total={total}
          label={t('problem:statistic.label', { total: number(total), accepted: share(tally.accepted) })}
          figure={share(tally.accepted)}
          caption={t('problem:page.rate')}
        />
        <Box
          component="table"
          aria-label={t('problem:statistic.title')}
          sx={{
            width: '100%',
            borderCollapse: 'collapse',
            typography: 'dense',
            '& td, & th': { py: 1, borderBottom: 1, borderColor: 'divider', fontWeight: 400 },
            '& tr:last-of-type > *': { borderBottom: 0 },
            '& td': { textAlign: 'right', pl: 4, color: 'text.secondary' },
            '& th': { textAlign: 'left' },
          }}
        >
          <tbody>
            {slices.map(({ code, count }) => (
              <tr key={code}>
                <th scope="row">
                  <Verdict code={code} />
                </th>
                <td>{number(count)}</td>
                <td>{share(count)}</td>
              </tr>
            ))}
            <tr>
              <Box component="th" scope="row" sx={{ color: 'text.secondary' }}>
                {t('problem:statistic.total')}
              </Box>
              <Box component="td" sx={{ fontWeight: 600 }}>
                {number(total)}
              </Box>
              <td />
            </tr>
          </tbody>
        </Box>
      </Box>
    </Modal>
  )
}

const SIZE = 176
const THICK = 26
const RADIUS = (SIZE - THICK) / 2
const ROUND = 2 * Math.PI * RADIUS
/** White gap between neighbours, so that no two colours touch. */
const GAP = 2

type RingProps = { slices: Slice[]; total: number; label: string; figure: string; caption: string }

function Ring({ slices, total, label, figure, caption }: RingProps) {
  const shown = slices.filter(({ count }) => count > 0)
  const gap = shown.length > 1 ? GAP : 0
  let before = 0
  return (
    <Box role="img" aria-label={label} sx={{ position: 'relative', width: SIZE, height: SIZE }}>
      <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden>
        <Box
          component="circle"
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          sx={{ fill: 'none', stroke: ({ vars }) => vars.palette.line.subtle, strokeWidth: THICK }}
        />
        {shown.map(({ code, count }) => {
          const length = (count / total) * ROUND
          const offset = -before
          before += length
          return (
            <Box
              component="circle"
              key={code}
              cx={SIZE / 2}
              cy={SIZE / 2}
              r={RADIUS}
              transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
              strokeDasharray={`${Math.max(0.5, length - gap)} ${ROUND}`}
              strokeDashoffset={offset}
              sx={{
                fill: 'none',
                strokeWidth: THICK,
                stroke: ({ vars }) => vars.palette.verdict[code].solid,
              }}
            />
          )
        })}
      </svg>
      <Box
        sx={{
          position: 'absolute',
          inset: 0,
          display: 'grid',
          placeContent: 'center',
          textAlign: 'center',
        }}
      >
        <Box sx={{ typography: 'h2', fontVariantNumeric: 'tabular-nums' }}>{figure}</Box>
        <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>{caption}</Box>
      </Box>
    </Box>
  )
}
