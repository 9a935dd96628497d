import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { GroupMembersPageQuery } from '../../../__generated__/GroupMembersPageQuery.graphql.ts'
import { found } from '../../../relay/found.ts'
import { useConnection } from '../../../relay/list/connection.ts'
import { useFilter } from '../../../relay/list/useFilter.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { SearchField } from '../../../ui/controls/SearchField.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LiveMark } from '../../../ui/feedback/LiveMark.tsx'
import { NewRowsPill } from '../../../ui/feedback/NewRowsPill.tsx'
import { Columns } from '../../../ui/layout/Columns.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { groupHref } from '../addresses.ts'
import { GroupApplications } from './GroupApplications.tsx'
import { GroupMemberTable } from './GroupMemberTable.tsx'
import { type MemberList, memberList, STANDINGS } from './memberList.ts'
import { useMembersLive } from './useMembersLive.ts'

const AddMembers = lazyPart(async () => (await import('./AddMembers.tsx')).AddMembers)

const load = () => import('../invitation/GroupInvitations.tsx')
const GroupInvitations = lazyPart(async () => (await load()).GroupInvitations)

const PAGE = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 4, md: 5 } } as const

/** Members of a group, and for its administrators the applications and invitation links. */
export function GroupMembersPage({ queryRef }: PageProps<GroupMembersPageQuery>) {
  const { t, i18n } = useTranslation()
  const connection = useConnection()
  const [search] = useSearchParams()
  const [adding, setAdding] = useState(false)
  const { viewer, ...data } = usePreloadedQuery<GroupMembersPageQuery>(
    graphql`
      query GroupMembersPageQuery(
        $number: Int!
        $filter: GroupMemberFilter
        $first: Int
        $offset: Int
        $answer: GroupStanding
        $shown: Int
      ) {
        viewer {
          user {
            id
          }
        }
        group(number: $number) {
          id
          number
          memberCount
          applicationCount
          viewerCanManage
          ...GroupInvitations_group
          # Null for those who do not administer it.
          applications(filter: { standing: $answer }, first: $shown) {
            edges {
              node {
                id
              }
            }
            ...GroupApplications_applications
          }
          members(filter: $filter, first: $first, offset: $offset) {
            edges {
              node {
                id
              }
            }
            ...GroupMemberTable_members
          }
        }
      }
    `,
    queryRef,
  )
  const group = found(data.group)
  const { id, number, memberCount, applicationCount, viewerCanManage, applications, members } = group
  const address = memberList(number)
  const list = address.read(search)
  const rows = [...(applications?.edges ?? []), ...(members?.edges ?? [])]
  const { waiting, fresh, show } = useMembersLive(viewerCanManage ? id : null, {
    list: JSON.stringify(queryRef.variables),
    ids: rows.map(({ node }) => node.id),
    showsNewMembers: list.page === 1 && !address.isFiltered(list),
    showsNewApplications: list.answer === null,
  })
  if (!members)
    return (
      <Paper variant="outlined">
        <EmptyState title={t('group:closed.member')} text={t('group:closed.hint')}>
          <Button href={groupHref(number)}>{t('group:closed.home')}</Button>
        </EmptyState>
      </Paper>
    )
  const main = (
    <Box sx={PAGE}>
      {viewerCanManage && applications && (
        <GroupApplications
          number={number}
          list={list}
          waiting={applicationCount ?? 0}
          applications={applications}
          fresh={fresh}
        />
      )}
      <section aria-labelledby="group-members">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 3 }}>
          <Box component="h2" id="group-members" sx={{ typography: 'h3' }}>
            {t('groupAdmin:members.title')}
          </Box>
          <Box sx={{ display: 'flex', gap: 3, color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
            {t('groupAdmin:members.total', {
              count: memberCount,
              total: formatNumber(memberCount, i18n.language),
            })}
            {viewerCanManage && <LiveMark state={connection} />}
          </Box>
          {viewerCanManage && (
            <Button size="small" startIcon={<Icon name="plus" />} onClick={() => setAdding(true)}>
              {t('groupAdmin:add.open')}
            </Button>
          )}
          <MemberFilters number={number} list={list} />
        </Box>
        <GroupMemberTable
          number={number}
          list={list}
          members={members}
          viewerId={viewer?.user.id}
          isManaged={viewerCanManage}
          fresh={fresh}
        />
      </section>
    </Box>
  )
  const invitations = (
    <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
      <GroupInvitations group={group} />
    </Suspense>
  )
  return (
    <>
      <NewRowsPill count={waiting} onShow={show} />
      {viewerCanManage ? <Columns main={main} aside={invitations} /> : main}
      {adding && (
        <Suspense>
          <AddMembers groupId={id} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Filters of the members: standing and username. */
function MemberFilters({ number, list }: { number: number; list: MemberList }) {
  const { t } = useTranslation()
  const go = useFilter(memberList(number), list)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, ml: { md: 'auto' } }}>
      <Segments
        label={t('groupAdmin:members.standing')}
        value={list.standing ?? ''}
        segments={[
          { value: '', label: t('groupAdmin:members.all') },
          ...STANDINGS.map((value) => ({ value, label: t(`group:standing.${value}`) })),
        ]}
        onChange={(value) => go({ standing: value === '' ? null : value })}
      />
      <SearchField
        label={t('groupAdmin:members.search')}
        value={list.keyword}
        maxLength={100}
        width={{ xs: '100%', sm: 200 }}
        onSearch={(keyword) => go({ keyword })}
      />
    </Box>
  )
}
