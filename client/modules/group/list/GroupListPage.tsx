import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { GroupListPageQuery } from '../../../__generated__/GroupListPageQuery.graphql.ts'
import { useConnection } from '../../../relay/list/connection.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LiveMark } from '../../../ui/feedback/LiveMark.tsx'
import { NewRowsPill } from '../../../ui/feedback/NewRowsPill.tsx'
import { ListFrame } from '../../../ui/layout/ListFrame.tsx'
import { Pager } from '../../../ui/layout/Pager.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { NewGroupButton } from '../form/NewGroupButton.tsx'
import { GroupCard } from './GroupCard.tsx'
import { GroupFilters } from './GroupFilters.tsx'
import { groupList, SIZES } from './groupList.ts'
import { useGroupsLive } from './useGroupsLive.ts'

/** The groups of the site. */
export function GroupListPage({ queryRef }: PageProps<GroupListPageQuery>) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const connection = useConnection()
  const [search] = useSearchParams()
  const list = groupList.read(search)
  const data = usePreloadedQuery<GroupListPageQuery>(
    graphql`
      query GroupListPageQuery($filter: GroupFilter, $first: Int, $offset: Int) {
        viewer {
          user {
            id
          }
        }
        ...NewGroupButton_query
        groups(filter: $filter, first: $first, offset: $offset) {
          totalCount
          edges {
            node {
              id
              version
              ...GroupCard_group
            }
          }
        }
      }
    `,
    queryRef,
  )
  const { totalCount, edges } = data.groups
  const rows = edges.map(({ node }) => node)
  const { waiting, show } = useGroupsLive(queryRef.variables, rows)
  const isOnlyMine = list.isMine && !groupList.isFiltered({ ...list, isMine: false })
  return (
    <ListFrame
      title={t('group:list.title')}
      note={
        <Box
          sx={{ display: 'flex', gap: 3, pt: 1, color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}
        >
          {t('group:list.total', { count: totalCount, total: formatNumber(totalCount, i18n.language) })}
          <LiveMark state={connection} />
        </Box>
      }
      actions={<NewGroupButton query={data} />}
      filters={<GroupFilters list={list} isGuest={!data.viewer} />}
    >
      <NewRowsPill count={waiting} onShow={show} />
      {totalCount > 0 ? (
        <Box component="ul" aria-label={t('group:list.title')} sx={GRID}>
          {rows.map((row) => (
            <GroupCard key={row.id} group={row} />
          ))}
        </Box>
      ) : (
        <Paper variant="outlined">
          {groupList.isFiltered(list) ? (
            <EmptyState
              title={isOnlyMine ? t('group:list.none') : t('group:list.nothing')}
              text={isOnlyMine ? t('group:list.noneHint') : t('group:list.nothingHint')}
            >
              <Button variant="contained" color="primary" href={groupList.path}>
                {t('group:list.clear')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('group:list.empty')} text={t('group:list.emptyHint')} />
          )}
        </Paper>
      )}
      {totalCount > 0 && (
        <Pager
          page={list.page}
          size={list.size}
          sizes={SIZES}
          total={totalCount}
          href={(page, size) => groupList.href(list, { page, size })}
          onNavigate={navigate}
        />
      )}
    </ListFrame>
  )
}

const GRID = {
  display: 'grid',
  gap: 3,
  gridTemplateColumns: {
    xs: 'minmax(0,1fr)',
    md: 'repeat(2, minmax(0,1fr))',
    lg: 'repeat(3, minmax(0,1fr))',
  },
} as const
