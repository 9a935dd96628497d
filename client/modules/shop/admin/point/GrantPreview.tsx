import Box from '@mui/material/Box'
import type { GrantFormQuery$data } from '../../../../__generated__/GrantFormQuery.graphql.ts'
import { FormAlert } from '../../../../ui/form/FormAlert.tsx'
import { DataTable } from '../../../../ui/layout/DataTable.tsx'
import { formatNumber } from '../../../../ui/text/format.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { UserLink } from '../../../user/UserLink.tsx'
import { Amount } from '../../entry/Amount.tsx'

type Account = NonNullable<GrantFormQuery$data['grantPreview']>['accounts'][number]

type Props = { preview: NonNullable<GrantFormQuery$data['grantPreview']> }

/** What a grant does: the balance of each account before and after, and the names that refuse it. */
export function GrantPreview({ preview: { accounts, unknown } }: Props) {
  const { t, i18n } = useTranslation()
  const figure = (value: number) => formatNumber(value, i18n.language)
  const after = ({ amount, balance, isPossible }: Account) =>
    isPossible ? figure(balance + amount) : t('shop:admin.points.poor')
  const poor = accounts.filter(({ isPossible }) => !isPossible).map(({ user }) => user.username)
  const sum = accounts.reduce((all, { amount }) => all + amount, 0)
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {unknown.length > 0 && (
        <FormAlert>{t('shop:admin.points.unknown', { names: unknown.join(', ') })}</FormAlert>
      )}
      {poor.length > 0 && (
        <FormAlert>{t('shop:admin.points.poorNames', { names: poor.join(', ') })}</FormAlert>
      )}
      <Box sx={{ typography: 'body2' }}>
        {t('shop:admin.points.count', { count: accounts.length, sum: figure(sum) })}
      </Box>
      <DataTable
        label={t('shop:admin.points.preview')}
        rows={accounts}
        rowKey={({ user }) => user.id}
        card={(account) => (
          <Box sx={{ display: 'grid', gap: 1, flex: 1, minWidth: 0 }}>
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
              <UserLink user={account.user} />
              <Amount amount={account.amount} />
            </Box>
            <Box sx={{ typography: 'dense', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {`${figure(account.balance)} → ${after(account)}`}
            </Box>
          </Box>
        )}
        columns={[
          {
            key: 'user',
            label: t('shop:admin.points.account'),
            grow: true,
            cell: ({ user }) => <UserLink user={user} />,
          },
          {
            key: 'before',
            label: t('shop:admin.points.before'),
            numeric: true,
            cell: ({ balance }) => figure(balance),
          },
          {
            key: 'amount',
            label: t('shop:entry.amount'),
            numeric: true,
            cell: ({ amount }) => <Amount amount={amount} />,
          },
          { key: 'after', label: t('shop:admin.points.after'), numeric: true, cell: after },
        ]}
      />
    </Box>
  )
}
