import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Suspense, useState } from 'react'
import { graphql, readInlineData, useFragment } from 'react-relay'
import type { AccountTable_accounts$key } from '../../__generated__/AccountTable_accounts.graphql.ts'
import type {
  AccountTable_row$data,
  AccountTable_row$key,
} from '../../__generated__/AccountTable_row.graphql.ts'
import { ListTable } from '../../relay/list/ListTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useSelection } from '../../ui/table/useSelection.ts'
import { formatDate } from '../../ui/text/format.ts'
import { TitleChip } from '../../ui/text/marks.tsx'
import { useKept } from '../../ui/useKept.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { type AccountList, accountList } from './accountList.ts'
import { EndAccounts } from './EndAccounts.tsx'

const EditAccount = lazyPart(async () => (await import('./EditAccount.tsx')).EditAccount)

const row = graphql`
  fragment AccountTable_row on Account @inline {
    id
    email
    realname
    isBanned
    user {
      username
      role
      titleName
      titleColor
      createdAt
    }
    ...EditAccount_account
  }
`

type Props = { list: AccountList; accounts: AccountTable_accounts$key }

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** One page of accounts, with their edit dialog and bulk actions. */
export function AccountTable({ list, accounts }: Props) {
  const { t } = useTranslation()
  const { edges, totalCount } = useFragment(
    graphql`
      fragment AccountTable_accounts on AccountConnection {
        totalCount
        edges {
          node {
            ...AccountTable_row
          }
        }
      }
    `,
    accounts,
  )
  const rows = edges.map(({ node }) => readInlineData<AccountTable_row$key>(row, node))
  const selection = useSelection(rows.map(({ id }) => id))
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.user.username ?? names[id] ?? id
  const [editing, setEditing] = useState<string | null>(null)
  const edited = useKept(
    rows.find(({ id }) => id === editing),
    editing,
  )
  const state = ({ isBanned }: AccountTable_row$data) => t(`account:state.${isBanned ? 'banned' : 'open'}`)

  const name = ({ id, user: { username, titleName, titleColor } }: AccountTable_row$data) => (
    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, minWidth: 0 }}>
      <Link
        component="button"
        type="button"
        color="text.primary"
        title={username}
        onClick={() => setEditing(id)}
        sx={{ ...oneLine, fontWeight: 500, minWidth: 0 }}
      >
        {username}
      </Link>
      <TitleChip name={titleName} color={titleColor} />
    </Box>
  )
  return (
    <>
      <EndAccounts
        selection={selection}
        nameOf={nameOf}
        onAct={() => setNames(Object.fromEntries(rows.map(({ id, user }) => [id, user.username])))}
      />
      <ListTable
        label={t('admin:page.USERS')}
        address={accountList}
        list={list}
        total={totalCount}
        rows={rows}
        rowKey={({ id }) => id}
        nameOf={({ user }) => user.username}
        selection={selection}
        columns={[
          { key: 'name', label: t('account:field.username'), grow: true, cell: name },
          {
            key: 'realname',
            label: t('account:field.realname'),
            from: 'xl',
            cell: ({ realname }) => (
              <Box title={realname ?? undefined} sx={{ maxWidth: 160, ...oneLine }}>
                {realname ?? ''}
              </Box>
            ),
          },
          { key: 'email', label: t('account:field.email'), from: 'lg', cell: ({ email }) => email ?? '' },
          { key: 'role', label: t('account:field.role'), cell: ({ user }) => t(`account:role.${user.role}`) },
          {
            key: 'created',
            label: t('account:column.created'),
            numeric: true,
            from: 'lg',
            cell: ({ user }) => formatDate(user.createdAt),
          },
          {
            key: 'state',
            label: t('account:column.state'),
            cell: (account) => (
              <Box component="span" sx={{ color: account.isBanned ? 'error.main' : 'text.secondary' }}>
                {state(account)}
              </Box>
            ),
          },
        ]}
        card={(account) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
              {name(account)}
              <Box sx={{ ...oneLine, typography: 'caption', color: 'text.tertiary' }}>
                {[t(`account:role.${account.user.role}`), account.realname, account.email]
                  .filter(Boolean)
                  .join(' · ')}
              </Box>
              {account.isBanned && (
                <Box sx={{ typography: 'caption', color: 'error.main' }}>{state(account)}</Box>
              )}
            </Box>
          </Box>
        )}
        empty={<EmptyState title={t('account:empty')} />}
        nothing={
          <EmptyState title={t('account:nothing')}>
            <Button href={accountList.path}>{t('account:all')}</Button>
          </EmptyState>
        }
      />
      {edited && (
        <Suspense>
          <EditAccount
            key={edited.id}
            account={edited}
            username={edited.user.username}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </>
  )
}
