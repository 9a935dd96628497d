import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, useFragment, useLazyLoadQuery } from 'react-relay'
import type { Replies_comment$key } from '../../__generated__/Replies_comment.graphql.ts'
import type { Replies_list$key } from '../../__generated__/Replies_list.graphql.ts'
import type { RepliesQuery } from '../../__generated__/RepliesQuery.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { type Answered, ReplyRow } from './ReplyRow.tsx'

type Act = {
  commentId: string
  /** Username of the comment's author. */
  beneath: string
  onReply: (to: Answered) => void
}

type Props = {
  comment: Replies_comment$key
  onReply: Act['onReply']
  /** Shows the rest at once. */
  showsAll?: boolean
}

/** The first replies to a comment, and the rest on request. */
export function Replies({ onReply, showsAll = false, ...props }: Props) {
  /** Number of times the rest was requested; each one reloads it. */
  const [asked, setAsked] = useState(showsAll ? 1 : 0)
  const { id, author, replies } = useFragment(
    graphql`
      fragment Replies_comment on Comment {
        id
        author {
          username
        }
        replies(first: 3) {
          totalCount
          ...Replies_list
        }
      }
    `,
    props.comment,
  )
  if (replies.totalCount === 0) return null
  const more = () => setAsked((before) => before + 1)
  const place = { commentId: id, beneath: author.username, onReply, onMore: more }
  return (
    <Box sx={{ mt: 2, px: { xs: 3, md: 4 }, borderRadius: 1, bgcolor: 'surface.sunken' }}>
      {asked === 0 ? (
        <List list={replies} {...place} />
      ) : (
        <Suspense fallback={<SkeletonRows rows={Math.min(replies.totalCount, 6)} height={56} />}>
          <AllReplies offset={0} asked={asked} {...place} />
        </Suspense>
      )}
    </Box>
  )
}

type ListProps = Act & {
  list: Replies_list$key
  offset?: number
  /** Whether the following replies are shown below. */
  isRead?: boolean
  onMore: () => void
}

function List({ offset = 0, isRead = false, onMore, list, ...act }: ListProps) {
  const { t } = useTranslation()
  const { totalCount, edges } = useFragment(
    graphql`
      fragment Replies_list on CommentRepliesConnection {
        totalCount
        edges {
          node {
            id
            ...ReplyRow_reply
          }
        }
      }
    `,
    list,
  )
  const left = totalCount - offset - edges.length
  return (
    <>
      <Box component="ul" aria-label={t('comment:replies')}>
        {edges.flatMap((edge) => (edge ? <ReplyRow key={edge.node.id} reply={edge.node} {...act} /> : []))}
      </Box>
      {left > 0 && !isRead && (
        <Button
          size="small"
          variant="text"
          color="inherit"
          startIcon={<Icon name="down" size={14} />}
          onClick={onMore}
          sx={{ mb: 2, ml: -2, color: 'text.secondary' }}
        >
          {t('comment:more', { count: left })}
        </Button>
      )}
    </>
  )
}

/** Replies per query. */
const MOST = 100

type AllProps = Act & { offset: number; asked: number; onMore: () => void }

/** All replies from `offset` on, one query at a time; the next query is made on request. */
function AllReplies({ offset, asked, onMore, ...act }: AllProps) {
  const [further, setFurther] = useState(false)
  const { node } = useLazyLoadQuery<RepliesQuery>(
    graphql`
      query RepliesQuery($id: ID!, $offset: Int) {
        node(id: $id) {
          ... on Comment {
            replies(first: 100, offset: $offset) {
              totalCount
              ...Replies_list
            }
          }
        }
      }
    `,
    { id: act.commentId, offset },
    { fetchKey: asked, fetchPolicy: 'store-and-network' },
  )
  const replies = node?.replies
  if (!replies) return null
  const hasFurther = replies.totalCount > offset + MOST
  return (
    <>
      <List
        list={replies}
        {...act}
        offset={offset}
        isRead={further}
        onMore={hasFurther ? () => setFurther(true) : onMore}
      />
      {further && (
        <Suspense fallback={<SkeletonRows rows={4} height={56} />}>
          <AllReplies {...act} offset={offset + MOST} asked={asked} onMore={onMore} />
        </Suspense>
      )}
    </>
  )
}
