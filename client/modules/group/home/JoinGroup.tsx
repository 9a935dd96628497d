import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { JoinGroup_group$key } from '../../../__generated__/JoinGroup_group.graphql.ts'
import type { JoinGroupMutation } from '../../../__generated__/JoinGroupMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

const ApplyDialog = lazyPart(async () => (await import('./ApplyDialog.tsx')).ApplyDialog)

type Props = {
  group: JoinGroup_group$key
  /** An application was refused. */
  again: boolean
}

/** Joins a public group at once; opens the application to another. */
export function JoinGroup({ again, ...props }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState(false)
  const group = useFragment(
    graphql`
      fragment JoinGroup_group on Group {
        id
        name
        access
        ...ApplyDialog_group
      }
    `,
    props.group,
  )
  const { id, name, access } = group
  const [join, { pending }] = useMutation<JoinGroupMutation>(graphql`
    mutation JoinGroupMutation($input: JoinGroupInput!) {
      joinGroup(input: $input) {
        id
        memberCount
        viewerStanding
        viewerJoinedAt
        viewerIsIn
      }
    }
  `)
  const act = async () => {
    if (access !== 'PUBLIC') return setOpen(true)
    if (await join({ input: { id } })) toast.success(t('group:apply.joined', { name }))
    void revalidate()
  }
  return (
    <>
      <Button variant="contained" color="primary" loading={pending} onClick={() => void act()}>
        {access === 'PUBLIC' ? t('group:own.join') : t(again ? 'group:own.again' : 'group:own.apply')}
      </Button>
      <Suspense fallback={null}>
        {open && <ApplyDialog group={group} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
