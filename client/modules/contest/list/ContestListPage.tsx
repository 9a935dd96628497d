import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { ContestListPageQuery } from '../../../__generated__/ContestListPageQuery.graphql.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ListFrame } from '../../../ui/layout/ListFrame.tsx'
import { Pager } from '../../../ui/layout/Pager.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { Place } from '../../group/place.ts'
import { usePlace } from '../../group/usePlace.ts'
import { BoardButton } from '../BoardButton.tsx'
import { managedContests, newContestHref } from '../organising/managedContests.ts'
import { ContestFilters } from './ContestFilters.tsx'
import { ContestRow } from './ContestRow.tsx'
import { contestList } from './contestList.ts'
import { useContestsLive } from './useContestsLive.ts'

/** The contests of the site or a group: upcoming, running and ended. */
export function ContestListPage({ queryRef }: PageProps<ContestListPageQuery>) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const place = usePlace()
  const address = contestList(place)
  const list = address.read(search)
  const { group, contests } = usePreloadedQuery<ContestListPageQuery>(
    graphql`
      query ContestListPageQuery(
        $filter: ContestFilter
        $first: Int
        $offset: Int
        $group: Int!
        $isInGroup: Boolean!
      ) {
        group(number: $group) @include(if: $isInGroup) {
          id
          viewerCanManage
        }
        contests(filter: $filter, first: $first, offset: $offset) {
          totalCount
          edges {
            node {
              id
              ...ContestRow_contest
              ...BoardButton_contest
              ...useContestsLive_contests
            }
          }
        }
      }
    `,
    queryRef,
  )
  const rows = contests.edges.map(({ node }) => node)
  useContestsLive(rows, group?.id)
  return (
    <ListFrame
      width={1128}
      isPart={place !== null}
      title={t('contest:list.title')}
      note={
        <Box sx={{ pt: 1, color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
          {t('contest:list.total', {
            count: contests.totalCount,
            total: formatNumber(contests.totalCount, i18n.language),
          })}
        </Box>
      }
      actions={group?.viewerCanManage && <ManageButtons place={place} />}
      filters={<ContestFilters address={address} list={list} />}
    >
      <Paper variant="outlined">
        {contests.totalCount > 0 ? (
          <Box component="ul" aria-label={t('contest:list.title')}>
            {rows.map((row) => (
              <ContestRow key={row.id} contest={row}>
                <BoardButton contest={row} />
              </ContestRow>
            ))}
          </Box>
        ) : address.isFiltered(list) ? (
          <EmptyState title={t('contest:list.nothing')} text={t('contest:list.nothingHint')}>
            <Button variant="contained" color="primary" href={address.path}>
              {t('contest:list.clear')}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState title={t('contest:list.empty')} text={t('contest:list.emptyHint')} />
        )}
      </Paper>
      {contests.totalCount > 0 && (
        <Pager
          page={list.page}
          size={list.size}
          total={contests.totalCount}
          href={(page, size) => address.href(list, { page, size })}
          onNavigate={navigate}
        />
      )}
    </ListFrame>
  )
}

/** Tools of the administrators of a group. */
function ManageButtons({ place }: { place: Place }) {
  const { t } = useTranslation()
  return (
    <>
      <Button href={managedContests(place).path} startIcon={<Icon name="settings" />}>
        {t('organising:manage')}
      </Button>
      <Button
        href={newContestHref(place)}
        variant="contained"
        color="primary"
        startIcon={<Icon name="plus" />}
      >
        {t('organising:create')}
      </Button>
    </>
  )
}
