import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import { useNavigate, useParams, useRevalidator } from 'react-router-dom'
import type { InvitationPage_invited$key } from '../../../__generated__/InvitationPage_invited.graphql.ts'
import type { InvitationPageMutation } from '../../../__generated__/InvitationPageMutation.graphql.ts'
import type { InvitationPageQuery } from '../../../__generated__/InvitationPageQuery.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { useMutation } from '../../../relay/useMutation.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { GROUPS, groupHref } from '../addresses.ts'
import { GroupAvatar } from '../GroupAvatar.tsx'

/** Target of an invitation link: the group, and the button that joins it. */
export function InvitationPage({ queryRef }: PageProps<InvitationPageQuery>) {
  const { t } = useTranslation()
  const { invitedGroup } = usePreloadedQuery<InvitationPageQuery>(
    graphql`
      query InvitationPageQuery($token: String!) {
        invitedGroup(token: $token) {
          ...InvitationPage_invited
        }
      }
    `,
    queryRef,
  )
  if (invitedGroup) return <Invited invited={invitedGroup} />
  return (
    <Frame>
      <Box component="h1" sx={{ typography: 'h1', mb: 2 }}>
        {t('invitation:over.title')}
      </Box>
      <Box component="p" sx={{ m: 0, mb: 4, typography: 'body2', color: 'text.secondary' }}>
        {t('invitation:over.text')}
      </Box>
      <Button href={GROUPS} size="large">
        {t('invitation:over.groups')}
      </Button>
    </Frame>
  )
}

/** The group of a link; a member is led to it, everybody else joins. */
function Invited(props: { invited: InvitationPage_invited$key }) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { token = '' } = useParams()
  const { revalidate } = useRevalidator()
  const { name, brief, avatar, memberCount, viewerIsMember, owner, group } = useFragment(
    graphql`
      fragment InvitationPage_invited on InvitedGroup {
        name
        brief
        avatar
        memberCount
        viewerIsMember
        owner {
          ...UserLink_user
        }
        group {
          number
        }
      }
    `,
    props.invited,
  )
  const [join, { pending }] = useMutation<InvitationPageMutation>(graphql`
    mutation InvitationPageMutation($input: JoinGroupByInvitationInput!) {
      joinGroupByInvitation(input: $input) {
        id
        number
        memberCount
        viewerStanding
        viewerJoinedAt
        viewerIsIn
      }
    }
  `)
  const act = async () => {
    const done = await join({ input: { token } })
    // The link may have ended, or the viewer joined in another tab.
    if (!done) return revalidate()
    toast.success(t('invitation:joined', { name }))
    return navigate(groupHref(done.joinGroupByInvitation.number))
  }
  return (
    <Frame>
      <Box sx={{ typography: 'dense', color: 'text.secondary', mb: 4 }}>{t('invitation:invites')}</Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 2 }}>
        <GroupAvatar name={name} src={avatar} size={44} />
        <Box component="h1" sx={{ typography: 'h1', minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Box>
      </Box>
      <Box component="p" sx={{ m: 0, mb: 3, typography: 'body2', overflowWrap: 'anywhere' }}>
        {brief}
      </Box>
      <Box sx={FACTS}>
        <UserLink user={owner} />
        <span>
          {t('group:members', { count: memberCount, total: formatNumber(memberCount, i18n.language) })}
        </span>
      </Box>
      {viewerIsMember ? (
        <>
          <Box role="status" sx={{ mb: 3, typography: 'body2' }}>
            {t('invitation:isMember')}
          </Box>
          <Button
            href={group ? groupHref(group.number) : GROUPS}
            variant="contained"
            color="primary"
            size="large"
            fullWidth
          >
            {t('invitation:open')}
          </Button>
        </>
      ) : (
        <Button
          variant="contained"
          color="primary"
          size="large"
          fullWidth
          loading={pending}
          onClick={() => void act()}
        >
          {t('invitation:join')}
        </Button>
      )}
    </Frame>
  )
}

const FACTS = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 4,
  rowGap: 1,
  mb: 4,
  typography: 'dense',
  color: 'text.secondary',
  fontVariantNumeric: 'tabular-nums',
} as const

/** A narrow card in the middle of the page. */
const Frame = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 420px)',
      justifyContent: 'center',
      px: 4,
      py: { xs: 6, md: 16 },
    }}
  >
    <Paper variant="outlined" sx={{ p: 6, minWidth: 0 }}>
      {children}
    </Paper>
  </Box>
)

export const InvitationSkeleton = () => (
  <Frame>
    <Skeleton width={200} height={20} sx={{ mb: 4 }} />
    <Skeleton width="80%" height={44} sx={{ mb: 3 }} />
    <Skeleton width="100%" height={24} sx={{ mb: 4 }} />
    <Skeleton variant="rounded" height={40} />
  </Frame>
)
