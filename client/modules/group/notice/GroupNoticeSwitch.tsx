import { graphql } from 'react-relay'
import type { GroupNoticeSwitchMutation } from '../../../__generated__/GroupNoticeSwitchMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = { id: string; title: string; isHidden: boolean; viewerCanChange: boolean }

/** Shows an announcement to the members of its group, or hides it. */
export function GroupNoticeSwitch({ id, title, isHidden, viewerCanChange }: Props) {
  const { t } = useTranslation()
  const [change, { pending }] = useMutation<GroupNoticeSwitchMutation>(graphql`
    mutation GroupNoticeSwitchMutation($input: ChangeGroupNoticeInput!) {
      changeGroupNotice(input: $input) {
        id
        isHidden
        version
      }
    }
  `)
  return (
    <Switch
      checked={!isHidden}
      disabled={pending || !viewerCanChange}
      onChange={async (isShown) => {
        if (await change({ input: { id, isHidden: !isShown } })) toast.success(t('groupAdmin:notices.saved'))
      }}
      aria-label={t('groupAdmin:notices.shownNamed', { title })}
    />
  )
}
