import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type {
  TestDataPanel_problem$data,
  TestDataPanel_problem$key,
} from '../../__generated__/TestDataPanel_problem.graphql.ts'
import type { TestDataPanelMutation } from '../../__generated__/TestDataPanelMutation.graphql.ts'
import { LeaveGuard } from '../../app/LeaveGuard.tsx'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Segments } from '../../ui/controls/Segments.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { DropZone } from '../../ui/upload/DropZone.tsx'
import { UploadList } from '../../ui/upload/UploadList.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { RejudgeOffer } from './RejudgeOffer.tsx'
import { TestDataBar } from './TestDataBar.tsx'
import { TestDataHead } from './TestDataHead.tsx'
import { TestRows } from './TestRows.tsx'
import {
  casesInput,
  faultsOf,
  isGrouped,
  type Row,
  rowsOf,
  sameRows,
  splitEvenly,
  totalOf,
  typedRow,
  unanswered,
} from './testRows.ts'
import { useTestUpload } from './useTestUpload.ts'

const TestPreview = lazyPart(async () => (await import('./TestPreview.tsx')).TestPreview)
const TestVersions = lazyPart(async () => (await import('./TestVersions.tsx')).TestVersions)
const TypedCase = lazyPart(async () => (await import('./TypedCase.tsx')).TypedCase)

type Props = {
  problem: TestDataPanel_problem$key
  /** Whether leaving the page with unsaved changes asks first; a surrounding form may ask itself. */
  guarded?: boolean
}

/** Tests of a problem: upload, preview, edit, order and save them, and restore older versions. */
export function TestDataPanel({ problem, guarded = true }: Props) {
  const data = useFragment(
    graphql`
      fragment TestDataPanel_problem on Problem {
        id
        number
        displayId
        scoring
        caseMode
        outdatedSubmissions
        testset {
          id
          number
          cases {
            index
            subtask
            score
            input {
              name
              bytes
            }
            answer {
              name
              bytes
            }
          }
        }
      }
    `,
    problem,
  )
  const { id, scoring, caseMode, testset } = data
  // Another version or scoring resets the editor.
  return <Editing key={`${testset?.id} ${scoring} ${caseMode}`} data={data} problem={id} guarded={guarded} />
}

function Editing({
  data,
  problem,
  guarded,
}: {
  data: TestDataPanel_problem$data
  problem: string
  guarded: boolean
}) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { number, scoring, caseMode, testset, displayId, outdatedSubmissions } = data
  const [base] = useState(() => rowsOf(testset?.cases ?? []))
  const [rows, setRows] = useState<readonly Row[]>(base)
  const [mode, setMode] = useState(caseMode)
  const [how, setHow] = useState<'add' | 'replace'>('add')
  const [shown, setShown] = useState<'versions' | 'typed' | 'empty' | 'pointless' | null>(null)
  const [previewed, setPreviewed] = useState<number | null>(null)
  const upload = useTestUpload({ rows, setRows, mode, how })
  const [save, { pending, refusal }] = useMutation<TestDataPanelMutation>(
    graphql`
      mutation TestDataPanelMutation($input: SaveTestsetInput!) {
        saveTestset(input: $input) {
          ...TestDataPanel_problem
          ...DeskBar_problem
          ...SolutionTable_problem
          testset {
            id
            number
          }
        }
      }
    `,
    { answers: ({ code }) => code === 'CONFLICT' },
  )

  const faults = faultsOf(rows, scoring, mode)
  const missing = unanswered(rows)
  const changed = mode !== caseMode || !sameRows(rows, base)
  const points = scoring === 'OI' ? totalOf(rows, mode) : null

  const send = async (emptyAnswers: boolean) => {
    const saved = await save({
      input: {
        problemId: problem,
        basedOn: testset?.id ?? null,
        caseMode: mode,
        cases: casesInput(rows, mode),
        emptyAnswers,
        withoutPoints: points === 0,
      },
    })
    const now = saved?.saveTestset.testset
    if (!now) return
    toast.success(now.id === testset?.id ? t('testset:same') : t('testset:saved', { number: now.number }))
    if (now.id === testset?.id) setRows(base)
  }
  const discard = () => {
    setRows(base)
    setMode(caseMode)
    void revalidate()
  }
  const preview = rows.findIndex((row) => row.id === previewed)

  return (
    <Paper component="section" variant="outlined" aria-label={t('testset:title')}>
      {guarded && <LeaveGuard form={{ changed, isChanged: () => changed }} />}
      <Box sx={{ p: 4, display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0,1fr)' }}>
        <TestDataHead
          {...{ number, scoring, mode, points }}
          caseCount={rows.length}
          isStored={Boolean(testset)}
          onMode={(next) => {
            setMode(next)
            if (isGrouped(next)) setRows(rows.map((row) => ({ ...row, subtask: row.subtask || 1 })))
          }}
          onVersions={() => setShown('versions')}
        />
        <RejudgeOffer problem={problem} displayId={displayId} count={changed ? 0 : outdatedSubmissions} />
        <TestUpload {...{ upload, how, setHow }} offersReplacing={rows.length > 0} />
      </Box>
      {rows.length === 0 ? (
        <EmptyState title={t('testset:none.title')} text={t('testset:none.text')} />
      ) : (
        <TestRows
          {...{ rows, scoring, mode, faults }}
          testset={testset?.id ?? null}
          acts={{
            set: setRows,
            change: (row, to) => setRows(rows.map((one) => (one.id === row ? { ...one, ...to } : one))),
            remove: (row) => setRows(rows.filter((one) => one.id !== row)),
            preview: setPreviewed,
            replace: upload.replace,
          }}
        />
      )}
      <TestDataBar
        {...{ changed, isSaving: pending, isBusy: upload.busy }}
        caseCount={rows.length}
        faultCount={faults.size}
        onType={() => setShown('typed')}
        onSplit={scoring === 'OI' ? () => setRows(splitEvenly(rows, mode)) : null}
        onDiscard={discard}
        onSave={() =>
          points === 0 ? setShown('pointless') : missing.length > 0 ? setShown('empty') : void send(false)
        }
      />
      {refusal?.code === 'CONFLICT' && (
        <Box sx={{ px: 4, pb: 4 }}>
          <FormAlert>{t('testset:conflict')}</FormAlert>
        </Box>
      )}
      <Suspense fallback={null}>
        {shown === 'versions' && <TestVersions problem={problem} onClose={() => setShown(null)} />}
        {shown === 'typed' && (
          <TypedCase
            onAdd={(input, answer) => setRows([...rows, typedRow(rows, input, answer, mode)])}
            onClose={() => setShown(null)}
          />
        )}
        {(shown === 'pointless' || shown === 'empty') && (
          <ConfirmSave
            doubt={shown}
            missing={missing.length}
            onConfirm={() => send(missing.length > 0)}
            onClose={() => setShown(null)}
          />
        )}
        {rows[preview] && (
          <TestPreview
            testset={testset?.id ?? null}
            row={rows[preview]}
            number={preview + 1}
            onClose={() => setPreviewed(null)}
          />
        )}
      </Suspense>
    </Paper>
  )
}

type UploadProps = {
  upload: ReturnType<typeof useTestUpload>
  how: 'add' | 'replace'
  setHow: (how: 'add' | 'replace') => void
  /** Whether there are cases that an upload could replace. */
  offersReplacing: boolean
}

/** Drop zone for test files, and the uploads in progress. */
function TestUpload({ upload, how, setHow, offersReplacing }: UploadProps) {
  const { t } = useTranslation()
  return (
    <>
      {offersReplacing && (
        <Box sx={{ display: 'flex' }}>
          <Segments
            label={t('testset:upload.how')}
            value={how}
            segments={(['add', 'replace'] as const).map((value) => ({
              value,
              label: t(`testset:upload.${value}`),
            }))}
            onChange={setHow}
          />
        </Box>
      )}
      <DropZone label={t('testset:upload.label')} hint={t('testset:upload.hint')} onFiles={upload.add} />
      <UploadList {...upload.list} />
      {upload.note && (
        <Box role="status" sx={{ typography: 'dense', color: 'text.secondary' }}>
          {upload.note}
        </Box>
      )}
    </>
  )
}

type ConfirmProps = {
  doubt: 'pointless' | 'empty'
  /** Number of cases without an answer. */
  missing: number
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks before cases without scores or without answers are saved. */
function ConfirmSave({ doubt, missing, onConfirm, onClose }: ConfirmProps) {
  const { t } = useTranslation()
  return doubt === 'pointless' ? (
    <Confirm
      title={t('testset:pointless.title')}
      confirm={t('testset:pointless.confirm')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('testset:pointless.text')}
    </Confirm>
  ) : (
    <Confirm
      title={t('testset:emptyTitle')}
      confirm={t('testset:emptyConfirm')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('testset:emptyText', { count: missing })}
    </Confirm>
  )
}
