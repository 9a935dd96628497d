import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { GroupInvitations_group$key } from '../../../__generated__/GroupInvitations_group.graphql.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { InvitationItem } from './InvitationItem.tsx'
import { NewInvitation } from './NewInvitation.tsx'
import { useInvitationsLive } from './useInvitationsLive.ts'

/** Invitation links of a group for its administrators: open ones, the newest ended ones, and a form for a new one. */
export function GroupInvitations(props: { group: GroupInvitations_group$key }) {
  const { t } = useTranslation()
  const { id, open, ended } = useFragment(
    graphql`
      fragment GroupInvitations_group on Group {
        id
        open: invitations(isOpen: true, first: 20) {
          edges {
            node {
              id
              ...InvitationItem_invitation
            }
          }
        }
        ended: invitations(isOpen: false, first: 5) {
          edges {
            node {
              id
              ...InvitationItem_invitation
            }
          }
        }
      }
    `,
    props.group,
  )
  useInvitationsLive(id)
  const links = [...(open?.edges ?? []), ...(ended?.edges ?? [])].map(({ node }) => node)
  return (
    <>
      <Panel id="group-invitations" title={t('invitation:links')}>
        {links.length === 0 ? (
          <Box component="p" sx={{ m: 0, typography: 'dense', color: 'text.secondary' }}>
            {t('invitation:none')}
          </Box>
        ) : (
          <Box
            component="ul"
            aria-labelledby="group-invitations"
            sx={{ display: 'grid', gap: 4, minWidth: 0 }}
          >
            {links.map((link) => (
              <InvitationItem key={link.id} invitation={link} />
            ))}
          </Box>
        )}
      </Panel>
      <NewInvitation groupId={id} />
    </>
  )
}
