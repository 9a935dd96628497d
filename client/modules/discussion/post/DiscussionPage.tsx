import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useEffect, useRef } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { Navigate, useRevalidator, useSearchParams } from 'react-router-dom'
import type { DiscussionPageMutation } from '../../../__generated__/DiscussionPageMutation.graphql.ts'
import type { DiscussionPageQuery } from '../../../__generated__/DiscussionPageQuery.graphql.ts'
import type { DiscussionPageSubscription } from '../../../__generated__/DiscussionPageSubscription.graphql.ts'
import { useTitle } from '../../../app/title.ts'
import { useTextUpload } from '../../../relay/files/useTextUpload.ts'
import { found } from '../../../relay/found.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { session } from '../../../relay/session.ts'
import { useLive } from '../../../relay/useLive.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { Comments } from '../../comment/Comments.tsx'
import { LinkedComment } from '../../comment/LinkedComment.tsx'
import { useMovedHref, usePlace } from '../../group/usePlace.ts'
import { discussionsHref } from '../addresses.ts'
import { useOpenArea } from '../useOpenArea.ts'
import { discussionCommentList } from './commentAddress.ts'
import { PostCard } from './PostCard.tsx'

/** A post with its comments. */
export function DiscussionPage({ queryRef }: PageProps<DiscussionPageQuery>) {
  const data = usePreloadedQuery<DiscussionPageQuery>(
    graphql`
      query DiscussionPageQuery(
        $number: Int!
        $first: Int
        $offset: Int
        $comment: ID!
        $hasComment: Boolean!
      ) {
        linked: node(id: $comment) @include(if: $hasComment) {
          ... on Comment {
            ...LinkedComment_comment @alias(as: "comment")
          }
        }
        site {
          openPublicDiscussion
          openGroupDiscussion
        }
        discussion(number: $number) {
          id
          number
          groupNumber
          title
          isDisabled
          viewerCanModerate
          viewerCanComment
          viewerCommentBar
          problem {
            displayId
          }
          ...PostCard_discussion
          comments(first: $first, offset: $offset) {
            ...Comments_comments
          }
        }
      }
    `,
    queryRef,
  )
  const isOpen = useOpenArea(data.site)
  return isOpen ? <Post discussion={found(data.discussion)} linked={data.linked} /> : null
}

type Discussion = NonNullable<DiscussionPageQuery['response']['discussion']>

type Props = { discussion: Discussion; linked: DiscussionPageQuery['response']['linked'] }

function Post({ discussion, linked }: Props) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { id, number, title, groupNumber, isDisabled, problem, comments } = discussion
  const place = usePlace()
  const moved = useMovedHref(groupNumber ?? null)
  const onUpload = useTextUpload()
  const uploads = discussion.viewerCanModerate ? onUpload : undefined
  useTitle(title)
  usePostLive(id, isDisabled)
  useCountedView(id)
  if (moved) return <Navigate to={moved} replace />
  if (!comments) return null
  const address = discussionCommentList(place, number)
  return (
    <Box sx={{ maxWidth: 1008, mx: 'auto', px: { xs: 4, md: 6 }, py: { xs: 4, md: 6 } }}>
      <Box
        component="nav"
        aria-label={t('discussion:way')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 2.5, minHeight: 24, typography: 'dense' }}
      >
        <Link href={discussionsHref(place)}>{t('discussion:list.title')}</Link>
        {problem && (
          <>
            <Box component="span" aria-hidden sx={{ color: 'text.tertiary' }}>
              /
            </Box>
            <Link href={discussionsHref(place, problem.displayId)}>
              {t('discussion:list.titleOf', { id: problem.displayId })}
            </Link>
          </>
        )}
      </Box>
      <PostCard discussion={discussion} />
      {linked !== undefined && <LinkedComment subjectId={id} comment={linked?.comment} onUpload={uploads} />}
      <Box component="section" aria-label={t('comment:list')} sx={{ mt: { xs: 3, md: 4 } }}>
        <Comments
          subjectId={id}
          comments={comments}
          address={address}
          list={address.read(search)}
          moderates={discussion.viewerCanModerate}
          onUpload={uploads}
          isSeenByAll
          mayWrite={session.token !== null && discussion.viewerCanComment === true && !isDisabled}
          bar={session.token === null ? 'GUEST' : discussion.viewerCommentBar}
          label={t('discussion:comment.write')}
          hint={t('discussion:comment.hint')}
          nothing={t('discussion:comment.nothing')}
        />
      </Box>
    </Box>
  )
}

/** Keeps a post live; the page is read again when it is disabled or enabled, which changes what the viewer may do. */
function usePostLive(id: string, isDisabled: boolean) {
  const { revalidate } = useRevalidator()
  const known = useRef(isDisabled)
  known.current = isDisabled
  useLive<DiscussionPageSubscription>(
    graphql`
      subscription DiscussionPageSubscription($id: ID!) {
        discussionChanged(id: $id) {
          id
          title
          description
          contentTree
          isPinned
          isDisabled
          likeCount
          viewCount
          commentCount
          updatedAt
          category {
            id
            number
            name
          }
        }
      }
    `,
    { id },
    {
      onEvent: ({ discussionChanged: { isDisabled } }) => {
        if (isDisabled !== known.current) void revalidate()
      },
    },
  )
}

/** Counts a view when a post is opened. */
function useCountedView(id: string) {
  const [view] = useMutation<DiscussionPageMutation>(
    graphql`
      mutation DiscussionPageMutation($input: ViewDiscussionInput!) {
        viewDiscussion(input: $input) {
          id
          viewCount
        }
      }
    `,
    { quiet: true },
  )
  const counted = useRef<string | null>(null)
  useEffect(() => {
    if (counted.current === id) return
    counted.current = id
    void view({ input: { id } })
  }, [id, view])
}
