import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { ManagedTrainingsPageQuery } from '../../../__generated__/ManagedTrainingsPageQuery.graphql.ts'
import type { ManagedTrainingsPageSubscription } from '../../../__generated__/ManagedTrainingsPageSubscription.graphql.ts'
import { AdminPage } from '../../../app/admin/AdminPage.tsx'
import type { PageProps } from '../../../relay/page.tsx'
import { useLive } from '../../../relay/useLive.ts'
import { useReadAgain } from '../../../relay/useReadAgain.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { SearchField } from '../../../ui/controls/SearchField.tsx'
import { FilterBar } from '../../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { ManagedTrainingTable } from './ManagedTrainingTable.tsx'
import { managedTrainings, NEW_TRAINING } from './managedTrainings.ts'

/** Longest delay (ms) before the list is reloaded after a change. */
const WITHIN = 800

/** Trainings of the site for staff, their own hidden ones included. */
export function ManagedTrainingsPage({ queryRef }: PageProps<ManagedTrainingsPageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const list = managedTrainings.read(search)
  const data = usePreloadedQuery<ManagedTrainingsPageQuery>(
    graphql`
      query ManagedTrainingsPageQuery($keyword: String, $first: Int, $offset: Int) {
        managedTrainings(filter: { keyword: $keyword }, first: $first, offset: $offset) {
          ...ManagedTrainingTable_trainings
        }
      }
    `,
    queryRef,
  )
  const readAgain = useReadAgain(WITHIN)
  // The stream has visible trainings only: one that leaves it may have been hidden, and stays in this list.
  useLive<ManagedTrainingsPageSubscription>(
    graphql`
      subscription ManagedTrainingsPageSubscription {
        trainingsChanged {
          change
          training {
            id
            ...ManagedTrainingTable_row
          }
        }
      }
    `,
    data.managedTrainings ? {} : null,
    { onEvent: readAgain },
  )

  return (
    <AdminPage
      title={t('admin:page.TRAININGS')}
      actions={
        <Button href={NEW_TRAINING} variant="contained" color="primary" startIcon={<Icon name="plus" />}>
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
          onSearch={(keyword) => void navigate(managedTrainings.href(list, { keyword }))}
        />
      </FilterBar>
      {data.managedTrainings && <ManagedTrainingTable list={list} trainings={data.managedTrainings} />}
    </AdminPage>
  )
}
