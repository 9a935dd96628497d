import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { NewPostButton_query$key } from '../../../__generated__/NewPostButton_query.graphql.ts'
import { askedToLogin } from '../../../app/session/guards.ts'
import { retryImport } from '../../../relay/retryImport.ts'
import { ButtonWithReason } from '../../../ui/controls/ButtonWithReason.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

const load = async () => (await retryImport(() => import('./CreateDialog.tsx'))).CreateDialog
const CreateDialog = lazyPart(load)

type Props = {
  query: NewPostButton_query$key
  /** Display id of the problem to write about. */
  problem: string | null
  /** The group whose members read it; null: the site. */
  group: { readonly id: string; readonly viewerCanManage: boolean } | null
}

/** Opens the form of a new post; guests are asked to log in. */
export function NewPostButton({ problem, group, ...props }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { viewer, viewerCanPost } = useFragment(
    graphql`
      fragment NewPostButton_query on Query {
        viewerCanPost
        viewer {
          permissions
        }
      }
    `,
    props.query,
  )
  return (
    <>
      <ButtonWithReason
        variant="contained"
        color="primary"
        startIcon={<Icon name="plus" />}
        disabledReason={viewer && !viewerCanPost ? t('discussion:form.barred') : null}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => {
          if (!askedToLogin()) setOpen(true)
        }}
      >
        {t('discussion:form.create')}
      </ButtonWithReason>
      <Suspense fallback={null}>
        {open && (
          <CreateDialog
            problem={problem}
            groupId={group?.id ?? null}
            moderates={group?.viewerCanManage ?? viewer?.permissions.includes('discussion.moderate') ?? false}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
