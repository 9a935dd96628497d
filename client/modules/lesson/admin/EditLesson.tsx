import { useRef } from 'react'
import { graphql } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { EditLessonMutation } from '../../../__generated__/EditLessonMutation.graphql.ts'
import query, { type EditLessonQuery } from '../../../__generated__/EditLessonQuery.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { found } from '../../../relay/found.ts'
import { useFetchAgain } from '../../../relay/query/useFetchAgain.ts'
import { useFreshQuery } from '../../../relay/query/useFreshQuery.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { wholeRefusal } from '../../../relay/wholeRefusal.ts'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { learnHref } from '../addresses.ts'
import { nameOf } from '../nameOf.ts'
import { useLessonTree } from '../treeContext.ts'
import { LessonFields } from './LessonFields.tsx'
import { fieldsOf, type LessonValues, useLessonRules } from './lessonValues.ts'

/** Form of a node. */
export function EditLesson({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { current } = useLessonTree()
  const { node } = useFreshQuery<EditLessonQuery>(
    graphql`
      query EditLessonQuery($id: ID!) {
        node(id: $id) {
          ... on Lesson @alias(as: "lesson") {
            key
            title
            article
            version
            video {
              url
              posterUrl
              durationSeconds
            }
            problems {
              displayId
            }
          }
        }
      }
    `,
    { id },
  )
  const lesson = found(node?.lesson)
  const { key, title, article, version, video, problems } = lesson
  const stored: LessonValues = {
    key,
    title,
    article,
    video: video
      ? {
          url: video.url,
          posterUrl: video.posterUrl ?? null,
          durationSeconds: video.durationSeconds ?? null,
        }
      : null,
    problems: problems.map(({ displayId }) => displayId),
  }
  // The stream of the contents brings a new title without the version that belongs to it.
  const read = useRef({ version, saved: stored })
  if (read.current.version !== version) read.current = { version, saved: stored }
  const { saved } = read.current
  const form = useForm({
    values: saved,
    version,
    rules: useLessonRules(saved),
    onStale: useFetchAgain<EditLessonQuery>(query, { id }),
  })
  const [change, { pending, ...outcome }] = useMutation<EditLessonMutation>(
    graphql`
      mutation EditLessonMutation($input: ChangeLessonInput!) {
        changeLesson(input: $input) {
          id
          key
          version
        }
      }
    `,
    { form, quiet: true },
  )
  const send = async () => {
    const done = await change({ input: { id, version: form.version, fields: fieldsOf(form.values) } })
    if (!done) return null
    toast.success(t('lesson:admin.saved'))
    const { key: now } = done.changeLesson
    setTimeout(() => {
      onClose()
      if (current === key && now !== key) void navigate(learnHref(now), { replace: true })
    })
    return done
  }
  return (
    <LessonFields
      title={t('lesson:admin.editTitle', { name: nameOf(lesson) })}
      form={form}
      saved={saved}
      draftKey={`lesson_${id}`}
      refused={wholeRefusal(outcome)}
      submit={t('ui:form.save')}
      pending={pending}
      onSend={send}
      onClose={onClose}
    />
  )
}
