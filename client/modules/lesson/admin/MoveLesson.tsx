import { useState } from 'react'
import { graphql } from 'react-relay'
import type { MoveLessonMutation } from '../../../__generated__/MoveLessonMutation.graphql.ts'
import type { MoveLessonQuery } from '../../../__generated__/MoveLessonQuery.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useFreshQuery } from '../../../relay/query/useFreshQuery.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { wholeRefusal } from '../../../relay/wholeRefusal.ts'
import { FormAlert } from '../../../ui/form/FormAlert.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { nameOf } from '../nameOf.ts'
import { useLessonTree } from '../treeContext.ts'

type Props = { id: string; name: string; parentId: string | null; place: number; onClose: () => void }

/** Dialog that moves a node beneath another one. */
export function MoveLesson({ id, name, parentId, place, onClose }: Props) {
  const { t } = useTranslation()
  const { setExpanded } = useLessonTree()
  const [now] = useState(() => ({ parent: parentId ?? '', position: String(place) }))
  const { lessonOutline } = useFreshQuery<MoveLessonQuery>(
    graphql`
      query MoveLessonQuery {
        lessonOutline {
          level
          lesson {
            id
            key
            title
            parent {
              id
            }
          }
        }
      }
    `,
    {},
  )
  const form = useForm({ values: now })
  const [move, { pending, ...outcome }] = useMutation<MoveLessonMutation>(
    graphql`
      mutation MoveLessonMutation($input: MoveLessonInput!) {
        moveLesson(input: $input) {
          id
        }
      }
    `,
    { form, quiet: true },
  )
  const own = lessonOutline.findIndex(({ lesson }) => lesson.id === id)
  const ownLevel = lessonOutline[own]?.level ?? 0
  const isBeneath = (at: number) =>
    at === own ||
    (at > own && own >= 0 && lessonOutline.slice(own + 1, at + 1).every(({ level }) => level > ownLevel))
  const parents = lessonOutline.filter((_, at) => !isBeneath(at))
  const { parent, position } = form.values
  const siblings = lessonOutline.filter(
    ({ lesson }) => (lesson.parent?.id ?? '') === parent && lesson.id !== id,
  ).length
  const refused = wholeRefusal(outcome)
  const send = form.sending(async () => {
    const to = { parentId: parent || null, position: Math.min(Number(position), siblings) }
    const done = await move({ input: { id, ...to } })
    if (!done) return null
    toast.success(t('lesson:admin.moved'))
    if (parent) setExpanded(parent, true)
    setTimeout(onClose)
    return done
  })
  return (
    <FormDialog
      title={t('lesson:admin.moveTitle', { name })}
      form={form}
      submit={t('lesson:admin.moveDo')}
      pending={pending}
      onSubmit={send}
      onClose={onClose}
    >
      <SelectField
        label={t('lesson:admin.moveTo')}
        options={[
          { value: '', label: t('lesson:admin.moveRoot') },
          ...parents.map(({ level, lesson }) => ({
            value: lesson.id,
            label: `${'\u2003'.repeat(level)}${nameOf(lesson)}`,
          })),
        ]}
        {...form.field('parent')}
      />
      <SelectField
        label={t('lesson:admin.movePlace')}
        options={Array.from({ length: siblings + 1 }, (_, at) => ({
          value: String(at),
          label: String(at + 1),
        }))}
        {...form.field('position')}
      />
      {refused && <FormAlert>{refused}</FormAlert>}
    </FormDialog>
  )
}
