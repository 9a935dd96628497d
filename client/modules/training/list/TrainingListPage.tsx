import Box from '@mui/material/Box'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useRevalidator, useSearchParams } from 'react-router-dom'
import type { TrainingListPageQuery } from '../../../__generated__/TrainingListPageQuery.graphql.ts'
import { useConnection } from '../../../relay/list/connection.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { LiveMark } from '../../../ui/feedback/LiveMark.tsx'
import { NewRowsPill } from '../../../ui/feedback/NewRowsPill.tsx'
import { ListFrame } from '../../../ui/layout/ListFrame.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useOwnJudged } from '../../problem/useOwnJudged.ts'
import { TrainingFilters } from './TrainingFilters.tsx'
import { TrainingTable } from './TrainingTable.tsx'
import { trainingList } from './trainingList.ts'
import { useTrainingsLive } from './useTrainingsLive.ts'

/** The trainings of the site. */
export function TrainingListPage({ queryRef }: PageProps<TrainingListPageQuery>) {
  const { t, i18n } = useTranslation()
  const connection = useConnection()
  const { revalidate } = useRevalidator()
  const [search] = useSearchParams()
  const list = trainingList(null).read(search)
  const { viewer, trainingCategories, trainings } = usePreloadedQuery<TrainingListPageQuery>(
    graphql`
      query TrainingListPageQuery($filter: TrainingFilter, $first: Int, $offset: Int) {
        viewer {
          user {
            id
          }
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
  const { waiting, show, fresh } = useTrainingsLive(
    queryRef.variables,
    trainings.edges.map(({ node }) => node),
  )
  useOwnJudged(viewer ? {} : null, () => void revalidate())
  return (
    <ListFrame
      title={t('training:list.title')}
      note={
        <Box
          sx={{ display: 'flex', gap: 3, pt: 1, color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}
        >
          {t('training:list.total', {
            count: trainings.totalCount,
            total: formatNumber(trainings.totalCount, i18n.language),
          })}
          <LiveMark state={connection} />
        </Box>
      }
      filters={<TrainingFilters list={list} categories={trainingCategories} />}
    >
      <NewRowsPill count={waiting} onShow={show} />
      <TrainingTable list={list} trainings={trainings} fresh={fresh} />
    </ListFrame>
  )
}
