import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { AccountListPageQuery } from '../../__generated__/AccountListPageQuery.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { useAdministrationLive } from '../../app/admin/useAdministrationLive.ts'
import { useFilter } from '../../relay/list/useFilter.ts'
import type { PageProps } from '../../relay/page.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Picker } from '../../ui/controls/Picker.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { FilterBar } from '../../ui/layout/ListFrame.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { AccountTable } from './AccountTable.tsx'
import { accountList, ROLES, STATES } from './accountList.ts'

const CreateAccount = lazyPart(async () => (await import('./CreateAccount.tsx')).CreateAccount)
const ImportAccounts = lazyPart(async () => (await import('./ImportAccounts.tsx')).ImportAccounts)
const GenerateAccounts = lazyPart(async () => (await import('./GenerateAccounts.tsx')).GenerateAccounts)
const MakingStrip = lazyPart(async () => (await import('./MakingStrip.tsx')).MakingStrip)

/** All accounts, for super administrators. */
export function AccountListPage({ queryRef }: PageProps<AccountListPageQuery>) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const list = accountList.read(search)
  useAdministrationLive('ACCOUNTS')
  const { accounts } = usePreloadedQuery<AccountListPageQuery>(
    graphql`
      query AccountListPageQuery(
        $keyword: String
        $role: Role
        $isBanned: Boolean
        $onlyStaff: Boolean
        $first: Int
        $offset: Int
      ) {
        accounts(
          keyword: $keyword
          role: $role
          isBanned: $isBanned
          onlyStaff: $onlyStaff
          first: $first
          offset: $offset
        ) {
          ...AccountTable_accounts
        }
      }
    `,
    queryRef,
  )
  const [making, setMaking] = useState<'one' | 'import' | 'generate' | null>(null)
  const [begun, setBegun] = useState(0)
  const close = () => setMaking(null)
  const begin = () => {
    close()
    setBegun((count) => count + 1)
  }
  const go = useFilter(accountList, list)

  return (
    <AdminPage
      title={t('admin:page.USERS')}
      actions={
        <>
          <Button startIcon={<Icon name="upload" />} onClick={() => setMaking('import')}>
            {t('account:import')}
          </Button>
          <Button startIcon={<Icon name="users" />} onClick={() => setMaking('generate')}>
            {t('account:generate')}
          </Button>
          <Button startIcon={<Icon name="plus" />} onClick={() => setMaking('one')}>
            {t('account:create')}
          </Button>
        </>
      }
    >
      <Suspense>
        <MakingStrip begun={begun} />
      </Suspense>
      <FilterBar>
        <SearchField
          label={t('account:search')}
          value={list.keyword}
          maxLength={100}
          width={{ xs: '100%', sm: 320 }}
          onSearch={(keyword) => go({ keyword })}
        />
        <Picker
          label={t('account:field.role')}
          value={list.role ?? ''}
          options={[
            { value: '', label: t('account:any') },
            ...ROLES.map((value) => ({ value, label: t(`account:role.${value}`) })),
          ]}
          onChange={(value) => go({ role: ROLES.find((role) => role === value) ?? null })}
        />
        <Picker
          label={t('account:column.state')}
          value={list.state ?? ''}
          options={[
            { value: '', label: t('account:any') },
            ...STATES.map((value) => ({ value, label: t(`account:state.${value}`) })),
          ]}
          onChange={(value) => go({ state: STATES.find((state) => state === value) ?? null })}
        />
        <Segments
          label={t('account:who')}
          value={list.onlyStaff ? 'STAFF' : 'ALL'}
          segments={[
            { value: 'ALL', label: t('account:any') },
            { value: 'STAFF', label: t('account:onlyStaff') },
          ]}
          onChange={(who) => go({ onlyStaff: who === 'STAFF' })}
        />
      </FilterBar>
      {accounts && <AccountTable list={list} accounts={accounts} />}
      <Suspense>
        {making === 'one' && <CreateAccount onClose={close} />}
        {making === 'import' && <ImportAccounts onBegun={begin} onClose={close} />}
        {making === 'generate' && <GenerateAccounts onBegun={begin} onClose={close} />}
      </Suspense>
    </AdminPage>
  )
}
