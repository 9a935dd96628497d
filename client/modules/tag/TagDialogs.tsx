import { graphql, useFragment } from 'react-relay'
import type { TagDialogs_query$key } from '../../__generated__/TagDialogs_query.graphql.ts'
import type { TagDialogsRemoveGroupMutation } from '../../__generated__/TagDialogsRemoveGroupMutation.graphql.ts'
import type { TagDialogsRemoveMutation } from '../../__generated__/TagDialogsRemoveMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { byLocale } from '../../relay/localized.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { useKept } from '../../ui/useKept.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { MergeTag } from './MergeTag.tsx'
import { TagForm } from './TagForm.tsx'
import { TagGroupForm } from './TagGroupForm.tsx'
import type { TagAct } from './TagsPage.tsx'

type Props = {
  act: TagAct
  query: TagDialogs_query$key
  onAct: (act: TagAct) => void
  onDone: () => void
  onClose: () => void
}

/** Dialog of the current action on a tag or classification. */
export function TagDialogs({ act, query, onAct, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const { tagGroups, looseTags } = useFragment(
    graphql`
      fragment TagDialogs_query on Query {
        tagGroups(bank: "ME") {
          id
          version
          name
          rank
          names {
            locale
            name
          }
          tags {
            id
            version
            name
            color
            carrierCount
            names {
              locale
              name
            }
          }
        }
        looseTags(bank: "ME") {
          id
          version
          name
          color
          carrierCount
          names {
            locale
            name
          }
        }
      }
    `,
    query,
  )
  const [removeTag, ofTag] = useMutation<TagDialogsRemoveMutation>(
    graphql`
      mutation TagDialogsRemoveMutation($ids: [ID!]!) {
        removeTags(input: { ids: $ids }) {
          done
        }
      }
    `,
    { quiet: true },
  )
  const [removeGroup, ofGroup] = useMutation<TagDialogsRemoveGroupMutation>(
    graphql`
      mutation TagDialogsRemoveGroupMutation($ids: [ID!]!) {
        removeTagGroups(input: { ids: $ids }) {
          done
        }
      }
    `,
    { quiet: true },
  )
  const tags = [
    ...tagGroups.flatMap(({ id, tags }) => tags.map((tag) => ({ ...tag, groupId: id }))),
    ...looseTags.map((tag) => ({ ...tag, groupId: '' })),
  ]
  const tag = useKept(
    tags.find(({ id }) => id === act.id),
    act.id,
  )
  const group = useKept(
    tagGroups.find(({ id }) => id === act.id),
    act.id,
  )
  const done = (name: string) => {
    toast.success(t('tag:removed', { name }))
    onDone()
  }

  if (act.act === 'tag')
    return (
      <TagForm
        title={tag ? t('tag:edit', { name: tag.name }) : t('tag:create')}
        id={tag?.id ?? null}
        version={tag?.version}
        values={{
          names: byLocale(tag?.names ?? [], (row) => row?.name ?? ''),
          color: tag?.color ?? '',
          groupId: tag?.groupId ?? act.groupId ?? '',
        }}
        carriers={tag?.carrierCount ?? null}
        groups={tagGroups}
        onMerge={tag && tags.length > 1 ? () => onAct({ act: 'merge', id: tag.id }) : undefined}
        onRemove={tag && (() => onAct({ act: 'removeTag', id: tag.id }))}
        onDone={onDone}
        onClose={onClose}
      />
    )
  if (act.act === 'group')
    return (
      <TagGroupForm
        title={group ? t('tag:editGroup', { name: group.name }) : t('tag:createGroup')}
        id={group?.id ?? null}
        version={group?.version}
        values={{
          names: byLocale(group?.names ?? [], (row) => row?.name ?? ''),
          rank: group?.rank ?? Math.max(0, ...tagGroups.map(({ rank }) => rank)) + 1,
        }}
        onDone={onDone}
        onClose={onClose}
      />
    )
  if (act.act === 'merge' && tag)
    return (
      <MergeTag tag={tag} others={tags.filter(({ id }) => id !== tag.id)} onDone={onDone} onClose={onClose} />
    )
  if (act.act === 'removeTag' && tag)
    return (
      <Confirm
        title={t('tag:removeTitle', { name: tag.name })}
        confirm={t('tag:remove')}
        destructive
        refused={ofTag.words}
        onConfirm={async () => (await removeTag({ ids: [tag.id] })) && done(tag.name)}
        onClose={onClose}
      >
        {t('tag:removeText', { count: tag.carrierCount ?? 0 })}
      </Confirm>
    )
  if (act.act === 'removeGroup' && group)
    return (
      <Confirm
        title={t('tag:removeGroupTitle', { name: group.name })}
        confirm={t('tag:removeGroup')}
        destructive
        refused={ofGroup.words}
        onConfirm={async () => (await removeGroup({ ids: [group.id] })) && done(group.name)}
        onClose={onClose}
      >
        {t('tag:removeGroupText')}
      </Confirm>
    )
  return null
}
