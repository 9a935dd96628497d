import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { DiscussionRow_discussion$key } from '../../../__generated__/DiscussionRow_discussion.graphql.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { discussionHref } from '../addresses.ts'
import { Figures } from '../Figures.tsx'
import { hasMenu } from '../hasMenu.ts'
import { DisabledNote, PostTitle } from '../PostTitle.tsx'

const PostMenu = lazyPart(async () => (await import('../post/PostMenu.tsx')).PostMenu)

type Props = {
  discussion: DiscussionRow_discussion$key
  /** Username of the viewer, whose posts are marked. */
  viewer: string | null
  onRemoved: () => void
}

/** A post in a list: title, summary, author, category, time and figures. */
export function DiscussionRow({ viewer, onRemoved, ...props }: Props) {
  const { t } = useTranslation()
  const place = usePlace()
  const discussion = useFragment(
    graphql`
      fragment DiscussionRow_discussion on Discussion {
        number
        title
        description
        isPinned
        isDisabled
        likeCount
        viewCount
        commentCount
        createdAt
        category {
          name
        }
        problem {
          displayId
        }
        author {
          username
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
  const { title, description, problem, author, category, isPinned } = discussion
  const isOwn = author.username === viewer
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'minmax(0,1fr) auto' },
        columnGap: 6,
        rowGap: 2,
        px: 4,
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
        bgcolor: isOwn ? 'accent.subtle' : undefined,
        '&:hover': { bgcolor: isOwn ? 'accent.subtle' : 'surface.hover' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 0.5 }}>
          <Link
            href={discussionHref(place, discussion.number)}
            color="text.primary"
            sx={{ typography: 'body2', fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 }}
          >
            <PostTitle title={title} problem={problem} isPinned={isPinned} />
          </Link>
          {discussion.isDisabled && <DisabledNote />}
        </Box>
        <Box
          dir="auto"
          sx={{
            mt: 0.5,
            typography: 'body2',
            color: 'text.secondary',
            overflow: 'hidden',
            overflowWrap: 'anywhere',
            display: '-webkit-box',
            WebkitLineClamp: 2,
            WebkitBoxOrient: 'vertical',
          }}
        >
          {description}
        </Box>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 3,
            rowGap: 0.5,
            mt: 1,
            typography: 'dense',
            color: isOwn ? 'text.secondary' : 'text.tertiary',
          }}
        >
          <UserLink user={author} />
          <Box component="span" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            {category.name}
          </Box>
          <RelativeTime at={discussion.createdAt} />
          {problem && (
            <Link
              href={`/problem/${encodeURIComponent(problem.displayId)}`}
              aria-label={t('discussion:openProblem', { id: problem.displayId })}
              sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}
            >
              <Icon name="list" size={14} />
              {t('discussion:toProblem')}
            </Link>
          )}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: 2 }}>
        <Figures {...discussion} />
        {viewer !== null && (
          <Box sx={{ flex: 'none', width: 32, my: -1.5 }}>
            {hasMenu(discussion) && (
              <Suspense>
                <PostMenu discussion={discussion} onRemoved={onRemoved} />
              </Suspense>
            )}
          </Box>
        )}
      </Box>
    </Box>
  )
}
