import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { graphql, useFragment } from 'react-relay'
import type { RejudgeMany_submissions$key } from '../../__generated__/RejudgeMany_submissions.graphql.ts'
import type { RejudgeManyMutation } from '../../__generated__/RejudgeManyMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { filterOf, type SubmissionList } from './submissionList.ts'

type Props = { list: SubmissionList; submissions: RejudgeMany_submissions$key; onStarted: () => void }

/** Judges every submission of the list anew, the pages that are not shown too, after naming how many. */
export function RejudgeMany({ list, submissions, onStarted }: Props) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const { totalCount } = useFragment(
    graphql`
      fragment RejudgeMany_submissions on SubmissionConnection {
        totalCount
      }
    `,
    submissions,
  )
  const [rejudge] = useMutation<RejudgeManyMutation>(graphql`
    mutation RejudgeManyMutation($input: RejudgeInput!) {
      rejudge(input: $input) {
        ...RejudgingProgress_rejudging
      }
    }
  `)
  if (totalCount === 0) return null
  return (
    <>
      <Button onClick={() => setAsking(true)} startIcon={<Icon name="retry" />}>
        {t('submission:rejudging.these')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('submission:rejudging.ask', { count: totalCount })}
          confirm={t('submission:deed.rejudge')}
          destructive
          onConfirm={async () => {
            const started = await rejudge({ input: { filter: filterOf(list), reason } })
            if (!started) return
            toast.success(t('submission:deed.rejudged'))
            setReason('')
            onStarted()
          }}
          onClose={() => setAsking(false)}
        >
          <Box component="p" sx={{ mb: 4 }}>
            {t('submission:rejudging.askText')}
          </Box>
          <Field
            label={t('submission:rejudging.reason')}
            hint={t('submission:rejudging.reasonHint')}
            maxLength={500}
            value={reason}
            onChange={setReason}
          />
        </ConfirmDialog>
      )}
    </>
  )
}
