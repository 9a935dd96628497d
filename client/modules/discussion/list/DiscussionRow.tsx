import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { DiscussionRow_discussion$key } from '../../../__generated__/DiscussionRow_discussion.graphql.ts'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { usePlace } from '../../group/usePlace.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { discussionHref } from '../addresses.ts'
import { Figures } from '../Figures.tsx'
import { DisabledNote, PostTitle } from '../PostTitle.tsx'

type Props = {
  discussion: DiscussionRow_discussion$key
  /** Username of the viewer, whose posts are marked. */
  viewer: string | null
}

/** A post in a list: title, summary, author, category, time and figures. */
export function DiscussionRow({ viewer, ...props }: Props) {
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
        </Box>
      </Box>
      <Figures {...discussion} />
    </Box>
  )
}
