import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { Suspense, useId, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { BankCard_bank$data, BankCard_bank$key } from '../../__generated__/BankCard_bank.graphql.ts'
import type { BankCardMutation } from '../../__generated__/BankCardMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { AccountRow } from './AccountRow.tsx'
import { bankNameOf } from './banks.ts'
import { StateChip } from './StateChip.tsx'

const AddAccount = lazyPart(async () => (await import('./AddAccount.tsx')).AddAccount)

type Props = { bank: BankCard_bank$key; canConfigure: boolean }

/** One bank: its state, what it has to do, and its accounts. */
export function BankCard({ bank, canConfigure }: Props) {
  const { t } = useTranslation()
  const title = useId()
  const [adding, setAdding] = useState(false)
  const data = useFragment(
    graphql`
      fragment BankCard_bank on Bank {
        key
        name
        isOn
        isEnabled
        isEncrypted
        accountsOf
        waiting
        going
        accounts {
          id
          ...AccountRow_account
        }
      }
    `,
    bank,
  )
  const { key, name, accountsOf, accounts } = data
  const isBorrowing = accountsOf !== key
  return (
    <Paper component="section" variant="outlined" aria-labelledby={title} sx={{ p: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 2 }}>
        <Box component="h2" id={title} sx={{ typography: 'h2' }}>
          {name}
          {key !== name && (
            <Box component="span" sx={{ ml: 2, typography: 'code', color: 'text.tertiary' }}>
              {key}
            </Box>
          )}
        </Box>
        <BankStateChip bank={data} />
        <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center', gap: 4 }}>
          <Count name={t('bank:waiting')} count={data.waiting} />
          <Count name={t('bank:going')} count={data.going} />
          {canConfigure && <BankSwitch bank={key} name={name} isEnabled={data.isEnabled} />}
        </Box>
      </Box>
      <Box sx={{ mt: 3, pt: 3, borderTop: 1, borderColor: 'divider' }}>
        {isBorrowing ? (
          <Hint>{t('bank:borrows', { name: bankNameOf(accountsOf) })}</Hint>
        ) : accounts && accounts.length > 0 ? (
          <Box
            component="ul"
            aria-label={t('bank:accountsOf', { name })}
            sx={{ '& > li + li': { borderTop: 1, borderColor: 'divider' } }}
          >
            {accounts.map((account) => (
              <Box component="li" key={account.id}>
                <AccountRow account={account} bank={name} />
              </Box>
            ))}
          </Box>
        ) : (
          <Hint>{t(accounts ? 'bank:noAccount' : 'bank:accountsHidden')}</Hint>
        )}
        {canConfigure && !data.isEncrypted && <Hint>{t('bank:unencrypted', { name })}</Hint>}
        {canConfigure && !isBorrowing && (
          <Button
            size="small"
            startIcon={<Icon name="plus" size={14} />}
            aria-label={t('bank:account.addTo', { name })}
            onClick={() => setAdding(true)}
            sx={{ mt: 3 }}
          >
            {t('bank:account.add')}
          </Button>
        )}
      </Box>
      {adding && (
        <Suspense>
          <AddAccount bank={key} name={name} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Paper>
  )
}

function BankStateChip({ bank: { isOn, isEnabled, accounts } }: { bank: BankCard_bank$data }) {
  const { t } = useTranslation()
  if (isOn) return <StateChip tone="AC">{t('bank:state.ON')}</StateChip>
  return isEnabled ? (
    // Only an account that has gone out of service asks for attention.
    <StateChip tone={accounts?.length ? 'TLE' : 'CA'}>{t('bank:state.NO_ACCOUNT')}</StateChip>
  ) : (
    <StateChip tone="CA">{t('bank:state.OFF')}</StateChip>
  )
}

type SwitchProps = { bank: string; name: string; isEnabled: boolean }

function BankSwitch({ bank, name, isEnabled }: SwitchProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [change, { pending }] = useMutation<BankCardMutation>(graphql`
    mutation BankCardMutation($input: SwitchBankInput!) {
      switchBank(input: $input) {
        isEnabled
      }
    }
  `)
  return (
    <Box component="label" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, typography: 'dense' }}>
      <Switch
        checked={isEnabled}
        disabled={pending}
        aria-label={t('bank:switch', { name })}
        onChange={async (on) => {
          if (await change({ input: { bank, isEnabled: on } })) void revalidate()
        }}
      />
    </Box>
  )
}

function Count({ name, count }: { name: string; count: number }) {
  const { i18n } = useTranslation()
  return (
    <Box component="span" sx={{ typography: 'dense', color: 'text.tertiary', whiteSpace: 'nowrap' }}>
      {name}{' '}
      <Box
        component="b"
        sx={{
          fontWeight: 600,
          color: count > 0 ? 'text.primary' : 'inherit',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {formatNumber(count, i18n.language)}
      </Box>
    </Box>
  )
}

const Hint = ({ children }: { children: string }) => (
  <Box component="p" sx={{ typography: 'dense', color: 'text.secondary' }}>
    {children}
  </Box>
)
