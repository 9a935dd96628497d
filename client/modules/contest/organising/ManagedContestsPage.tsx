import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { ManagedContestsPageQuery } from '../../../__generated__/ManagedContestsPageQuery.graphql.ts'
import { AdminPage } from '../../../app/admin/AdminPage.tsx'
import { useAdministrationLive } from '../../../app/admin/useAdministrationLive.ts'
import { useFilter } from '../../../relay/list/useFilter.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { SearchField } from '../../../ui/controls/SearchField.tsx'
import { FilterBar } from '../../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { ManagedContestTable } from './ManagedContestTable.tsx'
import { ACCESSES, managedContests, newContestHref, STATUSES, TYPES } from './managedContests.ts'

/** Administration of the contests of the site or of a group; hidden ones are listed for their organisers. */
export function ManagedContestsPage({ queryRef }: PageProps<ManagedContestsPageQuery>) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const place = usePlace()
  const address = managedContests(place)
  const list = address.read(search)
  const data = usePreloadedQuery<ManagedContestsPageQuery>(
    graphql`
      query ManagedContestsPageQuery($filter: ManagedContestFilter, $first: Int, $offset: Int) {
        managedContests(filter: $filter, first: $first, offset: $offset) {
          ...ManagedContestTable_contests
        }
      }
    `,
    queryRef,
  )
  useAdministrationLive('CONTESTS', queryRef.variables.filter?.groupId ?? null)
  const go = useFilter(address, list)
  const any = { value: '', label: t('organising:any') }

  return (
    <AdminPage
      title={t(place === null ? 'admin:page.CONTESTS' : 'organising:manage')}
      actions={
        <Button
          href={newContestHref(place)}
          variant="contained"
          color="primary"
          startIcon={<Icon name="plus" />}
        >
          {t('organising:create')}
        </Button>
      }
    >
      <FilterBar>
        <SearchField
          label={t('organising:search')}
          value={list.keyword}
          maxLength={100}
          width={{ xs: '100%', sm: 280 }}
          onSearch={(keyword) => go({ keyword })}
        />
        <Picker
          label={t('organising:column.status')}
          value={list.status ?? ''}
          options={[any, ...STATUSES.map((value) => ({ value, label: t(`contest:status.${value}`) }))]}
          onChange={(value) => go({ status: STATUSES.find((one) => one === value) ?? null })}
        />
        <Picker
          label={t('organising:column.type')}
          value={list.type ?? ''}
          options={[any, ...TYPES.map((value) => ({ value, label: value }))]}
          onChange={(value) => go({ type: TYPES.find((one) => one === value) ?? null })}
        />
        <Picker
          label={t('organising:column.access')}
          value={list.access ?? ''}
          options={[any, ...ACCESSES.map((value) => ({ value, label: t(`contest:access.${value}`) }))]}
          onChange={(value) => go({ access: ACCESSES.find((one) => one === value) ?? null })}
        />
        <Picker
          label={t('organising:column.visible')}
          value={list.visible ?? ''}
          options={[
            any,
            { value: 'true', label: t('organising:shown') },
            { value: 'false', label: t('organising:hidden') },
          ]}
          onChange={(value) => go({ visible: value === 'true' || value === 'false' ? value : null })}
        />
      </FilterBar>
      {data.managedContests && <ManagedContestTable list={list} contests={data.managedContests} />}
    </AdminPage>
  )
}
