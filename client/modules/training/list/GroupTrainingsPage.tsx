import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useRevalidator, useSearchParams } from 'react-router-dom'
import type { GroupTrainingsPageQuery } from '../../../__generated__/GroupTrainingsPageQuery.graphql.ts'
import { found } from '../../../relay/found.ts'
import { useConnection } from '../../../relay/list/connection.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { LiveMark } from '../../../ui/feedback/LiveMark.tsx'
import { NewRowsPill } from '../../../ui/feedback/NewRowsPill.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { FilterBar } from '../../../ui/layout/ListFrame.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useOwnJudged } from '../../problem/useOwnJudged.ts'
import { managedTrainings, newTrainingHref } from '../admin/managedTrainings.ts'
import { TrainingFilters } from './TrainingFilters.tsx'
import { TrainingTable } from './TrainingTable.tsx'
import { trainingList } from './trainingList.ts'
import { useTrainingsLive } from './useTrainingsLive.ts'

/** The trainings of a group, for its members; the administrators find their tools here. */
export function GroupTrainingsPage({ queryRef }: PageProps<GroupTrainingsPageQuery>) {
  const { t, i18n } = useTranslation()
  const connection = useConnection()
  const { revalidate } = useRevalidator()
  const [search] = useSearchParams()
  const data = usePreloadedQuery<GroupTrainingsPageQuery>(
    graphql`
      query GroupTrainingsPageQuery($number: Int!, $filter: TrainingFilter, $first: Int, $offset: Int) {
        group(number: $number) {
          number
          viewerCanManage
        }
        trainingCategories {
          ...TrainingFilters_categories
        }
        trainings(filter: $filter, first: $first, offset: $offset) {
          totalCount
          ...TrainingTable_trainings
          edges {
            node {
              id
              version
            }
          }
        }
      }
    `,
    queryRef,
  )
  const { trainingCategories, trainings } = data
  const { number, viewerCanManage } = found(data.group)
  const list = trainingList(number).read(search)
  const { filter, first, offset } = queryRef.variables
  const { waiting, show, fresh } = useTrainingsLive(
    { filter, first, offset },
    trainings.edges.map(({ node }) => node),
  )
  useOwnJudged({ everywhere: true }, () => void revalidate())
  return (
    <section aria-labelledby="group-trainings">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 3 }}>
        <Box component="h2" id="group-trainings" sx={{ typography: 'h3' }}>
          {t('training:list.title')}
        </Box>
        <Box sx={{ display: 'flex', gap: 3, color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
          {t('training:list.total', {
            count: trainings.totalCount,
            total: formatNumber(trainings.totalCount, i18n.language),
          })}
          <LiveMark state={connection} />
        </Box>
        {viewerCanManage && (
          <Box sx={{ display: 'flex', gap: 2, ml: 'auto' }}>
            <Button href={managedTrainings(number).path} startIcon={<Icon name="settings" />}>
              {t('training:list.manage')}
            </Button>
            <Button
              href={newTrainingHref(number)}
              variant="contained"
              color="primary"
              startIcon={<Icon name="plus" />}
            >
              {t('training:list.create')}
            </Button>
          </Box>
        )}
      </Box>
      <FilterBar>
        <TrainingFilters list={list} categories={trainingCategories} />
      </FilterBar>
      <NewRowsPill count={waiting} onShow={show} />
      <TrainingTable list={list} trainings={trainings} fresh={fresh} />
    </section>
  )
}

export const GroupTrainingsSkeleton = () => (
  <Box>
    <Skeleton width={160} height={30} sx={{ mb: 3 }} />
    <Paper variant="outlined" sx={{ px: 3 }}>
      <SkeletonRows rows={8} />
    </Paper>
  </Box>
)
