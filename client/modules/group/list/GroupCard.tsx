import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type { GroupCard_group$key } from '../../../__generated__/GroupCard_group.graphql.ts'
import { followRow } from '../../../ui/table/followRow.ts'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { groupHref } from '../addresses.ts'
import { Chip, StandingChip } from '../chips.tsx'
import { GroupAccessMark } from '../GroupAccessMark.tsx'
import { GroupAvatar } from '../GroupAvatar.tsx'

/** A group in the list. */
export function GroupCard(props: { group: GroupCard_group$key }) {
  const { t } = useTranslation()
  const group = useFragment(
    graphql`
      fragment GroupCard_group on Group {
        number
        name
        shortName
        avatar
        brief
        access
        memberCount
        createdAt
        isVisible
        isDisabled
        viewerStanding
        owner {
          ...UserLink_user
        }
      }
    `,
    props.group,
  )
  const { number, name, shortName, avatar, brief, access, memberCount, viewerStanding } = group
  return (
    <Paper component="li" variant="outlined" onClick={followRow} sx={CARD}>
      <Box sx={{ display: 'flex', gap: 3, minWidth: 0 }}>
        <GroupAvatar name={name} src={avatar} size={44} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2 }}>
            <Link
              href={groupHref(number)}
              color="text.primary"
              title={name}
              sx={{ minWidth: 0, overflowWrap: 'anywhere', typography: 'h3' }}
            >
              {name}
            </Link>
            <Box component="span" sx={{ ml: 'auto', flex: 'none', display: 'inline-flex', gap: 1 }}>
              {!group.isVisible && <Chip>{t('group:hidden')}</Chip>}
              {group.isDisabled && <Chip>{t('group:disabled')}</Chip>}
              {viewerStanding && <StandingChip standing={viewerStanding} isOwner={false} />}
            </Box>
          </Box>
          <Box
            component="span"
            sx={{ display: 'flex', gap: 3, typography: 'caption', color: 'text.tertiary' }}
          >
            {shortName}
            <RelativeTime at={group.createdAt} />
          </Box>
        </Box>
      </Box>
      <Box
        component="p"
        sx={{ m: 0, typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}
      >
        {brief}
      </Box>
      <Box sx={FACTS}>
        <GroupAccessMark access={access} />
        <span>{t('group:members', { count: memberCount, total: memberCount })}</span>
        <UserLink user={group.owner} />
      </Box>
    </Paper>
  )
}

const CARD = {
  p: 4,
  cursor: 'pointer',
  display: 'flex',
  flexDirection: 'column',
  gap: 3,
  minWidth: 0,
} as const

const FACTS = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  rowGap: 1,
  mt: 'auto',
  typography: 'dense',
  color: 'text.secondary',
  fontVariantNumeric: 'tabular-nums',
} as const
