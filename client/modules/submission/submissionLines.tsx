import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import type { UserLink_user$key } from '../../__generated__/UserLink_user.graphql.ts'
import type { Column } from '../../ui/layout/DataTable.tsx'
import { formatDuration, formatLength, formatMemory, NONE } from '../../ui/text/format.ts'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { Verdict } from '../../ui/text/Verdict.tsx'
import type { StateName, VerdictName } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { UserLink } from '../user/UserLink.tsx'
import { ProblemLink } from './ProblemLink.tsx'

/** Fields that every submission list shows. */
export type SubmissionLine = {
  readonly number: number
  readonly user: UserLink_user$key
  readonly languageName: string
  readonly codeLength: number | null | undefined
  readonly createdAt: string
  readonly state: StateName | null | undefined
  readonly verdict: VerdictName | null | undefined
  readonly timeMs: number | null | undefined
  readonly memoryKb: number | null | undefined
  readonly score: number | null | undefined
  readonly judgedBy: string | null | undefined
}

/** Differences between the lists: addresses, and extra columns. */
export type LineWays<Row extends SubmissionLine> = {
  detailOf(row: Row): string
  problemOf(row: Row): { displayId: string; title: string } | null | undefined
  /** Number of the contest, whose problems have their own addresses. */
  contest?: number
  /** Progress of judging. */
  stepsOf?(row: Row): { done: number; total: number | null | undefined }
  /** Shown after the verdict. */
  mark?(row: Row): ReactNode
  /** Test bar: a column, and a part of the card. */
  tape?(row: Row): ReactNode
  /** The score column. */
  score?: { cell(row: Row): ReactNode; from?: 'xl' }
  /** Actions on a row, in the last column. */
  act?: { label: string; cell(row: Row): ReactNode }
}

export const Quiet = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ color: 'text.tertiary' }}>
    {children}
  </Box>
)

type PartProps<Row extends SubmissionLine> = { row: Row; ways: LineWays<Row> }

function Outcome<Row extends SubmissionLine>({ row, ways }: PartProps<Row>) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
      <Link href={ways.detailOf(row)} underline="none">
        <Verdict verdict={row.verdict} state={row.state ?? null} {...ways.stepsOf?.(row)} />
      </Link>
      {ways.mark?.(row)}
    </Box>
  )
}

/**
 * Columns of the specification, and the tests. When room is short, titles and verdicts stay whole: tests, length, judge and
 * actions are hidden under 1240 px, memory and language under 992 px. Where there are actions, which verdicts have too,
 * time and language are hidden sooner, the judge under 1320 px and the tests under 1400 px.
 */
export function useLineColumns<Row extends SubmissionLine>(ways: LineWays<Row>): Column<Row>[] {
  const { t } = useTranslation()
  const { detailOf, tape, score, act } = ways
  const isCrowded = act !== undefined
  const tapes: Column<Row>[] = tape
    ? [
        {
          key: 'tape',
          label: t('submission:list.tests'),
          from: isCrowded ? 1400 : 'xl',
          width: 160,
          cell: tape,
        },
      ]
    : []
  const scores: Column<Row>[] = score
    ? [{ key: 'score', label: t('submission:list.score'), numeric: true, ...score }]
    : []
  const acts: Column<Row>[] = act ? [{ key: 'act', from: 'xl', ...act }] : []
  return [
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
      cell: (row) => <ProblemLink problem={ways.problemOf(row)} contest={ways.contest} quiet />,
    },
    {
      key: 'verdict',
      label: t('submission:list.verdict'),
      cell: (row) => <Outcome row={row} ways={ways} />,
    },
    ...tapes,
    ...scores,
    {
      key: 'time',
      label: t('submission:list.time'),
      numeric: true,
      ...(isCrowded && { from: 'lg' }),
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
      from: isCrowded ? 'xl' : 'lg',
      cell: (row) => (
        <Link href={detailOf(row)} color="text.secondary">
          {row.languageName}
        </Link>
      ),
    },
    {
      key: 'judge',
      label: t('submission:list.judge'),
      from: isCrowded ? 1320 : 'xl',
      cell: (row) => <Quiet>{row.judgedBy ?? NONE}</Quiet>,
    },
    {
      key: 'author',
      label: t('submission:list.author'),
      cell: (row) => <UserLink user={row.user} />,
    },
    {
      key: 'when',
      label: t('submission:list.when'),
      numeric: true,
      cell: (row) => (
        <Quiet>
          <RelativeTime at={row.createdAt} />
        </Quiet>
      ),
    },
    ...acts,
  ]
}

/** A line as a card of three rows, for phones. */
export const lineCard =
  <Row extends SubmissionLine>(ways: LineWays<Row>) =>
  (row: Row) => (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2 }}>
        <Outcome row={row} ways={ways} />
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
          {ways.act?.cell(row)}
          <Box component="span" sx={{ color: 'text.tertiary', typography: 'caption', whiteSpace: 'nowrap' }}>
            <RelativeTime at={row.createdAt} />
          </Box>
        </Box>
      </Box>
      <Box
        sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2, minWidth: 0 }}
      >
        <ProblemLink problem={ways.problemOf(row)} contest={ways.contest} quiet noWrap sx={{ minWidth: 0 }} />
        {ways.tape && (
          <Box component="span" sx={{ flex: 'none' }}>
            {ways.tape(row)}
          </Box>
        )}
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
        <UserLink user={row.user} />
        <Box component="span" sx={{ textAlign: 'right' }}>
          {[row.languageName, formatDuration(row.timeMs), formatMemory(row.memoryKb)]
            .map((part) => part.replaceAll(' ', '\u00a0'))
            .join('\u00a0· ')}
          {ways.score && typeof row.score === 'number' && `\u00a0· ${row.score}`}
        </Box>
      </Box>
    </>
  )
