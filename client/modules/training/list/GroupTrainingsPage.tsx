import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useRevalidator, useSearchParams } from 'react-router-dom'
import type { GroupTrainingsPageQuery } from '../../../__generated__/GroupTrainingsPageQuery.graphql.ts'
import { found } from '../../../relay/found.ts'
import { useConnection } from '../../../relay/list/connection.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { LiveMark } from '../../../ui/feedback/LiveMark.tsx'
import { NewRowsPill } from '../../../ui/feedback/NewRowsPill.tsx'
import { ListFrame } from '../../../ui/layout/ListFrame.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useOwnJudged } from '../../problem/useOwnJudged.ts'
import { gradebookHref } from '../addresses.ts'
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
    <ListFrame
      isPart
      title={t('training:list.title')}
      note={
        <Box sx={{ display: 'flex', gap: 3, color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
          {t('training:list.total', {
            count: trainings.totalCount,
            total: formatNumber(trainings.totalCount, i18n.language),
          })}
          <LiveMark state={connection} />
        </Box>
      }
      actions={
        <>
          <Button href={gradebookHref(number)} startIcon={<Icon name="chart" />}>
            {t('training:list.gradebook')}
          </Button>
          {viewerCanManage && (
            <>
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
            </>
          )}
        </>
      }
      filters={<TrainingFilters list={list} categories={trainingCategories} />}
    >
      <NewRowsPill count={waiting} onShow={show} />
      <TrainingTable list={list} trainings={trainings} fresh={fresh} />
    </ListFrame>
  )
}
