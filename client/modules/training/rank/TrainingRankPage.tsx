import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { TrainingRankPageOwnQuery } from '../../../__generated__/TrainingRankPageOwnQuery.graphql.ts'
import type { TrainingRankPageQuery } from '../../../__generated__/TrainingRankPageQuery.graphql.ts'
import type { TrainingRankPageSubscription } from '../../../__generated__/TrainingRankPageSubscription.graphql.ts'
import { Section } from '../../../app/Section.tsx'
import { found } from '../../../relay/found.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { useFetchAgain } from '../../../relay/query/useFetchAgain.ts'
import { useLive } from '../../../relay/useLive.ts'
import { useSpread } from '../../../relay/useReadAgain.ts'
import { SearchField } from '../../../ui/controls/SearchField.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Columns } from '../../../ui/layout/Columns.tsx'
import { FilterBar } from '../../../ui/layout/ListFrame.tsx'
import { Pager } from '../../../ui/layout/Pager.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { trainingHref } from '../addresses.ts'
import { Introduction } from '../Introduction.tsx'
import { TrainingRegistration } from '../TrainingRegistration.tsx'
import { RankLegend } from './RankLegend.tsx'
import { RankTable } from './RankTable.tsx'
import { trainingRank } from './trainingRank.ts'

/** The viewer's place, which verdicts of others move, is read again within this time (ms). */
const OWN_WITHIN = 10_000

const own = graphql`
  query TrainingRankPageOwnQuery($number: Int!) {
    training(number: $number) {
      id
      viewerRankRow {
        place
        timeMs
      }
    }
  }
`

/** The rank of a private training, live: the stream brings the rows of the open page, made once for all viewers. */
export function TrainingRankPage({ queryRef }: PageProps<TrainingRankPageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const data = usePreloadedQuery<TrainingRankPageQuery>(
    graphql`
      query TrainingRankPageQuery($number: Int!, $keyword: String, $first: Int, $offset: Int) {
        viewer {
          user {
            id
          }
        }
        training(number: $number) {
          id
          number
          access
          lookBar
          viewerRankRow {
            place
          }
          rankRows(keyword: $keyword, first: $first, offset: $offset) {
            totalCount
            ...RankTable_rows
          }
          ...RankTable_training
          ...TrainingRegistration_training
          ...Introduction_training
        }
      }
    `,
    queryRef,
  )
  const training = found(data.training)
  const { number, access, lookBar, viewerRankRow, rankRows } = training
  const place = usePlace()
  const address = trainingRank(place, number)
  const list = address.read(search)
  const isRanked = access === 'PRIVATE' && !lookBar
  const readOwn = useSpread(useFetchAgain<TrainingRankPageOwnQuery>(own, { number }), OWN_WITHIN)
  const { keyword, first, offset } = queryRef.variables
  useLive<TrainingRankPageSubscription>(
    graphql`
      subscription TrainingRankPageSubscription($id: ID!, $keyword: String, $first: Int, $offset: Int) {
        trainingRankChanged(id: $id) {
          id
          rankRows(keyword: $keyword, first: $first, offset: $offset) {
            totalCount
            ...RankTable_rows
          }
        }
      }
    `,
    isRanked ? { id: training.id, keyword, first, offset } : null,
    { onEvent: () => viewerRankRow && readOwn() },
  )
  if (lookBar)
    return (
      <Columns
        main={
          <Section>
            <TrainingRegistration training={training} />
          </Section>
        }
        aside={<Introduction training={training} />}
      />
    )
  if (!isRanked || !rankRows)
    return (
      <Paper variant="outlined">
        <EmptyState title={t('training:rank.public')} text={t('training:rank.publicHint')}>
          <Button variant="contained" color="primary" href={`${trainingHref(place, number)}/problems`}>
            {t('training:rank.toProblems')}
          </Button>
        </EmptyState>
      </Paper>
    )
  const { totalCount } = rankRows
  return (
    <>
      <FilterBar>
        <SearchField
          label={t('training:rank.search')}
          value={list.keyword}
          maxLength={100}
          width={{ xs: '100%', sm: 240 }}
          onSearch={(keyword) => void navigate(address.href(list, { keyword }))}
        />
        {viewerRankRow && (
          <Button
            href={address.href(list, { keyword: '', page: Math.ceil(viewerRankRow.place / address.size) })}
          >
            {t('training:rank.mine', { place: viewerRankRow.place })}
          </Button>
        )}
        <RankLegend />
      </FilterBar>
      {totalCount > 0 ? (
        <RankTable
          list={address.href(list)}
          rows={rankRows}
          training={training}
          viewerId={data.viewer?.user.id ?? null}
        />
      ) : (
        <Paper variant="outlined">
          {list.keyword ? (
            <EmptyState title={t('training:rank.nothing')}>
              <Button href={address.path}>{t('training:rank.all')}</Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('training:rank.empty')} text={t('training:rank.emptyHint')} />
          )}
        </Paper>
      )}
      {totalCount > 0 && (
        <Pager
          fixed
          page={list.page}
          size={list.size}
          total={totalCount}
          href={(page) => address.href(list, { page })}
          onNavigate={navigate}
        />
      )}
    </>
  )
}
