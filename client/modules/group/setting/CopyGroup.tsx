import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { CopyGroup_group$key } from '../../../__generated__/CopyGroup_group.graphql.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { FormCard } from '../../../ui/form/FormCard.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

const CopyGroupDialog = lazyPart(async () => (await import('./CopyGroupDialog.tsx')).CopyGroupDialog)

/** Card of the settings that copies a group for the next term. */
export function CopyGroup(props: { group: CopyGroup_group$key }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const group = useFragment(
    graphql`
      fragment CopyGroup_group on Group {
        ...CopyGroupDialog_group
      }
    `,
    props.group,
  )
  return (
    <FormCard title={t('groupAdmin:copy.title')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 2 }}>
        <Box sx={{ flex: '1 1 280px', typography: 'dense', color: 'text.secondary' }}>
          {t('groupAdmin:copy.text')}
        </Box>
        <Button startIcon={<Icon name="copy" />} onClick={() => setOpen(true)}>
          {t('groupAdmin:copy.act')}
        </Button>
      </Box>
      <Suspense>{open && <CopyGroupDialog group={group} onClose={() => setOpen(false)} />}</Suspense>
    </FormCard>
  )
}
