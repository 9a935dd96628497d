import { useNavigate } from 'react-router-dom'
import { toast } from '../../../app/toasts.ts'
import { RowMenu } from '../../../ui/table/RowMenu.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { discussionHref } from '../addresses.ts'
import { type Moderation, useModeration } from '../useModeration.ts'

type Props = {
  post: {
    readonly id: string
    readonly number: number
    readonly groupNumber: number | null | undefined
    readonly title: string
    readonly isPinned: boolean
    readonly isDisabled: boolean
  }
  onRemove: () => void
}

/** Menu of a post's actions. */
export function PostRowMenu({ post, onRemove }: Props) {
  const { id, number, groupNumber, title, isPinned, isDisabled } = post
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { change, pending } = useModeration()
  const act = async (wanted: Moderation) => {
    const answer = await change([id], wanted)
    const [refused] = answer?.refused ?? []
    if (refused) toast.error(refused.message)
    else if (answer) toast.success(t('discussion:form.saved'))
  }
  return (
    <RowMenu
      name={title}
      acts={[
        {
          label: t('discussion:admin.open'),
          icon: 'open',
          onClick: () => void navigate(discussionHref(groupNumber ?? null, number)),
        },
        {
          label: t(isPinned ? 'discussion:menu.unpin' : 'discussion:menu.pin'),
          icon: 'pin',
          disabled: pending,
          onClick: () => void act({ isPinned: !isPinned }),
        },
        {
          label: t(isDisabled ? 'discussion:menu.enable' : 'discussion:menu.disable'),
          icon: isDisabled ? 'eye' : 'eyeOff',
          disabled: pending,
          onClick: () => void act({ isDisabled: !isDisabled }),
        },
        { label: t('discussion:menu.remove'), icon: 'cross', destructive: true, onClick: onRemove },
      ]}
    />
  )
}
