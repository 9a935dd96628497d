import { graphql } from 'react-relay'
import type { RemoveMemberMutation } from '../../../__generated__/RemoveMemberMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = {
  id: string
  name: string
  onRemoved: () => void
  onClose: () => void
}

/** Confirms removing a member from a group. */
export function RemoveMember({ id, name, onRemoved, onClose }: Props) {
  const { t } = useTranslation()
  const [remove, { words }] = useMutation<RemoveMemberMutation>(
    graphql`
      mutation RemoveMemberMutation($input: RemoveGroupMemberInput!) {
        removeGroupMember(input: $input) {
          id
          memberCount
          applicationCount
        }
      }
    `,
    { quiet: true },
  )
  return (
    <Confirm
      title={t('groupAdmin:members.removeTitle', { name })}
      confirm={t('groupAdmin:members.remove')}
      destructive
      refused={words}
      onClose={onClose}
      onConfirm={async () => {
        if (!(await remove({ input: { id } }))) return null
        toast.success(t('groupAdmin:members.removed'))
        onRemoved()
        return true
      }}
    >
      {t('groupAdmin:members.removeText')}
    </Confirm>
  )
}
