import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { MessageList_notifications$key } from '../../__generated__/MessageList_notifications.graphql.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { NewRowsPill } from '../../ui/feedback/NewRowsPill.tsx'
import { Pager } from '../../ui/layout/Pager.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { MessageRow } from './MessageRow.tsx'
import { MessageTools } from './MessageTools.tsx'
import { type MessageTab, messageList, messageVariables } from './messageTabs.ts'
import { useMarking } from './useMarking.ts'
import { useMessagesLive } from './useMessagesLive.ts'

type Props = { tab: MessageTab; unread: number; notifications: MessageList_notifications$key }

/** A page of the messages of one kind. What it shows is marked as read; the dots stay until it is left. */
export function MessageList({ tab, unread, ...props }: Props) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { totalCount, edges } = useFragment(
    graphql`
      fragment MessageList_notifications on NotificationConnection {
        totalCount
        edges {
          node {
            id
            isRead
            ...MessageRow_notification
          }
        }
      }
    `,
    props.notifications,
  )
  const address = messageList(tab)
  const list = address.read(search)
  const rows = edges.map(({ node }) => node)
  const variables = messageVariables(tab.tab, search)
  const { waiting, show, fresh } = useMessagesLive(variables, totalCount === 0)
  const { dots, markAll, pending } = useMarking(tab, list.page, rows)

  return (
    <>
      <MessageTools
        tab={tab}
        unread={unread}
        total={totalCount}
        canMark={unread > 0 || dots.size > 0}
        marking={pending}
        onMarkAll={markAll}
      />
      <NewRowsPill count={waiting} onShow={show} />
      <Paper variant="outlined" sx={{ overflow: 'clip' }}>
        {rows.length > 0 ? (
          <Box component="ul" aria-label={t('message:list', { tab: t(`message:tab.${tab.tab}`) })}>
            {rows.map((row) => (
              <MessageRow
                key={row.id}
                notification={row}
                list={variables}
                isNew={dots.has(row.id)}
                isFresh={fresh.has(row.id)}
              />
            ))}
          </Box>
        ) : (
          <EmptyState title={t('message:empty.title')} text={t(`message:empty.${tab.tab}`)} />
        )}
      </Paper>
      {(totalCount > 0 || list.page > 1) && (
        <Pager
          fixed
          page={list.page}
          size={list.size}
          total={totalCount}
          note={t('message:total', {
            count: totalCount,
            total: formatNumber(totalCount, i18n.language),
            size: list.size,
          })}
          href={(page) => address.href(list, { page })}
          onNavigate={navigate}
        />
      )}
    </>
  )
}
