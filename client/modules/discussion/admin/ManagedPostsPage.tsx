import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useId } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { ManagedPostsPageQuery } from '../../../__generated__/ManagedPostsPageQuery.graphql.ts'
import { AdminPage } from '../../../app/admin/AdminPage.tsx'
import type { PageProps } from '../../../relay/page.tsx'
import { Tabs } from '../../../ui/controls/Tabs.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { CategorySection } from './CategorySection.tsx'
import { managedPosts, managedPostsVariables, TABS } from './managedPosts.ts'
import { PostSection } from './PostSection.tsx'
import { ReportSection } from './ReportSection.tsx'

const ADDRESS = managedPosts(null)

/** Administration of posts: all posts, reports, and categories for super administrators. */
export function ManagedPostsPage({ queryRef }: PageProps<ManagedPostsPageQuery>) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const id = useId()
  const list = ADDRESS.read(search)
  const variables = managedPostsVariables(search)
  const data = usePreloadedQuery<ManagedPostsPageQuery>(
    graphql`
      query ManagedPostsPageQuery(
        $withPosts: Boolean!
        $withReports: Boolean!
        $filter: DiscussionFilter
        $isChecked: Boolean
        $first: Int
        $offset: Int
      ) {
        site {
          openPublicDiscussion
          openGroupDiscussion
        }
        viewerCanEditDiscussionCategories
        openReports: discussionReports(first: 1, isChecked: false) {
          totalCount
        }
        discussionCategories {
          number
          name
          ...CategorySection_categories
        }
        discussions(filter: $filter, first: $first, offset: $offset) @include(if: $withPosts) {
          ...PostSection_discussions
        }
        discussionReports(isChecked: $isChecked, first: $first, offset: $offset) @include(if: $withReports) {
          ...ReportSection_reports
        }
      }
    `,
    queryRef,
  )
  const { site, discussions, discussionReports, discussionCategories } = data
  const waiting = data.openReports?.totalCount ?? 0
  const tabs = [
    'posts',
    ...TABS.filter((tab) => tab !== 'categories' || data.viewerCanEditDiscussionCategories),
  ]
  const open = list.tab ?? 'posts'
  return (
    <AdminPage title={t('admin:page.DISCUSSIONS')}>
      <Box sx={{ display: 'flex', borderBottom: 1, borderColor: 'divider', mb: 4 }}>
        <Tabs
          label={t('admin:page.DISCUSSIONS')}
          value={open}
          tabs={tabs.map((value) => ({
            value,
            id: `${id}${value}`,
            ...(value === open && { panel: `${id}panel` }),
            label: (
              <>
                {t(`discussion:admin.tab.${value as 'posts' | 'reports' | 'categories'}`)}
                {value === 'reports' && waiting > 0 && (
                  <Waiting>{formatNumber(waiting, i18n.language)}</Waiting>
                )}
              </>
            ),
          }))}
          onChange={(value) => {
            const tab = TABS.find((one) => one === value) ?? null
            void navigate(ADDRESS.href(ADDRESS.read(new URLSearchParams()), { tab }))
          }}
        />
      </Box>
      <Box role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${open}`}>
        {list.tab === 'categories' && data.viewerCanEditDiscussionCategories ? (
          <CategorySection categories={discussionCategories} />
        ) : list.tab === 'reports' && discussionReports ? (
          <ReportSection list={list} variables={variables} reports={discussionReports} />
        ) : !site.openPublicDiscussion && !site.openGroupDiscussion ? (
          <Paper variant="outlined">
            <EmptyState title={t('discussion:admin.closed')} text={t('discussion:admin.closedHint')} />
          </Paper>
        ) : (
          discussions && (
            <PostSection
              address={ADDRESS}
              list={list}
              variables={variables}
              discussions={discussions}
              categories={discussionCategories}
            />
          )
        )}
      </Box>
    </AdminPage>
  )
}

/** Number of reports that nobody has checked. */
const Waiting = ({ children }: { children: string }) => (
  <Box
    component="span"
    sx={{
      px: 1.5,
      borderRadius: 2,
      typography: 'caption',
      fontVariantNumeric: 'tabular-nums',
      bgcolor: 'surface.fill',
      color: 'text.secondary',
    }}
  >
    {children}
  </Box>
)
