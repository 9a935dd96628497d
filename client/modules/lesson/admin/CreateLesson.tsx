import { graphql } from 'react-relay'
import type { CreateLessonMutation } from '../../../__generated__/CreateLessonMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useNavigateAfter } from '../../../relay/useNavigateAfter.ts'
import { wholeRefusal } from '../../../relay/wholeRefusal.ts'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { learnHref } from '../addresses.ts'
import { LessonFields } from './LessonFields.tsx'
import { BLANK_LESSON, fieldsOf, useLessonRules } from './lessonValues.ts'

type Props = {
  /** The node above; null: a root. */
  parent: { id: string; name: string } | null
  onCreated?: () => void
  onClose: () => void
}

/** Form of a new node; opens it once it is created. */
export function CreateLesson({ parent, onCreated, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const form = useForm({ values: BLANK_LESSON, rules: useLessonRules(BLANK_LESSON) })
  const [create, { pending, ...outcome }] = useMutation<CreateLessonMutation>(
    graphql`
      mutation CreateLessonMutation($input: CreateLessonInput!) {
        createLesson(input: $input) {
          id
          key
        }
      }
    `,
    { form, quiet: true },
  )
  const send = async () => {
    const done = await create({
      input: { parentId: parent?.id ?? null, fields: fieldsOf(form.values) },
    })
    if (!done) return null
    toast.success(t('lesson:admin.created'))
    // After the form is marked as saved and its draft deleted.
    setTimeout(() => {
      onCreated?.()
      onClose()
      navigate(learnHref(done.createLesson.key))
    })
    return done
  }
  return (
    <LessonFields
      title={parent ? t('lesson:admin.createBeneath', { name: parent.name }) : t('lesson:admin.createTitle')}
      form={form}
      saved={BLANK_LESSON}
      draftKey={`lesson_new_${parent?.id ?? ''}`}
      refused={wholeRefusal(outcome)}
      submit={t('lesson:admin.create')}
      pending={pending}
      onSend={send}
      onClose={onClose}
    />
  )
}
