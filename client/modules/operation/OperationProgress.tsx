import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { OperationProgress_operation$key } from '../../__generated__/OperationProgress_operation.graphql.ts'
import type { OperationProgressCancelMutation } from '../../__generated__/OperationProgressCancelMutation.graphql.ts'
import type { OperationProgressSubscription } from '../../__generated__/OperationProgressSubscription.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { download } from '../../relay/files/download.ts'
import { useLive } from '../../relay/useLive.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

const OperationReport = lazyPart(async () => (await import('./OperationReport.tsx')).OperationReport)

type Props = {
  operation: OperationProgress_operation$key
  /** Name of the operation for screen readers and the cancel dialog. */
  name: string
  /** Subject of the operation, such as a link to its page. */
  children: ReactNode
  /** More figures, after the progress. */
  figures?: readonly string[]
  /** Text of the cancel dialog: what happens to finished and unfinished work. */
  cancelText: string
  /** Called on progress and at the end. */
  onChange?: () => void
}

/**
 * Live progress of an operation with a cancel button; at the end, its report and its file. It goes on without
 * this page.
 */
export function OperationProgress({ operation, name, children, figures = [], cancelText, onChange }: Props) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [reporting, setReporting] = useState(false)
  const { id, state, total, done, refused, failure, viewerCanCancel, resultUrl } = useFragment(
    graphql`
      fragment OperationProgress_operation on Operation {
        id
        state
        total
        done
        refused
        failure
        viewerCanCancel
        resultUrl
      }
    `,
    operation,
  )
  const isOver = state !== 'QUEUED' && state !== 'RUNNING'
  useLive<OperationProgressSubscription>(
    graphql`
      subscription OperationProgressSubscription($id: ID!) {
        operationChanged(id: $id) {
          state
          done
          endedAt
          ...OperationProgress_operation
          rejudging {
            changed
          }
        }
      }
    `,
    isOver ? null : { id },
  )
  // Compared as shown: the page may be drawn with an event before anybody is told of it.
  const shown = useRef({ done, state })
  useEffect(() => {
    const before = shown.current
    shown.current = { done, state }
    if (before.done !== done || before.state !== state) onChange?.()
  }, [done, state, onChange])
  const [cancel, { words }] = useMutation<OperationProgressCancelMutation>(
    graphql`
      mutation OperationProgressCancelMutation($id: ID!) {
        cancelOperation(input: { id: $id }) {
          endedAt
          ...OperationProgress_operation
        }
      }
    `,
    { quiet: true },
  )
  const isPartial = isOver && refused > 0
  const progress = isPartial
    ? t('operation:succeeded', { count: Math.max(0, done - refused) })
    : t('operation:progress', { done, total })
  const colour = () => {
    if (failure || (isPartial && refused >= done)) return 'verdict.WA.solid'
    if (isPartial) return 'verdict.TLE.solid'
    return isOver ? 'verdict.AC.solid' : 'verdict.JG.solid'
  }
  const reached = state === 'DONE' ? 100 : (100 * done) / Math.max(1, total)

  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0, typography: 'dense', overflowWrap: 'anywhere' }}>
          {children}
        </Box>
        <Box
          component="span"
          sx={{ typography: 'caption', color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}
        >
          {/* Only the state is announced: the counts change too often, and are read on request. */}
          <span role="status">{t(`operation:state.${state}`)}</span>
          {['', progress, ...figures].join(' · ')}
        </Box>
        {refused > 0 && (
          <Button size="small" aria-expanded={reporting} onClick={() => setReporting(!reporting)}>
            {t('operation:refused', { count: refused })}
          </Button>
        )}
        {resultUrl && (
          <Button size="small" onClick={() => void download(resultUrl)}>
            {t('operation:download')}
          </Button>
        )}
        {viewerCanCancel && (
          <Button size="small" onClick={() => setAsking(true)}>
            {t('operation:cancel')}
          </Button>
        )}
      </Box>
      <Box
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        sx={{ height: 4, borderRadius: 0.5, bgcolor: 'line.default', overflow: 'hidden' }}
      >
        <Box
          sx={{
            height: '100%',
            width: `${reached}%`,
            bgcolor: colour(),
            transition: 'width 220ms',
          }}
        />
      </Box>
      {failure && (
        <Box role="alert" sx={{ typography: 'caption', color: 'error.main' }}>
          {failure}
        </Box>
      )}
      {reporting && (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <OperationReport id={id} name={name} />
        </Suspense>
      )}
      {asking && (
        <ConfirmDialog
          title={t('operation:cancelTitle', { name })}
          confirm={t('operation:cancel')}
          destructive
          refused={words}
          onConfirm={async () => {
            const cancelled = await cancel({ id })
            if (cancelled) toast.success(t('operation:cancelled'))
            return cancelled
          }}
          onClose={() => setAsking(false)}
        >
          {cancelText}
        </ConfirmDialog>
      )}
    </Box>
  )
}
