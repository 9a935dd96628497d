import Box from '@mui/material/Box'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useParams } from 'react-router-dom'
import type { MessagePageQuery } from '../../__generated__/MessagePageQuery.graphql.ts'
import { TabStrip } from '../../app/TabbedFrame.tsx'
import { useTitle } from '../../app/title.ts'
import { found } from '../../relay/found.ts'
import { useConnection } from '../../relay/list/connection.ts'
import type { PageProps } from '../../relay/page.tsx'
import { LiveMark } from '../../ui/feedback/LiveMark.tsx'
import { ListFrame } from '../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { DesktopSwitch } from './DesktopSwitch.tsx'
import { MessageList } from './MessageList.tsx'
import { MESSAGE_TABS, messageHref, messageTab } from './messageTabs.ts'

/** Badges stop at this number (area-rules M11). */
const MOST = 99

const badgeOf = (count: number): number | string | null => {
  if (count > MOST) return `${MOST}+`
  return count > 0 ? count : null
}

/** The viewer's messages, a tab for each kind. */
export function MessagePage({ queryRef }: PageProps<MessagePageQuery>) {
  const { t } = useTranslation()
  const connection = useConnection()
  const tab = found(messageTab(useParams().tab ?? ''))
  const { unread, notifications } = usePreloadedQuery<MessagePageQuery>(
    graphql`
      query MessagePageQuery($kind: NotificationKind, $first: Int, $offset: Int) {
        unread {
          commentCount
          replyCount
          likeCount
          sys
          mine
          total
        }
        notifications(kind: $kind, first: $first, offset: $offset) {
          ...MessageList_notifications
        }
      }
    `,
    queryRef,
  )
  useTitle(t('message:titleOf', { tab: t(`message:tab.${tab.tab}`) }))
  const tabs = MESSAGE_TABS.map((one) => ({
    href: messageHref(one.tab),
    label: t(`message:tab.${one.tab}`),
    count: badgeOf(unread?.[one.unread] ?? 0),
  }))
  return (
    <ListFrame title={t('message:title')} note={<LiveMark state={connection} />} actions={<DesktopSwitch />}>
      <TabStrip label={t('message:title')} tabs={tabs} />
      <Box sx={{ minWidth: 0 }}>
        <MessageList
          key={tab.tab}
          tab={tab}
          unread={unread?.[tab.unread] ?? 0}
          notifications={notifications}
        />
      </Box>
    </ListFrame>
  )
}
