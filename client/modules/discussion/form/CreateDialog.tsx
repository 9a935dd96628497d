import { graphql, useLazyLoadQuery } from 'react-relay'
import type { CreateDialogMutation } from '../../../__generated__/CreateDialogMutation.graphql.ts'
import type { CreateDialogQuery } from '../../../__generated__/CreateDialogQuery.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useNavigateAfter } from '../../../relay/useNavigateAfter.ts'
import { wholeRefusal } from '../../../relay/wholeRefusal.ts'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { discussionHref } from '../addresses.ts'
import { PostFields } from './PostFields.tsx'
import { BLANK_POST, usePostRules } from './postValues.ts'

type Props = {
  /** Display id of the problem to write about. */
  problem: string | null
  /** Global id of the group whose members read it; null: the site. */
  groupId: string | null
  moderates: boolean
  onClose: () => void
}

/** Form of a new post; opens the post once it is published. */
export function CreateDialog({ problem, groupId, moderates, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const place = usePlace()
  const { discussionCategories } = useLazyLoadQuery<CreateDialogQuery>(
    graphql`
      query CreateDialogQuery {
        discussionCategories {
          id
          name
        }
      }
    `,
    {},
  )
  const form = useForm({ values: BLANK_POST, rules: usePostRules(problem) })
  const [create, { pending, ...outcome }] = useMutation<CreateDialogMutation>(
    graphql`
      mutation CreateDialogMutation($input: CreateDiscussionInput!) {
        createDiscussion(input: $input) {
          number
        }
      }
    `,
    { form, quiet: true },
  )
  const send = async () => {
    const { isPinned, ...words } = form.values
    const done = await create({ input: { ...words, problem, groupId, ...(moderates && { isPinned }) } })
    if (!done) return null
    toast.success(t('discussion:form.created'))
    // After the form is marked as saved and its draft deleted.
    setTimeout(() => {
      onClose()
      navigate(discussionHref(place, done.createDiscussion.number))
    })
    return done
  }
  return (
    <PostFields
      title={t(problem === null ? 'discussion:form.create' : 'discussion:form.createOf', {
        id: problem ?? '',
      })}
      form={form}
      saved={BLANK_POST}
      draftKey={`discussion_${groupId ?? ''}_${problem ?? ''}`}
      categories={discussionCategories}
      problem={problem}
      moderates={moderates}
      refused={wholeRefusal(outcome)}
      submit={t('discussion:form.publish')}
      pending={pending}
      onSend={send}
      onClose={onClose}
    />
  )
}
