import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type {
  AccountRow_account$data,
  AccountRow_account$key,
} from '../../__generated__/AccountRow_account.graphql.ts'
import type { AccountRowTestMutation } from '../../__generated__/AccountRowTestMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { StateChip } from './StateChip.tsx'

const ChangePassword = lazyPart(async () => (await import('./ChangePassword.tsx')).ChangePassword)
const RemoveAccount = lazyPart(async () => (await import('./RemoveAccount.tsx')).RemoveAccount)

type Props = {
  account: AccountRow_account$key
  /** Name of its bank. */
  bank: string
}

/** An account at a bank: its state, a test of its login, and its menu. */
export function AccountRow({ account, bank }: Props) {
  const { t } = useTranslation()
  const [act, setAct] = useState<'password' | 'remove' | null>(null)
  const data = useFragment(
    graphql`
      fragment AccountRow_account on BankAccount {
        id
        username
        trouble
        troubleWords
        suspendedAt
        isBusy
      }
    `,
    account,
  )
  const { id, username } = data
  const [test, { pending, words }] = useMutation<AccountRowTestMutation>(
    graphql`
      mutation AccountRowTestMutation($input: TestBankAccountInput!) {
        testBankAccount(input: $input) {
          ...AccountRow_account
        }
      }
    `,
    { quiet: true },
  )
  const close = () => setAct(null)
  return (
    <Box sx={{ py: 2, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0,1fr)' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <Box sx={{ typography: 'code', fontWeight: 500, overflowWrap: 'anywhere', minWidth: 0 }}>
          {username}
        </Box>
        <AccountState account={data} />
        <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center', gap: 1 }}>
          <Button
            size="small"
            loading={pending}
            aria-label={t('bank:account.testOf', { username })}
            onClick={async () => {
              if (await test({ input: { id } })) toast.success(t('bank:account.tested', { username }))
            }}
          >
            {t('bank:account.test')}
          </Button>
          <RowMenu
            name={username}
            acts={[
              { label: t('bank:account.changePassword'), icon: 'lock', onClick: () => setAct('password') },
              {
                label: t('bank:account.remove'),
                icon: 'cross',
                destructive: true,
                onClick: () => setAct('remove'),
              },
            ]}
          />
        </Box>
      </Box>
      <Trouble account={data} />
      {words && !pending && <FormAlert>{words}</FormAlert>}
      <Suspense>
        {act === 'password' && <ChangePassword id={id} username={username} bank={bank} onClose={close} />}
        {act === 'remove' && <RemoveAccount id={id} username={username} bank={bank} onClose={close} />}
      </Suspense>
    </Box>
  )
}

function AccountState({ account: { trouble, isBusy } }: { account: AccountRow_account$data }) {
  const { t } = useTranslation()
  if (trouble) return <StateChip tone="WA">{t('bank:account.out')}</StateChip>
  return isBusy ? (
    <StateChip tone="JG">{t('bank:account.busy')}</StateChip>
  ) : (
    <StateChip tone="AC">{t('bank:account.in')}</StateChip>
  )
}

/** Why an account is out of service, in our words and the bank's. */
function Trouble({ account: { trouble, troubleWords, suspendedAt } }: { account: AccountRow_account$data }) {
  const { t } = useTranslation()
  if (!trouble) return null
  return (
    <Box sx={{ typography: 'dense', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      <Box component="b" sx={{ fontWeight: 600, color: 'verdict.WA.fg' }}>
        {t(`bank:trouble.${trouble}`)}
      </Box>
      {suspendedAt && (
        <>
          {' · '}
          <RelativeTime at={suspendedAt} />
        </>
      )}
      {troubleWords && (
        <Box component="q" sx={{ display: 'block', mt: 0.5, quotes: 'none', color: 'text.tertiary' }}>
          {troubleWords}
        </Box>
      )}
    </Box>
  )
}
