import { type ReactNode, Suspense } from 'react'
import { useRevalidator } from 'react-router-dom'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { toast } from '../toasts.ts'

/** What became of rows that were to be removed. */
type Outcome = {
  readonly done: readonly unknown[]
  readonly refused: readonly { readonly rowId: string; readonly message: string }[]
}

type Props = {
  nameOf: (id: string) => string
  title: string
  confirm: string
  /** Null when nothing was done. */
  remove: () => Promise<Outcome | null>
  /** Says that so many are gone. */
  gone: (count: number) => string
  /** Why nothing was done. */
  refused: string | null
  onRemoved: () => void
  onClose: () => void
  /** What goes with them, and what stays. */
  children: ReactNode
}

/** Asks before rows of a list are taken away for good, and says which of them had to stay. */
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
