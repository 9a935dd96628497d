import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../lazyPart.ts'
import type { ConfirmDialog } from './ConfirmDialog.tsx'

const load = async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog
const Dialog = lazyPart(load)

/** A ConfirmDialog whose code loads on first use. */
export const Confirm = (props: ComponentProps<typeof ConfirmDialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
)

/** Preloads the dialog where it may be needed offline. */
export const warmConfirm = () => void load().catch(() => undefined)
