import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { RemoveAccountMutation } from '../../__generated__/RemoveAccountMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = { id: string; username: string; bank: string; onClose: () => void }

/** Confirms the removal of an account. */
export function RemoveAccount({ id, username, bank, onClose }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [remove, { words }] = useMutation<RemoveAccountMutation>(
    graphql`
      mutation RemoveAccountMutation($input: RemoveBankAccountInput!) {
        removeBankAccount(input: $input) {
          key
        }
      }
    `,
    { quiet: true },
  )
  return (
    <ConfirmDialog
      title={t('bank:account.removeTitle', { username })}
      confirm={t('bank:account.remove')}
      destructive
      refused={words}
      onConfirm={async () => {
        const removed = await remove({ input: { id } })
        if (removed) {
          toast.success(t('bank:account.removed', { username }))
          void revalidate()
        }
        return removed
      }}
      onClose={onClose}
    >
      {t('bank:account.removeText', { name: bank })}
    </ConfirmDialog>
  )
}
