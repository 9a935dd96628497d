import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { NoticeListPageQuery } from '../../__generated__/NoticeListPageQuery.graphql.ts'
import type { NoticeListPageSubscription } from '../../__generated__/NoticeListPageSubscription.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { isReading, useLiveList } from '../../relay/list/useLiveList.ts'
import type { PageProps } from '../../relay/page.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { NewRowsPill } from '../../ui/feedback/NewRowsPill.tsx'
import { FilterBar } from '../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { NoticeTable } from './NoticeTable.tsx'
import { NEW_NOTICE, noticeList, noticeListVariables } from './noticeList.ts'

/** All notices of the site for their authors, hidden ones included. */
export function NoticeListPage({ queryRef }: PageProps<NoticeListPageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const list = noticeList.read(search)
  const variables = noticeListVariables(search)
  const { siteNotices } = usePreloadedQuery<NoticeListPageQuery>(
    graphql`
      query NoticeListPageQuery($keyword: String, $first: Int, $offset: Int) {
        siteNotices(keyword: $keyword, first: $first, offset: $offset) {
          ...NoticeTable_notices
        }
      }
    `,
    queryRef,
  )
  const { waiting, show, fresh } = useLiveList<NoticeListPageSubscription>(
    graphql`
      subscription NoticeListPageSubscription {
        siteNoticesChanged(withHidden: true) {
          change
          rowId
          siteNotice {
            id
            ...NoticeTable_row
          }
        }
      }
    `,
    siteNotices ? {} : null,
    {
      list: JSON.stringify(variables),
      told: ({ siteNoticesChanged: { change, rowId } }) => ({ change, id: rowId }),
      find: (root) => root.getLinkedRecord('siteNotices', variables),
      edgeType: 'ManagedSiteNoticeEdge',
      most: variables.first,
      comesIn: () => list.page === 1 && !noticeList.isFiltered(list) && !isReading(),
    },
  )

  return (
    <AdminPage
      title={t('admin:page.SITE_NOTICES')}
      actions={
        <Button href={NEW_NOTICE} variant="contained" color="primary" startIcon={<Icon name="plus" />}>
          {t('notice:create')}
        </Button>
      }
    >
      <FilterBar>
        <SearchField
          label={t('notice:search')}
          value={list.keyword}
          width={{ xs: '100%', sm: 280 }}
          onSearch={(keyword) => void navigate(noticeList.href(list, { keyword }))}
        />
      </FilterBar>
      <NewRowsPill count={waiting} onShow={show} />
      {siteNotices && <NoticeTable list={list} notices={siteNotices} fresh={fresh} />}
    </AdminPage>
  )
}
