import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { PostMenu_discussion$key } from '../../../__generated__/PostMenu_discussion.graphql.ts'
import type { PostMenuRemoveMutation } from '../../../__generated__/PostMenuRemoveMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { retryImport } from '../../../relay/retryImport.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { RowMenu } from '../../../ui/table/RowMenu.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { type Moderation, useModeration } from '../useModeration.ts'

const EditDialog = lazyPart(
  async () => (await retryImport(() => import('../form/EditDialog.tsx'))).EditDialog,
)

type Props = { discussion: PostMenu_discussion$key; onRemoved: () => void }

/** Actions of the author and of moderators; nothing for others. */
export function PostMenu({ onRemoved, ...props }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const { id, title, isPinned, isDisabled, ...may } = useFragment(
    graphql`
      fragment PostMenu_discussion on Discussion {
        id
        title
        isPinned
        isDisabled
        viewerCanEdit
        viewerCanRemove
        viewerCanModerate
      }
    `,
    props.discussion,
  )
  const { change: moderate, pending } = useModeration()
  const [remove] = useMutation<PostMenuRemoveMutation>(graphql`
    mutation PostMenuRemoveMutation($input: RemoveDiscussionsInput!) {
      removeDiscussions(input: $input) {
        refused {
          message
        }
      }
    }
  `)
  const change = async (wanted: Moderation) => {
    const done = await moderate([id], wanted)
    const [refused] = done?.refused ?? []
    if (refused) toast.error(refused.message)
    else if (done) toast.success(t('discussion:form.saved'))
  }
  const acts = [
    ...(may.viewerCanEdit
      ? [{ label: t('discussion:menu.edit'), icon: 'file' as const, onClick: () => setOpen('edit') }]
      : []),
    ...(may.viewerCanModerate
      ? [
          {
            label: t(isPinned ? 'discussion:menu.unpin' : 'discussion:menu.pin'),
            icon: 'pin' as const,
            disabled: pending,
            onClick: () => void change({ isPinned: !isPinned }),
          },
          {
            label: t(isDisabled ? 'discussion:menu.enable' : 'discussion:menu.disable'),
            icon: isDisabled ? ('eye' as const) : ('eyeOff' as const),
            disabled: pending,
            onClick: () => void change({ isDisabled: !isDisabled }),
          },
        ]
      : []),
    ...(may.viewerCanRemove
      ? [
          {
            label: t('discussion:menu.remove'),
            icon: 'cross' as const,
            destructive: true,
            onClick: () => setOpen('remove'),
          },
        ]
      : []),
  ]
  if (acts.length === 0) return null
  return (
    <>
      <RowMenu name={title} acts={acts} />
      <Suspense fallback={null}>
        {open === 'edit' && <EditDialog id={id} onClose={() => setOpen(null)} />}
      </Suspense>
      {open === 'remove' && (
        <Confirm
          title={t('discussion:remove.title', { title })}
          confirm={t('discussion:menu.remove')}
          destructive
          onConfirm={async () => {
            const done = await remove({ input: { ids: [id] } })
            const [refused] = done?.removeDiscussions.refused ?? []
            if (refused) toast.error(refused.message)
            if (!done || refused) return null
            toast.success(t('discussion:remove.done'))
            onRemoved()
            return done
          }}
          onClose={() => setOpen(null)}
        >
          {t('discussion:remove.text')}
        </Confirm>
      )}
    </>
  )
}
