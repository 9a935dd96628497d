import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { CorrectionEntries_submission$key } from '../../__generated__/CorrectionEntries_submission.graphql.ts'
import type { CorrectionEntriesCancelMutation } from '../../__generated__/CorrectionEntriesCancelMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { CorrectionDialog } from './CorrectionDialog.tsx'

type Props = { anchor: HTMLElement; submission: CorrectionEntries_submission$key; onClose: () => void }

/** Menu of the manual actions on a submission, and their dialogs. */
export function CorrectionEntries({ anchor, submission, onClose }: Props) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'correct' | 'cancel' | null>(null)
  const row = useFragment(
    graphql`
      fragment CorrectionEntries_submission on Submission {
        id
        number
        viewerCanCorrect
        viewerCanCancel
        ...CorrectionDialog_submission
      }
    `,
    submission,
  )
  const [cancel, { words }] = useMutation<CorrectionEntriesCancelMutation>(
    graphql`
      mutation CorrectionEntriesCancelMutation($id: ID!) {
        cancelSubmission(input: { id: $id }) {
          ...SubmissionTable_row
          ...ContestSubmissionTable_row
          ...SubmissionBanner_submission
          ...CorrectionMenu_submission
        }
      }
    `,
    { quiet: true },
  )

  if (asking === 'correct') return <CorrectionDialog submission={row} onClose={onClose} />
  if (asking === 'cancel')
    return (
      <ConfirmDialog
        title={t('judging:correction.cancelTitle', { number: row.number })}
        confirm={t('judging:correction.cancel')}
        destructive
        refused={words}
        onConfirm={async () => {
          const done = await cancel({ id: row.id })
          if (done) toast.success(t('judging:correction.cancelled'))
          return done
        }}
        onClose={onClose}
      >
        {t('judging:correction.cancelText')}
      </ConfirmDialog>
    )
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ list: { 'aria-label': t('judging:correction.menu', { number: row.number }) } }}
    >
      <MenuItem disabled={!row.viewerCanCorrect} onClick={() => setAsking('correct')}>
        {t('judging:correction.modify')}
      </MenuItem>
      <MenuItem disabled={!row.viewerCanCancel} onClick={() => setAsking('cancel')}>
        {t('judging:correction.cancel')}
      </MenuItem>
    </Menu>
  )
}
