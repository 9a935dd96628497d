import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { GroupBar_group$key } from '../../__generated__/GroupBar_group.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { GROUPS, type GroupTab, groupHref } from './addresses.ts'
import { StandingChip } from './chips.tsx'
import { GroupAvatar } from './GroupAvatar.tsx'

/** Height of the bar (px). */
export const GROUP_BAR_HEIGHT = 44

type Props = {
  group: GroupBar_group$key
  tab: GroupTab
  /** Whether the page lies below the tab, which is then a link. */
  isDeep?: boolean
  isOwner: boolean
}

/** Bar of a group on each of its pages: the way back to all groups, name, open tab, own role, and the way out. */
export function GroupBar({ tab, isDeep = false, isOwner, ...props }: Props) {
  const { t } = useTranslation()
  const { number, name, avatar, viewerIsIn, viewerStanding } = useFragment(
    graphql`
      fragment GroupBar_group on Group {
        number
        name
        avatar
        viewerIsIn
        viewerStanding
      }
    `,
    props.group,
  )
  const opened = t(`group:tab.${tab || 'home'}`)
  return (
    <Box
      component="nav"
      data-screen=""
      aria-label={t('group:bar.label')}
      sx={{ bgcolor: 'surface.sunken', borderBottom: 1, borderColor: 'divider', typography: 'dense' }}
    >
      <Box sx={LINE}>
        <Link href={GROUPS} color="text.secondary" sx={WAY}>
          <Icon name="left" size={14} />
          {t('group:list.title')}
        </Link>
        <Box component="span" aria-hidden sx={{ width: '1px', height: 16, bgcolor: 'line.default' }} />
        <Link
          href={groupHref(number)}
          color="text.primary"
          sx={{ ...WAY, minWidth: 0, gap: 2, fontWeight: 600 }}
        >
          <GroupAvatar name={name} src={avatar} />
          <Box component="span" sx={CUT}>
            {name}
          </Box>
        </Link>
        <Box
          component="span"
          sx={{
            display: { xs: isDeep ? 'inline-flex' : 'none', sm: 'inline-flex' },
            alignItems: 'center',
            gap: 2,
            color: 'text.tertiary',
            flex: 'none',
          }}
        >
          <Icon name="right" size={14} />
          {isDeep ? (
            <Link href={groupHref(number, tab)} color="text.secondary" sx={WAY}>
              {opened}
            </Link>
          ) : (
            opened
          )}
        </Box>
        <Box sx={{ ml: 'auto', pl: 1, flex: 'none', display: 'flex', alignItems: 'center', gap: 3 }}>
          {viewerIsIn && viewerStanding && <StandingChip standing={viewerStanding} isOwner={isOwner} />}
          <Link
            href="/home"
            color="text.secondary"
            title={t('group:bar.out')}
            aria-label={t('group:bar.out')}
            sx={WAY}
          >
            <Icon name="signOut" size={14} />
            <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
              {t('group:bar.out')}
            </Box>
          </Link>
        </Box>
      </Box>
    </Box>
  )
}

export const GroupBarSkeleton = () => (
  <Box
    sx={{ height: GROUP_BAR_HEIGHT, bgcolor: 'surface.sunken', borderBottom: 1, borderColor: 'divider' }}
  />
)

const LINE = {
  display: 'flex',
  alignItems: 'center',
  gap: { xs: 2, md: 3 },
  maxWidth: 1288,
  minHeight: GROUP_BAR_HEIGHT - 1,
  mx: 'auto',
  px: { xs: 4, md: 6 },
} as const

const WAY = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 32,
  whiteSpace: 'nowrap',
} as const

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
