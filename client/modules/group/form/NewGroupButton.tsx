import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { NewGroupButton_query$key } from '../../../__generated__/NewGroupButton_query.graphql.ts'
import { retryImport } from '../../../relay/retryImport.ts'
import { ButtonWithReason } from '../../../ui/controls/ButtonWithReason.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

const load = async () => (await retryImport(() => import('./CreateGroupDialog.tsx'))).CreateGroupDialog
const CreateGroupDialog = lazyPart(load)

/** Opens the form of a new group, for logged-in users. */
export function NewGroupButton(props: { query: NewGroupButton_query$key }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { viewer, viewerCanCreateGroups } = useFragment(
    graphql`
      fragment NewGroupButton_query on Query {
        viewerCanCreateGroups
        viewer {
          permissions
        }
      }
    `,
    props.query,
  )
  if (!viewer) return null
  return (
    <>
      <ButtonWithReason
        variant="contained"
        color="primary"
        startIcon={<Icon name="plus" />}
        disabledReason={viewerCanCreateGroups ? null : t('group:form.barred')}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        {t('group:form.create')}
      </ButtonWithReason>
      <Suspense fallback={null}>{open && <CreateGroupDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
