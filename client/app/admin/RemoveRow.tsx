import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { toast } from '../toasts.ts'

type Props = {
  title: string
  confirm: string
  /** Returns null when the request failed. */
  remove: () => Promise<{ readonly refused: readonly { readonly message: string }[] } | null>
  /** Text after the removal. */
  gone: string
  onClose: () => void
  children: ReactNode
}

/** Confirms the removal of one row; a refusal stays in the dialog. */
export function RemoveRow({ title, confirm, remove, gone, onClose, children }: Props) {
  const { revalidate } = useRevalidator()
  const [refused, setRefused] = useState<string | null>(null)
  return (
    <Confirm
      title={title}
      confirm={confirm}
      destructive
      refused={refused}
      onConfirm={async () => {
        const answer = await remove()
        const [no] = answer?.refused ?? []
        setRefused(no?.message ?? null)
        if (!answer || no) return null
        toast.success(gone)
        void revalidate()
        return answer
      }}
      onClose={onClose}
    >
      {children}
    </Confirm>
  )
}
