import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { ManagedGroupProblemsPageQuery } from '../../../__generated__/ManagedGroupProblemsPageQuery.graphql.ts'
import { AdminPage } from '../../../app/admin/AdminPage.tsx'
import { useAdministrationLive } from '../../../app/admin/useAdministrationLive.ts'
import { found } from '../../../relay/found.ts'
import { useFilter } from '../../../relay/list/useFilter.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { SearchField } from '../../../ui/controls/SearchField.tsx'
import { FilterBar } from '../../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { newProblemHref } from '../../problem/adminAddresses.ts'
import { groupProblems, SHOWN } from './groupProblems.ts'
import { ManagedGroupTable } from './ManagedGroupTable.tsx'

/** Administration of the problems of a group; rows of others can be changed by its roots only. */
export function ManagedGroupProblemsPage({ queryRef }: PageProps<ManagedGroupProblemsPageQuery>) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { group } = usePreloadedQuery<ManagedGroupProblemsPageQuery>(
    graphql`
      query ManagedGroupProblemsPageQuery(
        $number: Int!
        $keyword: String
        $visibility: ProblemVisibility
        $first: Int
        $offset: Int
      ) {
        group(number: $number) {
          id
          number
          managedProblems(keyword: $keyword, visibility: $visibility, first: $first, offset: $offset) {
            ...ManagedGroupTable_problems
          }
        }
      }
    `,
    queryRef,
  )
  const { id, number, managedProblems } = found(group)
  useAdministrationLive('PROBLEMS', id)
  const address = groupProblems(number)
  const list = address.read(search)
  const go = useFilter(address, list)
  return (
    <AdminPage
      title={t('problemAdmin:manage')}
      actions={
        <Button
          href={newProblemHref(number)}
          variant="contained"
          color="primary"
          startIcon={<Icon name="plus" />}
        >
          {t('problemAdmin:create')}
        </Button>
      }
    >
      <FilterBar>
        <SearchField
          label={t('problemAdmin:searchInGroup')}
          value={list.keyword}
          maxLength={100}
          width={{ xs: '100%', sm: 280 }}
          onSearch={(keyword) => go({ keyword })}
        />
        <Picker
          label={t('problemAdmin:filter.visibility')}
          value={list.visibility ?? ''}
          options={[
            { value: '', label: t('problemAdmin:any') },
            ...SHOWN.map((value) => ({ value, label: t(`problemAdmin:visibility.${value}`) })),
          ]}
          onChange={(value) => go({ visibility: SHOWN.find((one) => one === value) ?? null })}
        />
      </FilterBar>
      <ManagedGroupTable list={list} group={number} problems={found(managedProblems)} />
    </AdminPage>
  )
}
