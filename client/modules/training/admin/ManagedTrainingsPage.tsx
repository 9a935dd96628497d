import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { ManagedTrainingsPageQuery } from '../../../__generated__/ManagedTrainingsPageQuery.graphql.ts'
import { AdminPage } from '../../../app/admin/AdminPage.tsx'
import { useAdministrationLive } from '../../../app/admin/useAdministrationLive.ts'
import { found } from '../../../relay/found.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { SearchField } from '../../../ui/controls/SearchField.tsx'
import { FilterBar } from '../../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { ManagedTrainingTable } from './ManagedTrainingTable.tsx'
import { managedTrainings, newTrainingHref } from './managedTrainings.ts'

/** Administration of the trainings of the site or of a group; hidden ones are listed for their managers. */
export function ManagedTrainingsPage({ queryRef }: PageProps<ManagedTrainingsPageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const place = usePlace()
  const address = managedTrainings(place)
  const list = address.read(search)
  const data = usePreloadedQuery<ManagedTrainingsPageQuery>(
    graphql`
      query ManagedTrainingsPageQuery($groupId: ID, $keyword: String, $first: Int, $offset: Int) {
        managedTrainings(
          filter: { groupId: $groupId, keyword: $keyword }
          first: $first
          offset: $offset
        ) {
          ...ManagedTrainingTable_trainings
        }
      }
    `,
    queryRef,
  )
  const trainings = found(data.managedTrainings)
  useAdministrationLive('TRAININGS', queryRef.variables.groupId ?? null)

  return (
    <AdminPage
      title={t(place === null ? 'admin:page.TRAININGS' : 'trainingAdmin:manage')}
      actions={
        <Button
          href={newTrainingHref(place)}
          variant="contained"
          color="primary"
          startIcon={<Icon name="plus" />}
        >
          {t('trainingAdmin:create')}
        </Button>
      }
    >
      <FilterBar>
        <SearchField
          label={t('trainingAdmin:search')}
          value={list.keyword}
          maxLength={100}
          width={{ xs: '100%', sm: 280 }}
          onSearch={(keyword) => void navigate(address.href(list, { keyword }))}
        />
      </FilterBar>
      <ManagedTrainingTable list={list} trainings={trainings} />
    </AdminPage>
  )
}
