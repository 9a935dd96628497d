import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type {
  SubmissionHistory_submission$data,
  SubmissionHistory_submission$key,
} from '../../__generated__/SubmissionHistory_submission.graphql.ts'
import { type Column, DataTable } from '../../ui/layout/DataTable.tsx'
import { formatDateTime, formatDuration, formatMemory, NONE } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { AuditLines } from '../judging/rejudging/AuditLines.tsx'
import { OutcomeChip, VerdictChange } from '../judging/rejudging/VerdictChange.tsx'

type Judgement = NonNullable<SubmissionHistory_submission$data['judgements']>[number]
/** A judgement and the one before it. */
type Row = { judgement: Judgement; earlier: Judgement | undefined }

/** All judgements and manual changes; renders nothing without the permission or without entries. */
export function SubmissionHistory({ submission }: { submission: SubmissionHistory_submission$key }) {
  const { t } = useTranslation()
  const { judgements, judgementCount, auditEntries, auditEntryCount } = useFragment(
    graphql`
      fragment SubmissionHistory_submission on Submission {
        judgements {
          id
          current
          state
          verdict
          score
          timeMs
          memoryKb
          hostName
          queuedAt
          rejudging {
            number
            scope
          }
        }
        judgementCount
        auditEntries {
          ...AuditLines_entry
        }
        auditEntryCount
      }
    `,
    submission,
  )
  if (!judgements || !auditEntries) return null
  if (judgements.length < 2 && auditEntries.length === 0) return null

  const rows = judgements.map((judgement, place): Row => {
    const earlier = judgements.slice(place + 1).find(({ verdict }) => verdict && verdict !== 'CANCELLED')
    return { judgement, earlier }
  })
  const columns: Column<Row>[] = [
    { key: 'outcome', label: t('submission:list.verdict'), cell: (row) => <Outcome row={row} /> },
    { key: 'change', label: t('submission:history.change'), grow: true, cell: (row) => <Change row={row} /> },
    {
      key: 'time',
      label: t('submission:list.time'),
      numeric: true,
      cell: ({ judgement }) => formatDuration(judgement.timeMs),
    },
    {
      key: 'memory',
      label: t('submission:list.memory'),
      numeric: true,
      from: 'lg',
      cell: ({ judgement }) => formatMemory(judgement.memoryKb),
    },
    {
      key: 'host',
      label: t('submission:list.judge'),
      cell: ({ judgement }) => <Quiet>{judgement.hostName ?? NONE}</Quiet>,
    },
    { key: 'why', label: t('submission:history.why'), cell: (row) => <Cause row={row} /> },
    {
      key: 'queued',
      label: t('submission:history.queued'),
      numeric: true,
      cell: ({ judgement }) => <Quiet>{formatDateTime(judgement.queuedAt)}</Quiet>,
    },
  ]
  const newest = (shown: number, count: number | null | undefined) =>
    (count ?? 0) > shown && (
      <Box component="p" sx={{ m: 0, mt: 2, typography: 'caption', color: 'text.secondary' }}>
        {t('submission:history.newest', { shown, total: count ?? 0 })}
      </Box>
    )
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0,1fr)', gap: 5, mt: 5 }}>
      <Box component="section" aria-labelledby="judgements" sx={{ minWidth: 0 }}>
        <Box component="h2" id="judgements" sx={{ typography: 'h2', mb: 2 }}>
          {t('submission:history.title')}
        </Box>
        <DataTable
          label={t('submission:history.title')}
          columns={columns}
          rows={rows}
          rowKey={({ judgement }) => judgement.id}
          card={(row) => (
            <>
              <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
                <Outcome row={row} />
                <Quiet>{formatDateTime(row.judgement.queuedAt)}</Quiet>
              </Box>
              <Box>
                <Change row={row} />
              </Box>
              <Box sx={{ typography: 'caption' }}>
                <Cause row={row} /> <Quiet>{`· ${row.judgement.hostName ?? NONE}`}</Quiet>
              </Box>
            </>
          )}
        />
        {newest(judgements.length, judgementCount)}
      </Box>
      {auditEntries.length > 0 && (
        <Box component="section" aria-labelledby="audit" sx={{ minWidth: 0 }}>
          <Box component="h2" id="audit" sx={{ typography: 'h2', mb: 2 }}>
            {t('judging:audit.title')}
          </Box>
          <Paper variant="outlined" sx={{ px: 4, py: 1 }}>
            <AuditLines entries={auditEntries} />
          </Paper>
          {newest(auditEntries.length, auditEntryCount)}
        </Box>
      )}
    </Box>
  )
}

/** Outcome of a judgement, and whether it is the one that counts. */
function Outcome({ row: { judgement } }: { row: Row }) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
      {judgement.verdict === 'CANCELLED' ? (
        <Quiet>{t('submission:history.overtaken')}</Quiet>
      ) : (
        <OutcomeChip {...judgement} />
      )}
      {judgement.current && (
        <Box
          component="span"
          sx={{ px: 1.5, borderRadius: 0.67, typography: 'caption', bgcolor: 'surface.fill' }}
        >
          {t('submission:history.current')}
        </Box>
      )}
    </Box>
  )
}

/** What a judgement changed compared with the one before it. */
function Change({ row: { judgement, earlier } }: { row: Row }) {
  const { t } = useTranslation()
  const { verdict, score } = judgement
  if (!earlier || !verdict || verdict === 'CANCELLED') return <Quiet>{NONE}</Quiet>
  if (earlier.verdict === verdict && earlier.score === score)
    return <Quiet>{t('submission:history.same')}</Quiet>
  return <VerdictChange before={earlier} after={judgement} />
}

/** Why a submission was judged: sent, rejudged alone or with others. */
function Cause({ row }: { row: Row }) {
  const { t } = useTranslation()
  const { rejudging } = row.judgement
  if (!rejudging) return t('submission:history.first')
  if (rejudging.scope === 'SUBMISSION') return t('submission:history.again')
  return (
    <Link href={`/rejudging/${rejudging.number}`}>
      {t('judging:rejudging.title', { number: rejudging.number })}
    </Link>
  )
}

const Quiet = ({ children }: { children: string }) => (
  <Box component="span" sx={{ color: 'text.tertiary' }}>
    {children}
  </Box>
)
