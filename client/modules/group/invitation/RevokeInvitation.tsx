import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { RevokeInvitationMutation } from '../../../__generated__/RevokeInvitationMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** Confirms revoking an invitation link. */
export function RevokeInvitation({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [revoke, { words }] = useMutation<RevokeInvitationMutation>(
    graphql`
      mutation RevokeInvitationMutation($input: RevokeGroupInvitationInput!) {
        revokeGroupInvitation(input: $input) {
          id
          isOpen
          revokedAt
        }
      }
    `,
    { quiet: true },
  )
  return (
    <Confirm
      title={t('invitation:revokeTitle')}
      confirm={t('invitation:revoke')}
      destructive
      refused={words}
      onClose={onClose}
      onConfirm={async () => {
        if (!(await revoke({ input: { id } }))) return null
        toast.success(t('invitation:revoked'))
        void revalidate()
        return true
      }}
    >
      {t('invitation:revokeText')}
    </Confirm>
  )
}
