import Box from '@mui/material/Box'
import { useState } from 'react'
import { toast } from '../../../app/toasts.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = {
  title: string
  /** What happens to the verdicts, when it differs from the usual. */
  text?: string
  /** Resolves to true when the rejudging has started. */
  onRejudge: (reason: string) => Promise<boolean>
  /** Why it did not start; null without a refusal. */
  refused: string | null
  onClose: () => void
}

/** Confirms the rejudging of many submissions and asks for the reason. */
export function RejudgeDialog({ title, text, onRejudge, refused, onClose }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      title={title}
      confirm={t('judging:correction.rejudge')}
      destructive
      refused={refused}
      onConfirm={async () => {
        const begun = await onRejudge(reason)
        if (begun) toast.success(t('judging:correction.rejudged'))
        return begun
      }}
      onClose={onClose}
    >
      <Box component="p" sx={{ mb: 4 }}>
        {text ?? t('judging:rejudging.askText')}
      </Box>
      <Field
        label={t('judging:rejudging.reason')}
        hint={t('judging:rejudging.reasonHint')}
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
    </ConfirmDialog>
  )
}
