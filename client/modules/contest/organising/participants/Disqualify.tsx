import Box from '@mui/material/Box'
import { useState } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { DisqualifyMutation } from '../../../../__generated__/DisqualifyMutation.graphql.ts'
import { toast } from '../../../../app/toasts.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Field } from '../../../../ui/controls/Field.tsx'
import { Confirm } from '../../../../ui/feedback/Confirm.tsx'
import { useTranslation } from '../../../../ui/useTranslation.ts'

type Props = {
  contestId: string
  userId: string
  name: string
  isDisqualified: boolean
  onClose: () => void
}

/** Confirms disqualifying or reinstating a participant, with a reason. */
export function Disqualify({ contestId, userId, name, isDisqualified, onClose }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [reason, setReason] = useState('')
  const [act, { words }] = useMutation<DisqualifyMutation>(
    graphql`
      mutation DisqualifyMutation($input: DisqualifyParticipantInput!) {
        disqualifyParticipant(input: $input) {
          disqualifiedAt
        }
      }
    `,
    { quiet: true },
  )
  return (
    <Confirm
      title={t(isDisqualified ? 'organising:people.undoTitle' : 'organising:people.disqualifyTitle', {
        name,
      })}
      confirm={t(isDisqualified ? 'organising:people.undo' : 'organising:people.disqualify')}
      destructive={!isDisqualified}
      refused={words}
      onClose={onClose}
      onConfirm={async () => {
        const input = { contestId, userId, isDisqualified: !isDisqualified, reason }
        const done = await act({ input })
        if (!done) return null
        toast.success(t(isDisqualified ? 'organising:people.undone' : 'organising:people.done', { name }))
        void revalidate()
        return true
      }}
    >
      {t(isDisqualified ? 'organising:people.undoText' : 'organising:people.disqualifyText')}
      <Box sx={{ mt: 4, color: 'text.primary' }}>
        <Field
          label={t('organising:people.reason')}
          hint={t('organising:people.reasonHint')}
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
      </Box>
    </Confirm>
  )
}
