import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { GroupHead_group$key } from '../../__generated__/GroupHead_group.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Sentence } from '../../ui/text/Sentence.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { UserLink } from '../user/UserLink.tsx'
import { Chip } from './chips.tsx'
import { GroupAccessMark } from './GroupAccessMark.tsx'
import { GroupAvatar } from './GroupAvatar.tsx'

/** Heading of a group: avatar, name, brief, and facts about it. */
export function GroupHead(props: { group: GroupHead_group$key }) {
  const { t } = useTranslation()
  const { name, avatar, brief, access, memberCount, createdAt, isVisible, isDisabled, owner } = useFragment(
    graphql`
      fragment GroupHead_group on Group {
        name
        avatar
        brief
        access
        memberCount
        createdAt
        isVisible
        isDisabled
        owner {
          ...UserLink_user
        }
      }
    `,
    props.group,
  )
  return (
    <Box
      component="header"
      sx={{
        display: 'grid',
        gridTemplateColumns: '64px minmax(0,1fr)',
        columnGap: 4,
        rowGap: { xs: 3, md: 1 },
        mb: 4,
      }}
    >
      <Box sx={{ gridRow: { md: 'span 2' } }}>
        <GroupAvatar name={name} src={avatar} size={64} />
      </Box>
      <Box>
        <Box component="h1" sx={{ typography: 'h1', overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        <Box
          component="p"
          sx={{ m: 0, typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}
        >
          {brief}
        </Box>
      </Box>
      <Box sx={FACTS}>
        <GroupAccessMark access={access} />
        <Box component="span" sx={FACT}>
          <Icon name="users" size={14} />
          <span>
            <Sentence
              say={(count = '') => t('group:members', { count: memberCount, total: count })}
              parts={[<b key="count">{memberCount}</b>]}
            />
          </span>
        </Box>
        <Box component="span" sx={FACT}>
          {t('group:owner')}
          <UserLink user={owner} />
        </Box>
        <Box component="span" sx={{ color: 'text.tertiary' }}>
          <Sentence
            say={(when = '') => t('group:created', { when })}
            parts={[<RelativeTime key="when" at={createdAt} />]}
          />
        </Box>
        {!isVisible && <Chip>{t('group:hidden')}</Chip>}
        {isDisabled && <Chip>{t('group:disabled')}</Chip>}
      </Box>
    </Box>
  )
}

const FACTS = {
  gridColumn: { xs: '1 / -1', md: 'auto' },
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  rowGap: 1,
  typography: 'dense',
  color: 'text.secondary',
  fontVariantNumeric: 'tabular-nums',
} as const

const FACT = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1.25,
  minWidth: 0,
  '& b': { color: 'text.primary' },
} as const
