import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { SystemNoticeListPageQuery } from '../../__generated__/SystemNoticeListPageQuery.graphql.ts'
import type { SystemNoticeListPageSubscription } from '../../__generated__/SystemNoticeListPageSubscription.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { useFilter } from '../../relay/list/useFilter.ts'
import { isReading, useLiveList } from '../../relay/list/useLiveList.ts'
import type { PageProps } from '../../relay/page.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Picker } from '../../ui/controls/Picker.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { NewRowsPill } from '../../ui/feedback/NewRowsPill.tsx'
import { FilterBar } from '../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { SystemNoticeTable } from './SystemNoticeTable.tsx'
import {
  AUDIENCES,
  NEW_SYSTEM_NOTICE,
  systemNoticeList,
  systemNoticeListVariables,
} from './systemNoticeList.ts'

/** Notices to accounts, for super administrators. */
export function SystemNoticeListPage({ queryRef }: PageProps<SystemNoticeListPageQuery>) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const list = systemNoticeList.read(search)
  const go = useFilter(systemNoticeList, list)
  const variables = systemNoticeListVariables(search)
  const { systemNotices } = usePreloadedQuery<SystemNoticeListPageQuery>(
    graphql`
      query SystemNoticeListPageQuery($keyword: String, $audience: NoticeAudience, $first: Int, $offset: Int) {
        systemNotices(keyword: $keyword, audience: $audience, first: $first, offset: $offset) {
          ...SystemNoticeTable_notices
        }
      }
    `,
    queryRef,
  )
  const { waiting, show, fresh } = useLiveList<SystemNoticeListPageSubscription>(
    graphql`
      subscription SystemNoticeListPageSubscription {
        systemNoticesChanged {
          change
          rowId
          systemNotice {
            id
            ...SystemNoticeTable_row
          }
        }
      }
    `,
    systemNotices ? {} : null,
    {
      list: JSON.stringify(variables),
      told: ({ systemNoticesChanged: { change, rowId } }) => ({ change, id: rowId }),
      find: (root) => root.getLinkedRecord('systemNotices', variables),
      edgeType: 'SystemNoticeEdge',
      most: variables.first,
      comesIn: () => list.page === 1 && !systemNoticeList.isFiltered(list) && !isReading(),
    },
  )

  return (
    <AdminPage
      title={t('admin:page.SYSTEM_NOTICES')}
      actions={
        <Button href={NEW_SYSTEM_NOTICE} variant="contained" color="primary" startIcon={<Icon name="plus" />}>
          {t('systemNotice:create')}
        </Button>
      }
    >
      <FilterBar>
        <SearchField
          label={t('systemNotice:search')}
          value={list.keyword}
          width={{ xs: '100%', sm: 280 }}
          onSearch={(keyword) => go({ keyword })}
        />
        <Picker
          label={t('systemNotice:form.audience')}
          value={list.audience ?? ''}
          options={[
            { value: '', label: t('systemNotice:any') },
            ...AUDIENCES.map((value) => ({ value, label: t(`systemNotice:audience.${value}`) })),
          ]}
          onChange={(value) => {
            const audience = AUDIENCES.find((one) => one === value) ?? null
            go({ audience })
          }}
        />
      </FilterBar>
      <NewRowsPill count={waiting} onShow={show} />
      {systemNotices && <SystemNoticeTable list={list} notices={systemNotices} fresh={fresh} />}
    </AdminPage>
  )
}
