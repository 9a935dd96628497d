import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { ReplyRow_reply$key } from '../../__generated__/ReplyRow_reply.graphql.ts'
import type { ReplyRowMutation } from '../../__generated__/ReplyRowMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { removeReplyFrom } from './commentStore.ts'
import { Said } from './Said.tsx'

/** Target of a reply: a reply or, with null, the comment itself; and its author's name. */
export type Answered = { replyId: string | null; name: string }

type Props = {
  reply: ReplyRow_reply$key
  commentId: string
  /** Username of the comment's author. */
  beneath: string
  onReply: (to: Answered) => void
}

/** A reply to a comment. */
export function ReplyRow({ commentId, beneath, onReply, ...props }: Props) {
  const reply = useFragment(
    graphql`
      fragment ReplyRow_reply on Reply {
        id
        createdAt
        contentTree
        isOfficial
        viewerCanReply
        viewerCanRemove
        author {
          username
          ...UserLink_user
          ...Said_author
        }
        target {
          username
        }
      }
    `,
    props.reply,
  )
  const { id, author, target, viewerCanReply, viewerCanRemove } = reply
  const [remove] = useMutation<ReplyRowMutation>(graphql`
    mutation ReplyRowMutation($input: RemoveReplyInput!) {
      removeReply(input: $input) {
        commentId
        replyId
      }
    }
  `)
  return (
    <Box component="li" sx={{ py: 3, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Said
        isReply
        author={author}
        isOfficial={reply.isOfficial}
        to={target?.username === beneath ? null : target?.username}
        createdAt={reply.createdAt}
        tree={reply.contentTree}
        onReply={viewerCanReply ? () => onReply({ replyId: id, name: author.username }) : null}
        onRemove={
          viewerCanRemove
            ? () => remove({ input: { id } }, { updater: (store) => removeReplyFrom(store, commentId, id) })
            : null
        }
      />
    </Box>
  )
}
