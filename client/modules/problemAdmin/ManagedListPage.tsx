import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { ManagedListPageQuery } from '../../__generated__/ManagedListPageQuery.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { useAdministrationLive } from '../../app/admin/useAdministrationLive.ts'
import { useFilter } from '../../relay/list/useFilter.ts'
import type { PageProps } from '../../relay/page.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Picker } from '../../ui/controls/Picker.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { FilterBar } from '../../ui/layout/ListFrame.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { bankNameOf } from '../bank/banks.ts'
import { newProblemHref, VISIBILITIES } from '../problem/adminAddresses.ts'
import { DIFFICULTIES } from '../problem/list/problemList.ts'
import { ManagedTable } from './ManagedTable.tsx'
import { BANKS, managedList, ORDERS, SCORINGS } from './managedList.ts'

const ImportDialog = lazyPart(async () => (await import('./bank/ImportDialog.tsx')).ImportDialog)

/** List of the problems that the viewer manages, including hidden ones. */
export function ManagedListPage({ queryRef }: PageProps<ManagedListPageQuery>) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const list = managedList.read(search)
  useAdministrationLive('PROBLEMS')
  const [importing, setImporting] = useState(false)
  const { managedProblems, viewer } = usePreloadedQuery<ManagedListPageQuery>(
    graphql`
      query ManagedListPageQuery(
        $keyword: String
        $mine: Boolean
        $bank: String
        $visibility: ProblemVisibility
        $scoring: Scoring
        $difficulty: Difficulty
        $orderBy: ManagedProblemOrder
        $first: Int
        $offset: Int
      ) {
        managedProblems(
          keyword: $keyword
          mine: $mine
          bank: $bank
          visibility: $visibility
          scoring: $scoring
          difficulty: $difficulty
          orderBy: $orderBy
          first: $first
          offset: $offset
        ) {
          ...ManagedTable_problems
        }
        viewer {
          canSeeBanks
          ...ManagedTable_viewer
        }
      }
    `,
    queryRef,
  )
  const go = useFilter(managedList, list)
  const any = { value: '', label: t('problemAdmin:any') }

  return (
    <AdminPage
      title={t('admin:page.PROBLEMS')}
      actions={
        <>
          {viewer?.canSeeBanks && (
            <Button startIcon={<Icon name="download" />} onClick={() => setImporting(true)}>
              {t('bank:import.title')}
            </Button>
          )}
          <Button
            href={newProblemHref(null)}
            variant="contained"
            color="primary"
            startIcon={<Icon name="plus" />}
          >
            {t('problemAdmin:create')}
          </Button>
        </>
      }
    >
      <FilterBar>
        <SearchField
          label={t('problemAdmin:search')}
          value={list.keyword}
          maxLength={100}
          width={{ xs: '100%', sm: 280 }}
          onSearch={(keyword) => go({ keyword })}
        />
        <Picker
          label={t('problemAdmin:filter.bank')}
          value={list.bank ?? ''}
          options={[
            any,
            ...BANKS.map((value) => ({
              value,
              label: value === 'Mine' || value === 'ME' ? t(`problemAdmin:bank.${value}`) : bankNameOf(value),
            })),
          ]}
          onChange={(value) => go({ bank: BANKS.find((bank) => bank === value) ?? null })}
        />
        <Picker
          label={t('problemAdmin:filter.visibility')}
          value={list.visibility ?? ''}
          options={[
            any,
            ...VISIBILITIES.map((value) => ({ value, label: t(`problemAdmin:visibility.${value}`) })),
          ]}
          onChange={(value) => go({ visibility: VISIBILITIES.find((one) => one === value) ?? null })}
        />
        <Picker
          label={t('problemAdmin:filter.type')}
          value={list.scoring ?? ''}
          options={[any, ...SCORINGS.map((value) => ({ value, label: value }))]}
          onChange={(value) => go({ scoring: SCORINGS.find((one) => one === value) ?? null })}
        />
        <Picker
          label={t('problemAdmin:filter.difficulty')}
          value={list.difficulty ?? ''}
          options={[any, ...DIFFICULTIES.map((value) => ({ value, label: t(`ui:difficulty.${value}`) }))]}
          onChange={(value) => go({ difficulty: DIFFICULTIES.find((one) => one === value) ?? null })}
        />
        <Picker
          label={t('problemAdmin:filter.order')}
          value={list.order ?? ''}
          options={[
            { value: '', label: t('problemAdmin:order.NEWEST') },
            ...ORDERS.map((value) => ({ value, label: t(`problemAdmin:order.${value}`) })),
          ]}
          onChange={(value) => go({ order: ORDERS.find((one) => one === value) ?? null })}
        />
      </FilterBar>
      {managedProblems && viewer && <ManagedTable list={list} problems={managedProblems} viewer={viewer} />}
      <Suspense>{importing && <ImportDialog onClose={() => setImporting(false)} />}</Suspense>
    </AdminPage>
  )
}
