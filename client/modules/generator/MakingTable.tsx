import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type {
  MakingTable_making$data,
  MakingTable_making$key,
} from '../../__generated__/MakingTable_making.graphql.ts'
import { type Column, DataTable } from '../../ui/layout/DataTable.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { formatDuration, formatLength } from '../../ui/text/format.ts'
import { verdictCode } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'

const MadePreview = lazyPart(async () => (await import('./MadePreview.tsx')).MadePreview)

type Case = MakingTable_making$data['cases'][number]

/** Rows drawn at first; a problem may have a thousand cases. */
const SHOWN = 100

/** Result of each case; faulty ones come first when not all are shown. */
export function MakingTable({ making }: { making: MakingTable_making$key }) {
  const { t } = useTranslation()
  const { id, cases } = useFragment(
    graphql`
      fragment MakingTable_making on Making {
        id
        cases {
          index
          scriptLine
          command
          isDone
          fault
          message
          inputBytes
          inputHead
          answerBytes
          verdict
          timeMs
          duplicateOf
        }
      }
    `,
    making,
  )
  const [all, setAll] = useState(false)
  const [viewed, setViewed] = useState<number | null>(null)
  const rows =
    all || cases.length <= SHOWN
      ? cases
      : [...cases].sort((a, b) => rank(a) - rank(b) || a.index - b.index).slice(0, SHOWN)

  const made = ({ scriptLine, command }: Case) =>
    command ? (
      <Box
        component="span"
        title={t('generator:line', { line: scriptLine ?? 0 })}
        sx={{ typography: 'code' }}
      >
        {command}
      </Box>
    ) : (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('generator:byHand')}
      </Box>
    )
  const input = ({ index, inputBytes, inputHead }: Case) =>
    typeof inputBytes === 'number' && (
      <Link
        component="button"
        type="button"
        onClick={() => setViewed(index)}
        sx={{ typography: 'code', textAlign: 'left', overflowWrap: 'anywhere' }}
      >
        <Box component="span" sx={visuallyHidden}>
          {t('generator:view', { index })}
        </Box>{' '}
        {inOneLine(inputHead ?? '') || '∅'}{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {formatLength(inputBytes)}
        </Box>
      </Link>
    )
  const answer = ({ answerBytes, verdict, timeMs }: Case) => (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {typeof answerBytes === 'number' && `${formatLength(answerBytes)} `}
      {verdict && `${verdictCode(verdict)} ${formatDuration(timeMs)}`}
    </Box>
  )
  const found = ({ isDone, fault, message, duplicateOf, scriptLine }: Case) => {
    if (!isDone) return <Box sx={{ color: 'text.tertiary' }}>{t('generator:waiting')}</Box>
    if (fault)
      return (
        <Box sx={{ color: 'verdict.WA.fg', whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          {scriptLine ? `${t('generator:line', { line: scriptLine })} ` : ''}
          {t(`generator:wrong.${fault}`)}
          {message && (
            <Box component="span" sx={{ display: 'block', typography: 'code', whiteSpace: 'pre-wrap' }}>
              {message}
            </Box>
          )}
        </Box>
      )
    return (
      <Box sx={{ whiteSpace: 'normal', color: duplicateOf ? 'verdict.PE.fg' : 'verdict.AC.fg' }}>
        {duplicateOf ? t('generator:same', { index: duplicateOf }) : t('generator:fine')}
      </Box>
    )
  }
  const columns: Column<Case>[] = [
    {
      key: 'index',
      label: t('generator:column.index'),
      numeric: true,
      width: 56,
      cell: ({ index }) => index,
    },
    { key: 'made', label: t('generator:column.made'), width: 200, cell: made },
    { key: 'input', label: t('generator:column.input'), width: 240, cell: input },
    { key: 'answer', label: t('generator:column.answer'), width: 150, cell: answer },
    { key: 'found', label: t('generator:column.found'), grow: true, cell: found },
  ]
  return (
    <>
      <DataTable
        label={t('generator:table')}
        columns={columns}
        rows={rows}
        rowKey={({ index }) => index}
        card={(row) => (
          <Box sx={{ display: 'grid', gap: 1, typography: 'dense', gridTemplateColumns: 'minmax(0, 1fr)' }}>
            <Box>
              {row.index}. {made(row)}
            </Box>
            <Box>{found(row)}</Box>
            <Box>
              {input(row)} {answer(row)}
            </Box>
          </Box>
        )}
      />
      {rows.length < cases.length && (
        <Button onClick={() => setAll(true)}>{t('generator:all', { count: cases.length })}</Button>
      )}
      <Suspense fallback={null}>
        {viewed !== null && <MadePreview making={id} index={viewed} onClose={() => setViewed(null)} />}
      </Suspense>
    </>
  )
}

/** Sort key: faults first, then finished cases. */
const rank = ({ fault, isDone }: Case) => (fault ? 0 : isDone ? 1 : 2)

const inOneLine = (head: string) => head.slice(0, 40).replaceAll('\n', '⏎')
