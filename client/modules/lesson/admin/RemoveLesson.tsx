import Box from '@mui/material/Box'
import { graphql } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { RemoveLessonMutation } from '../../../__generated__/RemoveLessonMutation.graphql.ts'
import type { RemoveLessonQuery } from '../../../__generated__/RemoveLessonQuery.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { found } from '../../../relay/found.ts'
import { useFreshQuery } from '../../../relay/query/useFreshQuery.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { learnHref } from '../addresses.ts'
import { nameOf } from '../nameOf.ts'
import { useLessonTree } from '../treeContext.ts'

/** Most titles that the dialog names; the others are counted. */
const NAMED = 12

type Props = { id: string; name: string; lessonKey: string; onClose: () => void }

/** Confirms the deletion of a node; names all nodes that go with it. */
export function RemoveLesson({ id, name, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { current } = useLessonTree()
  const { node } = useFreshQuery<RemoveLessonQuery>(
    graphql`
      query RemoveLessonQuery($id: ID!) {
        node(id: $id) {
          ... on Lesson @alias(as: "lesson") {
            subtree {
              id
              key
              title
            }
          }
        }
      }
    `,
    { id },
  )
  const { subtree } = found(node?.lesson)
  const [remove, { words }] = useMutation<RemoveLessonMutation>(
    graphql`
      mutation RemoveLessonMutation($input: RemoveLessonInput!) {
        removeLesson(input: $input) {
          count
          lessonIds
        }
      }
    `,
    { quiet: true },
  )
  const count = subtree.length
  return (
    <Confirm
      title={t('lesson:admin.removeTitle', { name })}
      confirm={t('lesson:admin.remove')}
      destructive
      refused={words}
      onClose={onClose}
      onConfirm={async () => {
        const done = await remove({ input: { id, count } })
        if (!done) return null
        toast.success(t('lesson:admin.removed', { count: done.removeLesson.count }))
        if (subtree.some(({ key }) => key === current)) void navigate(learnHref())
        return done
      }}
    >
      {t('lesson:admin.removeText', { count })}
      <Box component="ul" sx={{ listStyle: 'disc', pl: 5, my: 2, color: 'text.primary' }}>
        {subtree.slice(0, NAMED).map((lesson) => (
          <Box component="li" key={lesson.id} sx={{ overflowWrap: 'anywhere' }}>
            {nameOf(lesson)}
          </Box>
        ))}
      </Box>
      {count > NAMED && <div>{t('lesson:admin.removeMore', { count: count - NAMED })}</div>}
      {t('lesson:admin.removeKept')}
    </Confirm>
  )
}
