import { graphql, useFragment } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { ManagedPostsPageQuery } from '../../../__generated__/ManagedPostsPageQuery.graphql.ts'
import type { ReportSection_reports$key } from '../../../__generated__/ReportSection_reports.graphql.ts'
import type { ReportSectionPostsSubscription } from '../../../__generated__/ReportSectionPostsSubscription.graphql.ts'
import type { ReportSectionSubscription } from '../../../__generated__/ReportSectionSubscription.graphql.ts'
import { isReading, useLiveList } from '../../../relay/list/useLiveList.ts'
import { useLive } from '../../../relay/useLive.ts'
import { useReadAgain } from '../../../relay/useReadAgain.ts'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { NewRowsPill } from '../../../ui/feedback/NewRowsPill.tsx'
import { FilterBar } from '../../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { CHECKS, type ManagedPosts, managedPosts } from './managedPosts.ts'
import { ReportTable } from './ReportTable.tsx'

type Props = {
  list: ManagedPosts
  variables: ManagedPostsPageQuery['variables']
  reports: ReportSection_reports$key
}

/** Reports of posts, those not checked first; live, with the posts that they are about. */
export function ReportSection({ list, variables, reports }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const readAgain = useReadAgain()
  const { isChecked, first, offset } = variables
  const { waiting, show, fresh } = useLiveList<ReportSectionSubscription>(
    graphql`
      subscription ReportSectionSubscription {
        discussionReportsChanged {
          change
          rowId
          report {
            id
            ...ReportTable_row
          }
        }
      }
    `,
    {},
    {
      list: JSON.stringify(variables),
      told: ({ discussionReportsChanged: { change, rowId } }) => ({ change, id: rowId }),
      find: (root) => root.getLinkedRecord('discussionReports', { isChecked, first, offset }),
      edgeType: 'DiscussionReportEdge',
      most: first,
      comesIn: () =>
        list.page === 1 && !managedPosts(null).isFiltered({ ...list, tab: null }) && !isReading(),
    },
  )
  useLive<ReportSectionPostsSubscription>(
    graphql`
      subscription ReportSectionPostsSubscription {
        discussionsChanged(filter: { isEverywhere: true }) {
          change
          discussion {
            id
            title
            isDisabled
          }
        }
      }
    `,
    {},
    // Reports go with their post.
    { onEvent: ({ discussionsChanged: { change } }) => change === 'REMOVED' && readAgain() },
  )
  const { edges, totalCount } = useFragment(
    graphql`
      fragment ReportSection_reports on DiscussionReportConnection {
        totalCount
        edges {
          node {
            ...ReportTable_row
          }
        }
      }
    `,
    reports,
  )
  return (
    <>
      <FilterBar>
        <Picker
          label={t('discussion:admin.state')}
          value={list.check ?? ''}
          options={[
            { value: '', label: t('discussion:list.all') },
            ...CHECKS.map((value) => ({ value, label: t(`discussion:admin.checks.${value}`) })),
          ]}
          onChange={(value) => {
            const check = CHECKS.find((one) => one === value) ?? null
            void navigate(managedPosts(null).href(list, { check }))
          }}
        />
      </FilterBar>
      <NewRowsPill count={waiting} onShow={show} />
      <ReportTable list={list} total={totalCount} reports={edges.map(({ node }) => node)} fresh={fresh} />
    </>
  )
}
