import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useParams, useRevalidator, useSearchParams } from 'react-router-dom'
import type { DiscussionListPageQuery } from '../../../__generated__/DiscussionListPageQuery.graphql.ts'
import { useTitle } from '../../../app/title.ts'
import { found } from '../../../relay/found.ts'
import { useConnection } from '../../../relay/list/connection.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LiveMark } from '../../../ui/feedback/LiveMark.tsx'
import { NewRowsPill } from '../../../ui/feedback/NewRowsPill.tsx'
import { ListFrame } from '../../../ui/layout/ListFrame.tsx'
import { Pager } from '../../../ui/layout/Pager.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { managedPostsHref } from '../addresses.ts'
import { NewPostButton } from '../form/NewPostButton.tsx'
import { useOpenArea } from '../useOpenArea.ts'
import { CategoryPanel, DiscussionFilters } from './DiscussionFilters.tsx'
import { DiscussionRow } from './DiscussionRow.tsx'
import { discussionList, discussionListVariables } from './discussionList.ts'
import { useDiscussionsLive } from './useDiscussionsLive.ts'

/** The posts of the site, or of one problem. */
export function DiscussionListPage({ queryRef }: PageProps<DiscussionListPageQuery>) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const connection = useConnection()
  const [search] = useSearchParams()
  const { problemID = null } = useParams()
  const place = usePlace()
  const address = discussionList(place, problemID)
  const list = address.read(search)
  const data = usePreloadedQuery<DiscussionListPageQuery>(
    graphql`
      query DiscussionListPageQuery(
        $filter: DiscussionFilter
        $first: Int
        $offset: Int
        $displayId: String!
        $hasProblem: Boolean!
        $group: Int!
        $isInGroup: Boolean!
      ) {
        group(number: $group) @include(if: $isInGroup) {
          id
          viewerCanManage
        }
        site {
          openPublicDiscussion
          openGroupDiscussion
        }
        viewer {
          user {
            username
          }
        }
        ...NewPostButton_query
        discussionCategories {
          number
          name
        }
        problem(displayId: $displayId) @include(if: $hasProblem) {
          displayId
          title
        }
        discussions(filter: $filter, first: $first, offset: $offset) {
          totalCount
          edges {
            node {
              id
              ...DiscussionRow_discussion
            }
          }
        }
      }
    `,
    queryRef,
  )
  const { group, problem, discussionCategories: categories } = data
  const heading = problem
    ? t('discussion:list.titleOf', { id: problem.displayId })
    : t('discussion:list.title')
  useTitle(problem ? heading : null)
  const isOpen = useOpenArea(data.site)
  const variables = discussionListVariables(place, problemID, search)
  const { waiting, show } = useDiscussionsLive(isOpen ? variables : null)
  if (!isOpen) return null
  const discussions = found(data.discussions)
  const rows = discussions.edges.map(({ node }) => node)
  const filters = { address, list, categories }
  const actions = (
    <>
      {group?.viewerCanManage && place !== null && (
        <Button href={managedPostsHref(place)} startIcon={<Icon name="settings" />}>
          {t('discussion:list.manage')}
        </Button>
      )}
      <NewPostButton query={data} problem={problem?.displayId ?? null} group={group ?? null} />
    </>
  )
  return (
    <ListFrame
      isPart={place !== null}
      title={heading}
      note={
        <Box
          sx={{
            display: 'flex',
            gap: 3,
            pt: 1,
            color: 'text.tertiary',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {t('discussion:list.total', {
            count: discussions.totalCount,
            total: formatNumber(discussions.totalCount, i18n.language),
          })}
          <LiveMark state={connection} />
        </Box>
      }
      actions={actions}
      filters={<DiscussionFilters {...filters} />}
      aside={<CategoryPanel {...filters} />}
    >
      {problem && (
        <Link
          href={`/problem/${encodeURIComponent(problem.displayId)}`}
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, mb: 3, typography: 'dense' }}
        >
          <Icon name="left" size={14} />
          {t('discussion:list.toProblem', { title: problem.title })}
        </Link>
      )}
      <NewRowsPill count={waiting} onShow={show} />
      <Paper variant="outlined" sx={{ overflow: 'clip' }}>
        {discussions.totalCount > 0 ? (
          <Box component="ul" aria-label={heading}>
            {rows.map((row) => (
              <DiscussionRow
                key={row.id}
                discussion={row}
                viewer={data.viewer?.user.username ?? null}
                onRemoved={() => void revalidate()}
              />
            ))}
          </Box>
        ) : address.isFiltered({ ...list, isOwn: false }) ? (
          <EmptyState title={t('discussion:list.nothing')} text={t('discussion:list.nothingHint')}>
            <Button variant="contained" color="primary" href={address.path}>
              {t('discussion:list.clear')}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState
            title={list.isOwn ? t('discussion:list.none') : t('discussion:list.empty')}
            text={t('discussion:list.emptyHint')}
          />
        )}
      </Paper>
      {discussions.totalCount > 0 && (
        <Pager
          page={list.page}
          size={list.size}
          total={discussions.totalCount}
          href={(page, size) => address.href(list, { page, size })}
          onNavigate={navigate}
        />
      )}
    </ListFrame>
  )
}
