import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { DisbandGroup_group$key } from '../../../__generated__/DisbandGroup_group.graphql.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { WayOut } from './WayOut.tsx'

const DisbandDialog = lazyPart(async () => (await import('./DisbandDialog.tsx')).DisbandDialog)

/** Opens the dialog that disbands the group, for its owner and super administrators. */
export function DisbandGroup(props: { group: DisbandGroup_group$key }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const group = useFragment(
    graphql`
      fragment DisbandGroup_group on Group {
        ...DisbandDialog_group
      }
    `,
    props.group,
  )
  return (
    <WayOut hint={t('group:disband.hint')}>
      <Button color="error" onClick={() => setOpen(true)}>
        {t('group:disband.act')}
      </Button>
      <Suspense fallback={null}>
        {open && <DisbandDialog group={group} onClose={() => setOpen(false)} />}
      </Suspense>
    </WayOut>
  )
}
