import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { ExitGroup_group$key } from '../../../__generated__/ExitGroup_group.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useNavigateAfter } from '../../../relay/useNavigateAfter.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { groupList } from '../list/groupList.ts'
import { useLeaveGroup } from './useLeaveGroup.ts'
import { WayOut } from './WayOut.tsx'

/** Leaves the group after a confirmation; of a hidden group the viewer goes back to the list. */
export function ExitGroup(props: { group: ExitGroup_group$key }) {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const [asking, setAsking] = useState(false)
  const { id, name, isVisible } = useFragment(
    graphql`
      fragment ExitGroup_group on Group {
        id
        name
        isVisible
      }
    `,
    props.group,
  )
  const { leave, words } = useLeaveGroup(id)
  return (
    <WayOut hint={t('group:own.leaveHint')}>
      <Button startIcon={<Icon name="signOut" />} onClick={() => setAsking(true)}>
        {t('group:exit.act')}
      </Button>
      {asking && (
        <Confirm
          title={t('group:exit.title', { name })}
          confirm={t('group:exit.act')}
          destructive
          refused={words}
          onConfirm={async () => {
            const done = await leave()
            if (!done) return null
            toast.success(t('group:exit.success'))
            if (!isVisible) navigate(groupList.path)
            return done
          }}
          onClose={() => setAsking(false)}
        >
          {t('group:exit.text')}
        </Confirm>
      )}
    </WayOut>
  )
}
