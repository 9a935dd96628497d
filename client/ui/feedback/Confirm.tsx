import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../lazyPart.ts'
import type { ConfirmDialog } from './ConfirmDialog.tsx'

const load = async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog
const Dialog = lazyPart(load)

/** A ConfirmDialog whose code comes when something is first to be confirmed. */
export const Confirm = (props: ComponentProps<typeof ConfirmDialog>) => (
  <Suspense>
    <Dialog {...props} />
  </Suspense>
)

/** Brings its code before it is needed, where it may have to ask without a line. */
export const warmConfirm = () => void load().catch(() => undefined)
