import { useRef } from 'react'
import { fetchQuery, graphql, useLazyLoadQuery, useRelayEnvironment } from 'react-relay'
import type { EditDialogMutation } from '../../../__generated__/EditDialogMutation.graphql.ts'
import type { EditDialogQuery } from '../../../__generated__/EditDialogQuery.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { found } from '../../../relay/found.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { wholeRefusal } from '../../../relay/wholeRefusal.ts'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { bareTitle } from '../bareTitle.ts'
import { PostFields } from './PostFields.tsx'
import { type PostValues, usePostRules } from './postValues.ts'

const QUERY = graphql`
  query EditDialogQuery($id: ID!) {
    discussionCategories {
      id
      name
    }
    node(id: $id) {
      ... on Discussion @alias(as: "discussion") {
        version
        title
        description
        content
        isPinned
        viewerCanModerate
        category {
          id
        }
        problem {
          displayId
        }
      }
    }
  }
`

/** Form of a post's words, for its author. */
export function EditDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const environment = useRelayEnvironment()
  const { discussionCategories, node } = useLazyLoadQuery<EditDialogQuery>(QUERY, { id })
  const discussion = found(node?.discussion)
  const { version, title, description, content, isPinned, viewerCanModerate, category } = discussion
  const problem = discussion.problem?.displayId ?? null
  const stored: PostValues = {
    title: bareTitle(title, problem),
    description,
    categoryId: category.id,
    content,
    isPinned,
  }
  // The stream of the page brings a new title without the version and the content that belong to it.
  const read = useRef({ version, saved: stored })
  if (read.current.version !== version) read.current = { version, saved: stored }
  const { saved } = read.current
  const form = useForm({
    values: saved,
    version,
    rules: usePostRules(problem),
    onStale: () =>
      void fetchQuery<EditDialogQuery>(
        environment,
        QUERY,
        { id },
        { fetchPolicy: 'network-only' },
      ).toPromise(),
  })
  const [edit, { pending, ...outcome }] = useMutation<EditDialogMutation>(
    graphql`
      mutation EditDialogMutation($input: EditDiscussionInput!) {
        editDiscussion(input: $input) {
          id
          version
          content
          ...PostCard_discussion
        }
      }
    `,
    { form, quiet: true },
  )
  const send = async () => {
    const { isPinned, ...words } = form.values
    const done = await edit({
      input: { id, version: form.version, ...words, ...(viewerCanModerate && { isPinned }) },
    })
    if (!done) return null
    toast.success(t('discussion:form.saved'))
    // After the form is marked as saved and its draft deleted.
    setTimeout(onClose)
    return done
  }
  return (
    <PostFields
      title={t('discussion:form.edit')}
      form={form}
      saved={saved}
      draftKey={`discussion_edit_${id}`}
      categories={discussionCategories}
      problem={problem}
      moderates={viewerCanModerate}
      refused={wholeRefusal(outcome)}
      submit={t('ui:form.save')}
      pending={pending}
      onSend={send}
      onClose={onClose}
    />
  )
}
