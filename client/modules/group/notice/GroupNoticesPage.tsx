import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useRevalidator, useSearchParams } from 'react-router-dom'
import type { GroupNoticesPageQuery } from '../../../__generated__/GroupNoticesPageQuery.graphql.ts'
import { found } from '../../../relay/found.ts'
import { useConnection } from '../../../relay/list/connection.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LiveMark } from '../../../ui/feedback/LiveMark.tsx'
import { NewRowsPill } from '../../../ui/feedback/NewRowsPill.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { groupHref } from '../addresses.ts'
import { GroupNoticeTable } from './GroupNoticeTable.tsx'
import { noticeList } from './noticeList.ts'
import { useNoticesLive } from './useNoticesLive.ts'

const GroupNoticeForm = lazyPart(async () => (await import('./GroupNoticeForm.tsx')).GroupNoticeForm)

/** Announcements of a group for its administrators, hidden ones included. */
export function GroupNoticesPage({ queryRef }: PageProps<GroupNoticesPageQuery>) {
  const { t } = useTranslation()
  const connection = useConnection()
  const { revalidate } = useRevalidator()
  const [search] = useSearchParams()
  const [isWriting, setIsWriting] = useState(false)
  const data = usePreloadedQuery<GroupNoticesPageQuery>(
    graphql`
      query GroupNoticesPageQuery($number: Int!, $first: Int, $offset: Int) {
        group(number: $number) {
          id
          number
          # Null for those who do not administer it.
          managedNotices(first: $first, offset: $offset) {
            edges {
              node {
                id
              }
            }
            ...GroupNoticeTable_notices
          }
        }
        viewer {
          user {
            username
          }
        }
      }
    `,
    queryRef,
  )
  const { id, number, managedNotices } = found(data.group)
  const username = data.viewer?.user.username ?? null
  const list = noticeList(number).read(search)
  const { waiting, fresh, show } = useNoticesLive(managedNotices ? id : null, {
    list: JSON.stringify(queryRef.variables),
    ids: (managedNotices?.edges ?? []).map(({ node }) => node.id),
    showsNew: list.page === 1,
  })
  if (!managedNotices)
    return (
      <Paper variant="outlined">
        <EmptyState title={t('group:closed.announcement')} text={t('group:closed.hint')}>
          <Button href={groupHref(number)}>{t('group:closed.home')}</Button>
        </EmptyState>
      </Paper>
    )
  return (
    <section aria-labelledby="group-notices">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 3 }}>
        <Box component="h2" id="group-notices" sx={{ typography: 'h3' }}>
          {t('groupAdmin:notices.title')}
        </Box>
        <LiveMark state={connection} />
        <Button
          variant="contained"
          color="primary"
          startIcon={<Icon name="plus" />}
          onClick={() => setIsWriting(true)}
          sx={{ ml: 'auto' }}
        >
          {t('groupAdmin:notices.create')}
        </Button>
      </Box>
      <NewRowsPill count={waiting} onShow={show} />
      <GroupNoticeTable
        number={number}
        list={list}
        notices={managedNotices}
        fresh={fresh}
        username={username}
      />
      {isWriting && (
        <Suspense>
          <GroupNoticeForm
            groupId={id}
            username={username}
            onDone={() => void revalidate()}
            onClose={() => setIsWriting(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
