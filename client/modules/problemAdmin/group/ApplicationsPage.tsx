import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { ApplicationsPageQuery } from '../../../__generated__/ApplicationsPageQuery.graphql.ts'
import { AdminPage } from '../../../app/admin/AdminPage.tsx'
import { useAdministrationLive } from '../../../app/admin/useAdministrationLive.ts'
import { found } from '../../../relay/found.ts'
import { useFilter } from '../../../relay/list/useFilter.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { SearchField } from '../../../ui/controls/SearchField.tsx'
import { FilterBar } from '../../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { ApplicationTable } from './ApplicationTable.tsx'
import { applicationList } from './applicationList.ts'
import { APPLICATIONS } from './applications.ts'

/** Applications of groups for their problems to become public. */
export function ApplicationsPage({ queryRef }: PageProps<ApplicationsPageQuery>) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const list = applicationList.read(search)
  useAdministrationLive('APPLICATIONS')
  const { problemApplications } = usePreloadedQuery<ApplicationsPageQuery>(
    graphql`
      query ApplicationsPageQuery(
        $keyword: String
        $application: ProblemApplication
        $first: Int
        $offset: Int
      ) {
        problemApplications(
          keyword: $keyword
          application: $application
          first: $first
          offset: $offset
        ) {
          ...ApplicationTable_problems
        }
      }
    `,
    queryRef,
  )
  const go = useFilter(applicationList, list)
  return (
    <AdminPage title={t('admin:page.PROBLEM_APPLICATIONS')}>
      <FilterBar>
        <SearchField
          label={t('problemAdmin:searchInGroup')}
          value={list.keyword}
          maxLength={100}
          width={{ xs: '100%', sm: 280 }}
          onSearch={(keyword) => go({ keyword })}
        />
        <Picker
          label={t('problemAdmin:application.title')}
          value={list.application ?? ''}
          options={[
            { value: '', label: t('problemAdmin:any') },
            ...APPLICATIONS.map((value) => ({ value, label: t(`problemAdmin:application.${value}`) })),
          ]}
          onChange={(value) => go({ application: APPLICATIONS.find((one) => one === value) ?? null })}
        />
      </FilterBar>
      <ApplicationTable list={list} problems={found(problemApplications)} />
    </AdminPage>
  )
}
