import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay'
import type {
  OwnMembership_group$data,
  OwnMembership_group$key,
} from '../../../__generated__/OwnMembership_group.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { Icon, type IconName } from '../../../ui/controls/Icon.tsx'
import { Fact, FactList } from '../../../ui/layout/FactList.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { DisbandGroup } from './DisbandGroup.tsx'
import { ExitGroup } from './ExitGroup.tsx'
import { JoinGroup } from './JoinGroup.tsx'
import { useLeaveGroup } from './useLeaveGroup.ts'

type Props = { group: OwnMembership_group$key; isOwner: boolean }

/** The viewer's membership in a group, with the way in and, last, the ways out. */
export function OwnMembership({ isOwner, ...props }: Props) {
  const { t } = useTranslation()
  const group = useFragment(
    graphql`
      fragment OwnMembership_group on Group {
        id
        viewerIsIn
        viewerStanding
        viewerJoinedAt
        viewerCanDisband
        ...JoinGroup_group
        ...ExitGroup_group
        ...DisbandGroup_group
      }
    `,
    props.group,
  )
  const { viewerStanding: standing, viewerCanDisband } = group
  const isMember = standing === 'MEMBER' || standing === 'ADMIN' || standing === 'ROOT'
  return (
    <Panel id="group-own" title={t('group:own.title')}>
      {isMember ? <Member group={group} isOwner={isOwner} /> : <Outsider group={group} />}
      {isMember && !isOwner && <ExitGroup group={group} />}
      {viewerCanDisband && <DisbandGroup group={group} />}
    </Panel>
  )
}

type PartProps = { group: OwnMembership_group$data }

function Member({ group, isOwner }: PartProps & { isOwner: boolean }) {
  const { t } = useTranslation()
  const { viewerStanding: standing, viewerJoinedAt: at } = group
  return (
    <FactList>
      <Fact name={t('group:own.role')}>
        {isOwner ? t('group:owner') : standing && t(`group:standing.${standing}`)}
      </Fact>
      {at && <Fact name={t('group:own.joined')}>{formatDateTime(at).slice(0, -3)}</Fact>}
    </FactList>
  )
}

/** The state of an application, or the way to join. */
function Outsider({ group }: PartProps) {
  const { t } = useTranslation()
  const { viewerStanding: standing, viewerIsIn, viewerJoinedAt: at } = group
  if (standing === 'APPLIED')
    return (
      <>
        <State icon="clock" color="verdict.TLE.fg" title={t('group:own.applying')}>
          {t('group:own.applyingHint')}
        </State>
        {at && (
          <FactList>
            <Fact name={t('group:own.applied')}>{formatDateTime(at).slice(0, -3)}</Fact>
          </FactList>
        )}
        <Withdraw id={group.id} />
      </>
    )
  return (
    <>
      {standing === 'REFUSED' ? (
        <State icon="cross" color="verdict.WA.fg" title={t('group:own.refused')}>
          {t('group:own.refusedHint')}
        </State>
      ) : (
        <Box component="p" sx={{ m: 0, mb: 3, typography: 'dense', color: 'text.secondary' }}>
          {t(viewerIsIn ? 'group:own.viewing' : 'group:own.joinHint')}
        </Box>
      )}
      <JoinGroup group={group} again={standing === 'REFUSED'} />
    </>
  )
}

type StateProps = { icon: IconName; color: string; title: string; children: ReactNode }

const State = ({ icon, color, title, children }: StateProps) => (
  <Box role="status" sx={{ mb: 3 }}>
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 1, fontWeight: 600, color }}>
      <Icon name={icon} />
      {title}
    </Box>
    <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{children}</Box>
  </Box>
)

function Withdraw({ id }: { id: string }) {
  const { t } = useTranslation()
  const { leave, pending } = useLeaveGroup(id)
  return (
    <Button
      loading={pending}
      onClick={async () => {
        if (await leave()) toast.success(t('group:own.withdrawn'))
      }}
      sx={{ mt: 2 }}
    >
      {t('group:own.withdraw')}
    </Button>
  )
}
