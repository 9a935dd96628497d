import { type ReactNode, Suspense } from 'react'
import { useRevalidator } from 'react-router-dom'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { toast } from '../toasts.ts'

/** Result of removing rows. */
type Outcome = {
  readonly done: readonly unknown[]
  readonly refused: readonly { readonly rowId: string; readonly message: string }[]
}

type Props = {
  nameOf: (id: string) => string
  title: string
  confirm: string
  /** Returns null when the request failed. */
  remove: () => Promise<Outcome | null>
  /** Text for the number of removed rows. */
  gone: (count: number) => string
  /** Why nothing was removed. */
  refused: string | null
  onRemoved: () => void
  onClose: () => void
  /** What is removed with the rows, and what is kept. */
  children: ReactNode
}

/** Confirms the permanent removal of rows, and lists those that could not be removed. */
export function RemoveRows(props: Props) {
  const { nameOf, title, confirm, remove, gone, refused, onRemoved, onClose, children } = props
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const removeAll = async () => {
    const outcome = await remove()
    if (!outcome) return null
    if (outcome.done.length > 0) toast.success(gone(outcome.done.length))
    for (const { rowId, message } of outcome.refused)
      toast.error(t('ui:table.refusedRow', { name: nameOf(rowId), message }))
    onRemoved()
    void revalidate()
    return true
  }
  return (
    <Confirm
      title={title}
      confirm={confirm}
      destructive
      onConfirm={removeAll}
      refused={refused}
      onClose={onClose}
    >
      <Suspense fallback={<SkeletonRows rows={2} height={24} />}>{children}</Suspense>
    </Confirm>
  )
}
