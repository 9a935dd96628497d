import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { RecordProxy } from 'relay-runtime'
import type { GroupNotices_group$key } from '../../../__generated__/GroupNotices_group.graphql.ts'
import type { GroupNoticesSubscription } from '../../../__generated__/GroupNoticesSubscription.graphql.ts'
import { useLiveList } from '../../../relay/list/useLiveList.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Pager } from '../../../ui/layout/Pager.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { groupHref } from '../addresses.ts'
import { GroupNoticeItem } from './GroupNoticeItem.tsx'
import { homeNotices, NOTICES } from './homeNotices.ts'

const writtenAt = (notice: RecordProxy) => Date.parse(String(notice.getValue('createdAt')))

/** Announcements of a group for its members, newest first, live. */
export function GroupNotices(props: { group: GroupNotices_group$key }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { id, number, viewerCanManage, notices } = useFragment(
    graphql`
      fragment GroupNotices_group on Group
      @argumentDefinitions(first: { type: "Int" }, offset: { type: "Int" }) {
        id
        number
        viewerCanManage
        notices(first: $first, offset: $offset) {
          totalCount
          edges {
            node {
              id
              ...GroupNoticeItem_notice
            }
          }
        }
      }
    `,
    props.group,
  )
  const address = homeNotices(number)
  const { page } = address.read(search)
  useLiveList<GroupNoticesSubscription>(
    graphql`
      subscription GroupNoticesSubscription($groupId: ID!) {
        groupNoticesChanged(groupId: $groupId) {
          change
          rowId
          notice {
            id
            createdAt
            ...GroupNoticeItem_notice
          }
        }
      }
    `,
    { groupId: id },
    {
      list: String(page),
      told: ({ groupNoticesChanged: { change, rowId } }) => ({ change, id: rowId }),
      find: (root) =>
        root
          .getLinkedRecord('group', { number })
          ?.getLinkedRecord('notices', address.rows({ page, size: NOTICES })),
      edgeType: 'GroupNoticeEdge',
      most: NOTICES,
      isBefore: (notice, other) => writtenAt(notice) >= writtenAt(other),
      comesIn: () => page === 1,
      otherwise: 'readsAgain',
    },
  )
  if (!notices) return null
  const { edges, totalCount } = notices
  return (
    <Paper component="section" variant="outlined" aria-labelledby="group-notices" sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3, px: 4, pt: 4, pb: 3 }}>
        <Box component="h2" id="group-notices" sx={{ typography: 'h2' }}>
          {t('group:home.notices')}
        </Box>
        {viewerCanManage && (
          <Link href={groupHref(number, 'announcement')} sx={{ ml: 'auto', typography: 'body2' }}>
            {t('group:home.manage')}
          </Link>
        )}
      </Box>
      {totalCount === 0 ? (
        <EmptyState title={t('group:home.noNotices')} text={t('group:home.noNoticesHint')} />
      ) : (
        <Box component="ul" aria-labelledby="group-notices">
          {edges.map(({ node }, at) => (
            <GroupNoticeItem key={node.id} notice={node} isFirst={page === 1 && at === 0} />
          ))}
        </Box>
      )}
      {(totalCount > NOTICES || page > 1) && (
        <Box sx={{ px: 4, pb: 3 }}>
          <Pager
            page={page}
            size={NOTICES}
            total={totalCount}
            href={(page) => address.href({ page, size: NOTICES }, { page })}
            onNavigate={navigate}
            fixed
          />
        </Box>
      )}
    </Paper>
  )
}
