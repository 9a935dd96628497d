import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { memo, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { CommentCard_comment$key } from '../../__generated__/CommentCard_comment.graphql.ts'
import type { CommentCardLikeMutation } from '../../__generated__/CommentCardLikeMutation.graphql.ts'
import type { CommentCardRemoveMutation } from '../../__generated__/CommentCardRemoveMutation.graphql.ts'
import type { CommentCardReplyMutation } from '../../__generated__/CommentCardReplyMutation.graphql.ts'
import { askedToLogin } from '../../app/session/guards.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import type { MarkdownEditorProps } from '../../ui/markdown/MarkdownEditor.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { CommentBox } from './CommentBox.tsx'
import { addReplyTo } from './commentStore.ts'
import { Heart } from './Heart.tsx'
import { Replies } from './Replies.tsx'
import type { Answered } from './ReplyRow.tsx'
import { Said } from './Said.tsx'

type Props = {
  /** Global id of what it is about. */
  subjectId: string
  comment: CommentCard_comment$key
  /** Highlighted: it has just arrived. */
  isFresh: boolean
  /** Uploads files into replies; left out: only text is written. */
  onUpload?: MarkdownEditorProps['onUpload']
  /** Shows all replies at once. */
  showsAll?: boolean
  onRemoved: (id: string) => void
}

/** A comment with its replies; drawn again only when it changes itself. */
export const CommentCard = memo(function CommentCard({
  subjectId,
  isFresh,
  onUpload,
  showsAll = false,
  onRemoved,
  ...props
}: Props) {
  const { t } = useTranslation()
  const [answers, setAnswers] = useState<Answered | null>(null)
  const comment = useFragment(
    graphql`
      fragment CommentCard_comment on Comment {
        id
        createdAt
        contentTree
        isOfficial
        likeCount
        viewerLikes
        viewerCanReply
        viewerCanRemove
        author {
          username
          ...UserLink_user
          ...Said_author
        }
        ...Replies_comment
      }
    `,
    props.comment,
  )
  const { id, author, likeCount, viewerLikes, viewerCanReply, viewerCanRemove } = comment
  const [like, { pending: liking }] = useMutation<CommentCardLikeMutation>(graphql`
    mutation CommentCardLikeMutation($input: LikeCommentInput!) @raw_response_type {
      likeComment(input: $input) {
        id
        likeCount
        viewerLikes
      }
    }
  `)
  const [reply, { pending }] = useMutation<CommentCardReplyMutation>(graphql`
    mutation CommentCardReplyMutation($input: WriteReplyInput!) {
      writeReply(input: $input) {
        id
        ...ReplyRow_reply
      }
    }
  `)
  const [remove] = useMutation<CommentCardRemoveMutation>(graphql`
    mutation CommentCardRemoveMutation($input: RemoveCommentInput!) {
      removeComment(input: $input) {
        commentId
      }
    }
  `)
  const toggle = async () => {
    if (askedToLogin()) return
    const likes = !viewerLikes
    const done = await like(
      { input: { id, likes } },
      {
        optimisticResponse: {
          likeComment: { id, likeCount: likeCount + (likes ? 1 : -1), viewerLikes: likes },
        },
      },
    )
    if (done) toast.success(t(likes ? 'comment:liked' : 'comment:unliked'))
  }
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{
        px: { xs: 4, md: 5 },
        py: 4,
        minWidth: 0,
        ...(isFresh && {
          animation: 'comment-in 220ms',
          '@keyframes comment-in': { from: { opacity: 0, transform: 'translateY(-8px)' } },
          '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
        }),
      }}
    >
      <Said
        isReply={false}
        author={author}
        isOfficial={comment.isOfficial}
        createdAt={comment.createdAt}
        tree={comment.contentTree}
        acts={
          <Button
            size="small"
            variant="text"
            color="inherit"
            aria-pressed={viewerLikes}
            aria-label={`${t('comment:like')}, ${t('comment:likes', { count: likeCount })}`}
            disabled={liking}
            startIcon={<Heart full={viewerLikes} />}
            onClick={() => void toggle()}
            sx={{
              color: viewerLikes ? 'accent.fg' : 'text.secondary',
              fontVariantNumeric: 'tabular-nums',
              '&.Mui-disabled': { color: viewerLikes ? 'accent.fg' : 'text.secondary' },
            }}
          >
            {likeCount}
          </Button>
        }
        onReply={viewerCanReply ? () => setAnswers({ replyId: null, name: author.username }) : null}
        onRemove={
          viewerCanRemove
            ? async () => {
                const done = await remove({ input: { id } })
                if (done) onRemoved(id)
                return done
              }
            : null
        }
      />
      <Replies comment={comment} onReply={setAnswers} showsAll={showsAll} />
      {answers && (
        <Box sx={{ mt: 3 }}>
          <CommentBox
            key={answers.replyId}
            subjectId={subjectId}
            draft={`reply_${id}_${answers.replyId ?? ''}`}
            label={t('comment:yourReply', { name: answers.name })}
            height={180}
            focused
            onUpload={onUpload}
            pending={pending}
            onSend={(content, form) =>
              reply(
                { input: { commentId: id, content, ...(answers.replyId && { replyId: answers.replyId }) } },
                {
                  form,
                  updater: (store) => {
                    const made = store.getRootField('writeReply')
                    if (made) addReplyTo(store, id, made.getDataID(), made)
                  },
                },
              )
            }
            onClose={() => setAnswers(null)}
          />
        </Box>
      )}
    </Paper>
  )
})
