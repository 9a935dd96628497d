import { graphql } from 'react-relay'
import type { RemoveGroupNoticeMutation } from '../../../__generated__/RemoveGroupNoticeMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = {
  id: string
  title: string
  onRemoved: () => void
  onClose: () => void
}

/** Confirms the permanent deletion of an announcement. */
export function RemoveGroupNotice({ id, title, onRemoved, onClose }: Props) {
  const { t } = useTranslation()
  const [remove, { words }] = useMutation<RemoveGroupNoticeMutation>(
    graphql`
      mutation RemoveGroupNoticeMutation($input: RemoveGroupNoticeInput!) {
        removeGroupNotice(input: $input) {
          id
        }
      }
    `,
    { quiet: true },
  )
  return (
    <Confirm
      title={t('groupAdmin:notices.removeTitle', { title })}
      confirm={t('groupAdmin:notices.remove')}
      destructive
      refused={words}
      onClose={onClose}
      onConfirm={async () => {
        if (!(await remove({ input: { id } }))) return null
        toast.success(t('groupAdmin:notices.removed'))
        onRemoved()
        return true
      }}
    >
      {t('groupAdmin:notices.removeText')}
    </Confirm>
  )
}
