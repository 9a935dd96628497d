import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { PostCard_discussion$key } from '../../../__generated__/PostCard_discussion.graphql.ts'
import type { PostCardMutation } from '../../../__generated__/PostCardMutation.graphql.ts'
import { askedToLogin } from '../../../app/session/guards.ts'
import { toast } from '../../../app/toasts.ts'
import { retryImport } from '../../../relay/retryImport.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useNavigateAfter } from '../../../relay/useNavigateAfter.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { MarkdownTreeView } from '../../../ui/markdown/Markdown.tsx'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { Heart } from '../../comment/Heart.tsx'
import { usePlace } from '../../group/usePlace.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { discussionsHref } from '../addresses.ts'
import { Figures } from '../Figures.tsx'
import { hasMenu } from '../hasMenu.ts'
import { DisabledNote, PostTitle } from '../PostTitle.tsx'

const PostMenu = lazyPart(async () => (await import('./PostMenu.tsx')).PostMenu)
const ReportDialog = lazyPart(
  async () => (await retryImport(() => import('./ReportDialog.tsx'))).ReportDialog,
)

/** A post: title, author, words and actions. */
export function PostCard(props: { discussion: PostCard_discussion$key }) {
  const { t } = useTranslation()
  const place = usePlace()
  const navigate = useNavigateAfter()
  const discussion = useFragment(
    graphql`
      fragment PostCard_discussion on Discussion {
        id
        title
        description
        contentTree
        isPinned
        isDisabled
        likeCount
        viewCount
        commentCount
        viewerLikes
        createdAt
        updatedAt
        category {
          number
          name
        }
        problem {
          displayId
          title
        }
        author {
          ...UserLink_user
        }
        viewerCanEdit
        viewerCanModerate
        viewerCanRemove
        ...PostMenu_discussion
      }
    `,
    props.discussion,
  )
  const { title, description, problem, category, isPinned, createdAt, updatedAt } = discussion
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 3 }}>
        <Box component="h1" sx={{ typography: 'h1', flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <PostTitle title={title} problem={problem} isPinned={isPinned} />
        </Box>
        {hasMenu(discussion) && (
          <Suspense>
            <PostMenu
              discussion={discussion}
              onRemoved={() => navigate(discussionsHref(place), { replace: true })}
            />
          </Suspense>
        )}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 3,
          rowGap: 1,
          mt: 2,
          mb: 3,
          typography: 'dense',
          color: 'text.secondary',
        }}
      >
        <UserLink user={discussion.author} />
        <Link
          href={`${discussionsHref(place)}?cid=${category.number}`}
          color="text.secondary"
          sx={{ overflowWrap: 'anywhere', minWidth: 0 }}
        >
          {category.name}
        </Link>
        <RelativeTime at={createdAt} />
        {updatedAt !== createdAt && (
          <span>
            {t('discussion:edited')} <RelativeTime at={updatedAt} />
          </span>
        )}
        {discussion.isDisabled && <DisabledNote />}
        <Box sx={{ ml: { sm: 'auto' } }}>
          <Figures {...discussion} />
        </Box>
      </Box>
      <Paper component="article" variant="outlined" sx={{ px: { xs: 4, md: 5 }, py: 4, minWidth: 0 }}>
        <Box
          component="p"
          dir="auto"
          sx={{ mb: 3, typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}
        >
          {description}
        </Box>
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <MarkdownTreeView size="body" tree={discussion.contentTree} />
        </Box>
        <Acts {...discussion} />
      </Paper>
      {problem && (
        <Box sx={{ mt: 2, typography: 'dense' }}>
          <Link
            href={`/problem/${encodeURIComponent(problem.displayId)}`}
            sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}
          >
            <Icon name="list" size={14} />
            {t('discussion:problem', { id: problem.displayId, title: problem.title })}
          </Link>
        </Box>
      )}
    </>
  )
}

type ActsProps = { id: string; likeCount: number; viewerLikes: boolean }

/** Like and report; guests are asked to log in. */
function Acts({ id, likeCount, viewerLikes }: ActsProps) {
  const { t } = useTranslation()
  const [reporting, setReporting] = useState(false)
  const [like, { pending }] = useMutation<PostCardMutation>(graphql`
    mutation PostCardMutation($input: LikeDiscussionInput!) @raw_response_type {
      likeDiscussion(input: $input) {
        id
        likeCount
        viewerLikes
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
          likeDiscussion: { id, likeCount: likeCount + (likes ? 1 : -1), viewerLikes: likes },
        },
      },
    )
    if (done) toast.success(t(likes ? 'comment:liked' : 'comment:unliked'))
  }
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 4, pt: 3, borderTop: 1, borderColor: 'divider' }}
    >
      <Button
        aria-pressed={viewerLikes}
        aria-label={`${t('discussion:like')}, ${t('discussion:likes', { count: likeCount })}`}
        disabled={pending}
        startIcon={<Heart full={viewerLikes} />}
        onClick={() => void toggle()}
        sx={{
          fontVariantNumeric: 'tabular-nums',
          color: viewerLikes ? 'accent.fg' : 'text.primary',
          '&.Mui-disabled': { color: viewerLikes ? 'accent.fg' : 'text.primary' },
        }}
      >
        {t('discussion:like')} {likeCount}
      </Button>
      <Button
        variant="text"
        startIcon={<Icon name="flag" />}
        onClick={() => {
          if (!askedToLogin()) setReporting(true)
        }}
        sx={{ ml: 'auto', color: 'text.secondary' }}
      >
        {t('discussion:report.action')}
      </Button>
      <Suspense fallback={null}>
        {reporting && <ReportDialog id={id} onClose={() => setReporting(false)} />}
      </Suspense>
    </Box>
  )
}
