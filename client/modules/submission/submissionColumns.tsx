import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Suspense } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { formatDuration, formatLength, formatMemory, NONE } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Tape } from '../../ui/Tape.tsx'
import { RelativeTime } from '../../ui/Time.tsx'
import { Tip } from '../../ui/Tip.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { Verdict } from '../../ui/Verdict.tsx'
import { ProblemLink } from './ProblemLink.tsx'
import type { SubmissionRow } from './SubmissionTable.tsx'

const menu = () => import('../judging/CorrectionMenu.tsx')
/** For those who judge anew; nobody else loads them. */
const RejudgeButton = lazyPart(async () => (await menu()).RejudgeButton)
const CorrectionButton = lazyPart(async () => (await menu()).CorrectionButton)

const detailOf = (row: SubmissionRow) => `/submission-detail/${row.number}`

const judged = (row: SubmissionRow) => [...row.tape].filter((letter) => letter !== '.').length

function Outcome({ row, rejudges }: { row: SubmissionRow; rejudges: boolean }) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
      <Link href={detailOf(row)} underline="none">
        <Verdict verdict={row.verdict} state={row.state} done={judged(row)} total={row.caseCount} />
      </Link>
      {row.manual && (
        <Box
          component="span"
          sx={{
            px: 1.5,
            borderRadius: 0.67,
            typography: 'caption',
            bgcolor: 'surface.fill',
            color: 'text.secondary',
          }}
        >
          {t('ui:verdict.manual')}
        </Box>
      )}
      {rejudges && (
        <Suspense>
          <CorrectionButton submission={row} />
        </Suspense>
      )}
    </Box>
  )
}

function Score({ row }: { row: SubmissionRow }) {
  const { t } = useTranslation()
  if (typeof row.score !== 'number') return <Quiet>{NONE}</Quiet>
  const shown = (
    <Box component="span" sx={{ fontWeight: row.verdict === 'ACCEPTED' ? 650 : 400 }}>
      {row.score}
    </Box>
  )
  if (typeof row.oiRankScore !== 'number') return shown
  return (
    <Tip title={t('submission:score.tooltip', { score: row.score, oiRankScore: row.oiRankScore })}>
      {shown}
    </Tip>
  )
}

function Person({ row }: { row: SubmissionRow }) {
  const { t } = useTranslation()
  if (row.user.isEnded) return <Quiet>{t('user:ended')}</Quiet>
  return (
    <Link
      href={`/status?username=${encodeURIComponent(row.user.username)}`}
      color="text.primary"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, minWidth: 0 }}
    >
      <Avatar name={row.user.username} src={row.user.avatar} />
      {row.user.username}
    </Link>
  )
}

const Quiet = ({ children }: { children: string }) => (
  <Box component="span" sx={{ color: 'text.tertiary' }}>
    {children}
  </Box>
)

/**
 * The columns of the specification. When room is short, a problem's title and the verdict stay whole: tests, score,
 * length, judge and the button to judge anew go under 1240 px, memory and language under 992 px.
 */
export function useSubmissionColumns(rejudges: boolean): Column<SubmissionRow>[] {
  const { t } = useTranslation()
  const columns: Column<SubmissionRow>[] = [
    {
      key: 'number',
      label: t('submission:list.run'),
      mono: true,
      width: 64,
      cell: (row) => (
        <Link href={detailOf(row)} color="text.secondary">
          {row.number}
        </Link>
      ),
    },
    {
      key: 'problem',
      label: t('submission:list.problem'),
      grow: true,
      cell: (row) => <ProblemLink problem={row.problem} quiet />,
    },
    {
      key: 'verdict',
      label: t('submission:list.verdict'),
      cell: (row) => <Outcome row={row} rejudges={rejudges} />,
    },
    {
      key: 'tape',
      label: t('submission:list.tests'),
      from: 'xl',
      width: 160,
      cell: (row) => <Tape tape={row.tape} total={row.caseCount} running={row.state === 'RUNNING'} />,
    },
    {
      key: 'score',
      label: t('submission:list.score'),
      numeric: true,
      from: 'xl',
      cell: (row) => <Score row={row} />,
    },
    {
      key: 'time',
      label: t('submission:list.time'),
      numeric: true,
      cell: (row) => formatDuration(row.timeMs),
    },
    {
      key: 'memory',
      label: t('submission:list.memory'),
      numeric: true,
      from: 'lg',
      cell: (row) => formatMemory(row.memoryKb),
    },
    {
      key: 'length',
      label: t('submission:list.length'),
      numeric: true,
      from: 'xl',
      cell: (row) => formatLength(row.codeLength),
    },
    {
      key: 'language',
      label: t('submission:list.language'),
      from: 'lg',
      cell: (row) => (
        <Link href={detailOf(row)} color="text.secondary">
          {row.languageName}
        </Link>
      ),
    },
    {
      key: 'judge',
      label: t('submission:list.judge'),
      from: 'xl',
      cell: (row) => <Quiet>{row.judgedBy ?? NONE}</Quiet>,
    },
    { key: 'author', label: t('submission:list.author'), cell: (row) => <Person row={row} /> },
    {
      key: 'when',
      label: t('submission:list.when'),
      numeric: true,
      cell: (row) => (
        <Box component="span" sx={{ color: 'text.tertiary' }}>
          <RelativeTime at={row.createdAt} />
        </Box>
      ),
    },
  ]
  if (rejudges)
    columns.push({
      key: 'rejudge',
      label: t('submission:list.rejudge'),
      from: 'xl',
      cell: (row) => (
        <Suspense>
          <RejudgeButton submission={row} />
        </Suspense>
      ),
    })
  return columns
}

/** The same on a phone, in three lines. */
export const submissionCard = (rejudges: boolean) => (row: SubmissionRow) => (
  <>
    <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2 }}>
      <Outcome row={row} rejudges={rejudges} />
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
        {rejudges && (
          <Suspense>
            <RejudgeButton submission={row} />
          </Suspense>
        )}
        <Box component="span" sx={{ color: 'text.tertiary', typography: 'caption', whiteSpace: 'nowrap' }}>
          <RelativeTime at={row.createdAt} />
        </Box>
      </Box>
    </Box>
    <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <ProblemLink problem={row.problem} quiet noWrap sx={{ minWidth: 0 }} />
      <Box component="span" sx={{ flex: 'none' }}>
        <Tape tape={row.tape} total={row.caseCount} running={row.state === 'RUNNING'} />
      </Box>
    </Box>
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 2,
        typography: 'caption',
        color: 'text.tertiary',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Person row={row} />
      <span>
        {[row.languageName, formatDuration(row.timeMs), formatMemory(row.memoryKb)].join(' · ')}
        {typeof row.score === 'number' && ` · ${row.score}`}
      </span>
    </Box>
  </>
)
