import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { graphql, useFragment } from 'react-relay'
import type { DecisionEntries_submission$key } from '../../__generated__/DecisionEntries_submission.graphql.ts'
import type { DecisionEntriesCancelMutation } from '../../__generated__/DecisionEntriesCancelMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CorrectionDialog } from './CorrectionDialog.tsx'

type Props = { anchor: HTMLElement; submission: DecisionEntries_submission$key; onClose: () => void }

/** What can be decided about a submission by hand, and the dialogs of it. */
export function DecisionEntries({ anchor, submission, onClose }: Props) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'correct' | 'cancel' | null>(null)
  const row = useFragment(
    graphql`
      fragment DecisionEntries_submission on Submission {
        id
        number
        viewerCanCorrect
        viewerCanCancel
        ...CorrectionDialog_submission
      }
    `,
    submission,
  )
  const [cancel] = useMutation<DecisionEntriesCancelMutation>(graphql`
    mutation DecisionEntriesCancelMutation($id: ID!) {
      cancelSubmission(id: $id) {
        ...SubmissionTable_row
        ...SubmissionBanner_submission
        ...SubmissionDeeds_submission
      }
    }
  `)

  if (asking === 'correct') return <CorrectionDialog submission={row} onClose={onClose} />
  if (asking === 'cancel')
    return (
      <ConfirmDialog
        title={t('submission:deed.cancelTitle', { number: row.number })}
        confirm={t('submission:deed.cancel')}
        destructive
        onConfirm={async () => {
          if (await cancel({ id: row.id })) toast.success(t('submission:deed.cancelled'))
        }}
        onClose={onClose}
      >
        {t('submission:deed.cancelText')}
      </ConfirmDialog>
    )
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': t('submission:deed.menu', { number: row.number }) } }}
    >
      <MenuItem disabled={!row.viewerCanCorrect} onClick={() => setAsking('correct')}>
        {t('submission:deed.modify')}
      </MenuItem>
      <MenuItem disabled={!row.viewerCanCancel} onClick={() => setAsking('cancel')}>
        {t('submission:deed.cancel')}
      </MenuItem>
    </Menu>
  )
}
