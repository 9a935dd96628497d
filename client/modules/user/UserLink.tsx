import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { UserLink_user$key } from '../../__generated__/UserLink_user.graphql.ts'
import { Avatar } from '../../ui/text/Avatar.tsx'
import { RoleBadge, TitleChip } from '../../ui/text/marks.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = {
  user: UserLink_user$key
  size?: number
  /** Name of the link for screen readers; the username when left out. */
  label?: (username: string) => string
}

/** Path of a user's home page. */
export const homeOf = (username: string) => `/user-home?username=${encodeURIComponent(username)}`

/** A user's avatar, name, role and title, linked to their page. */
export function UserLink({ user, size = 20, label }: Props) {
  const { t } = useTranslation()
  const { username, avatar, role, isEnded, titleName, titleColor } = useFragment(
    graphql`
      fragment UserLink_user on User {
        username
        avatar
        role
        isEnded
        titleName
        titleColor
      }
    `,
    user,
  )
  if (isEnded)
    return (
      <Box component="span" sx={{ color: 'text.tertiary' }}>
        {t('ui:endedUser')}
      </Box>
    )
  return (
    <Box component="span" sx={{ ...LINE, height: `max(${size}px, 1lh)` }}>
      <Box
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, minWidth: 0, maxWidth: '100%' }}
      >
        <Avatar name={username} src={avatar} size={size} />
        <Link
          href={homeOf(username)}
          aria-label={label?.(username)}
          color="text.primary"
          title={username}
          sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {username}
        </Link>
        <RoleBadge role={role} />
      </Box>
      <TitleChip name={titleName} color={titleColor} />
    </Box>
  )
}

/** One line: a title that does not fit wraps to a second line, which is clipped. */
const LINE = {
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  // Farther than a focus ring, which is not clipped, is wide.
  rowGap: 4,
  minWidth: 0,
  maxWidth: '100%',
  overflow: 'clip',
  overflowClipMargin: '4px',
} as const
