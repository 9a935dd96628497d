import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { ProfileHead_home$key } from '../../__generated__/ProfileHead_home.graphql.ts'
import { Icon, type IconName } from '../../ui/controls/Icon.tsx'
import { MarkdownTreeView } from '../../ui/markdown/Markdown.tsx'
import { Avatar } from '../../ui/text/Avatar.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { RoleBadge, TitleChip } from '../../ui/text/marks.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Avatar, names, role, title, links and signature of a user. */
export function ProfileHead({ home }: { home: ProfileHead_home$key }) {
  const { t } = useTranslation()
  const { user, viewerIsOwner, isDisabled, signatureTree, ...facts } = useFragment(
    graphql`
      fragment ProfileHead_home on UserHome {
        viewerIsOwner
        isDisabled
        gender
        school
        github
        blog
        lastLoginAt
        signatureTree
        private {
          email
          realname
          number
          course
        }
        user {
          username
          nickname
          avatar
          role
          titleName
          titleColor
          createdAt
        }
      }
    `,
    home,
  )
  return (
    <Box
      component="header"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'auto minmax(0,1fr)', md: 'auto minmax(0,1fr) auto' },
        columnGap: { xs: 4, md: 5 },
        rowGap: 3,
        alignItems: 'start',
      }}
    >
      <Avatar name={user.username} src={user.avatar} size={72} />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
          <Box component="h1" sx={{ typography: 'h1', overflowWrap: 'anywhere' }}>
            {user.nickname || user.username}
          </Box>
          {user.nickname && (
            <Box component="span" sx={{ typography: 'code', color: 'text.secondary' }}>
              {user.username}
            </Box>
          )}
          <RoleBadge role={user.role} />
          <TitleChip name={user.titleName} color={user.titleColor} />
          {isDisabled && (
            <Box component="span" sx={{ typography: 'caption', color: 'verdict.WA.fg' }}>
              {t('userHome:disabled')}
            </Box>
          )}
        </Box>
        <Facts {...facts} createdAt={user.createdAt} />
      </Box>
      {viewerIsOwner && (
        <Button
          variant="outlined"
          color="secondary"
          href="/setting"
          startIcon={<Icon name="settings" />}
          sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, gridRow: { xs: 3, md: 1 } }}
        >
          {t('userHome:edit')}
        </Button>
      )}
      {signatureTree && (
        <Box
          sx={{
            gridColumn: { xs: '1 / -1', md: '2 / -1' },
            gridRow: 2,
            minWidth: 0,
            maxHeight: 240,
            overflowY: 'auto',
          }}
          // A scrolled region needs a tab stop.
          tabIndex={0}
          role="region"
          aria-label={t('userHome:signature')}
        >
          <MarkdownTreeView size="body" tree={signatureTree} />
        </Box>
      )}
    </Box>
  )
}

type FactsProps = {
  gender: string | null | undefined
  school: string | null | undefined
  github: string | null | undefined
  blog: string | null | undefined
  lastLoginAt: string | null | undefined
  createdAt: string
  private:
    | Readonly<Record<'email' | 'realname' | 'number' | 'course', string | null | undefined>>
    | null
    | undefined
}

/** Short facts in one line, and the private ones in a second. */
function Facts({ gender, school, github, blog, lastLoginAt, createdAt, private: hidden }: FactsProps) {
  const { t } = useTranslation()
  const genderWord = gender === 'male' || gender === 'female' ? t(`userHome:gender.${gender}`) : null
  const own =
    hidden && [hidden.realname, hidden.number, hidden.course, hidden.email].filter(Boolean).join(' · ')
  return (
    <Box sx={{ display: 'grid', gap: 1, mt: 1, typography: 'dense', color: 'text.secondary' }}>
      <Box component="ul" sx={LINE}>
        {school && <Fact icon="home">{school}</Fact>}
        {genderWord && <Fact icon="user">{genderWord}</Fact>}
        {github && <Site icon="braces" url={github} />}
        {blog && <Site icon="globe" url={blog} />}
        {lastLoginAt && (
          <Fact icon="clock">
            {t('userHome:lastLogin')} <RelativeTime at={lastLoginAt} />
          </Fact>
        )}
        <Fact icon="calendar">{t('userHome:joined', { date: formatDate(createdAt) })}</Fact>
      </Box>
      {own && (
        <Box component="ul" sx={LINE}>
          <Fact icon="lock">
            {own}
            <Box component="span" sx={{ color: 'text.tertiary', ml: 2 }}>
              {t('userHome:privateNote')}
            </Box>
          </Fact>
        </Box>
      )}
    </Box>
  )
}

const LINE = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 4,
  rowGap: 1,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const

const Fact = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <Box
    component="li"
    sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, minWidth: 0, overflowWrap: 'anywhere' }}
  >
    <Icon name={icon} size={14} />
    <span>{children}</span>
  </Box>
)

/** Link to another site, shown without its scheme. */
const Site = ({ icon, url }: { icon: IconName; url: string }) => (
  <Fact icon={icon}>
    <Link href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
      {url.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
    </Link>
  </Fact>
)
