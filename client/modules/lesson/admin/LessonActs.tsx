import { Suspense, useState } from 'react'
import { graphql } from 'react-relay'
import type { LessonActsMutation } from '../../../__generated__/LessonActsMutation.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { OrderHandle } from '../../../ui/table/OrderHandle.tsx'
import { RowMenu } from '../../../ui/table/RowMenu.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useLessonTree } from '../treeContext.ts'

const CreateLesson = lazyPart(async () => (await import('./CreateLesson.tsx')).CreateLesson)
const EditLesson = lazyPart(async () => (await import('./EditLesson.tsx')).EditLesson)
const MoveLesson = lazyPart(async () => (await import('./MoveLesson.tsx')).MoveLesson)
const RemoveLesson = lazyPart(async () => (await import('./RemoveLesson.tsx')).RemoveLesson)

type Props = {
  id: string
  lessonKey: string
  name: string
  parentId: string | null
  /** Index among its siblings, from 0. */
  place: number
  total: number
}

/** Handle and menu of a node for its managers: add, edit, move, delete. */
export function LessonActs({ id, lessonKey, name, parentId, place, total }: Props) {
  const { t } = useTranslation()
  const { onSay, setExpanded } = useLessonTree()
  const [open, setOpen] = useState<'add' | 'edit' | 'move' | 'remove' | null>(null)
  const [move] = useMutation<LessonActsMutation>(graphql`
    mutation LessonActsMutation($input: MoveLessonInput!) {
      moveLesson(input: $input) {
        id
      }
    }
  `)
  const moveTo = (position: number) => void move({ input: { id, parentId, position } })
  const close = () => setOpen(null)
  return (
    <>
      {total > 1 && (
        <OrderHandle name={name} place={place} total={total} onMove={(_, to) => moveTo(to)} onSay={onSay} />
      )}
      <RowMenu
        name={name}
        acts={[
          { label: t('lesson:admin.add'), icon: 'plus', onClick: () => setOpen('add') },
          { label: t('lesson:admin.edit'), icon: 'code', onClick: () => setOpen('edit') },
          { label: t('lesson:admin.up'), disabled: place === 0, onClick: () => moveTo(place - 1) },
          { label: t('lesson:admin.down'), disabled: place === total - 1, onClick: () => moveTo(place + 1) },
          { label: t('lesson:admin.move'), onClick: () => setOpen('move') },
          {
            label: t(parentId === null ? 'lesson:admin.rootStays' : 'lesson:admin.remove'),
            icon: 'trash',
            destructive: true,
            disabled: parentId === null,
            onClick: () => setOpen('remove'),
          },
        ]}
      />
      <Suspense>
        {open === 'add' && (
          <CreateLesson parent={{ id, name }} onCreated={() => setExpanded(id, true)} onClose={close} />
        )}
        {open === 'edit' && <EditLesson id={id} onClose={close} />}
        {open === 'move' && <MoveLesson {...{ id, name, parentId, place }} onClose={close} />}
        {open === 'remove' && <RemoveLesson {...{ id, name, lessonKey }} onClose={close} />}
      </Suspense>
    </>
  )
}
