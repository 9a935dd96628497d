import { Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { SessionDialogs_site$key } from '../../__generated__/SessionDialogs_site.graphql.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import {
  closeSessionDialog,
  openSessionDialog,
  type SessionDialogMode,
  useSessionDialog,
} from './sessionDialog.ts'

/** Props of the account dialog of modules/user, which has three modes. */
export type SessionDialogProps = {
  mode: SessionDialogMode
  siteName: string
  registrationOpen: boolean
  onMode: (mode: SessionDialogMode) => void
  onClose: () => void
}

const SessionDialog = lazyPart<SessionDialogProps>(
  async () => (await import('../../modules/user/SessionDialog.tsx')).SessionDialog,
)

/** The account dialog over any page; its code loads when it is first opened. */
export function SessionDialogs(props: { site: SessionDialogs_site$key }) {
  const mode = useSessionDialog()
  const site = useFragment(
    graphql`
      fragment SessionDialogs_site on Site {
        shortName
        registrationOpen
      }
    `,
    props.site,
  )
  if (!mode) return null
  return (
    <Suspense fallback={null}>
      <SessionDialog
        mode={mode}
        siteName={site.shortName}
        registrationOpen={site.registrationOpen}
        onMode={(next) => openSessionDialog(next)}
        onClose={closeSessionDialog}
      />
    </Suspense>
  )
}
