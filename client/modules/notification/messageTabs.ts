/** Tabs of the messages: their kinds, unread numbers and rows a page; addresses are those of the specification. */
import type { MessagePageQuery } from '../../__generated__/MessagePageQuery.graphql.ts'
import { listAddress } from '../../relay/list/listAddress.ts'

type Unread = NonNullable<MessagePageQuery['response']['unread']>

const FEW = 6
const MANY = 8

export const MESSAGE_TABS = [
  { tab: 'discuss', kind: 'COMMENT', unread: 'commentCount', size: FEW },
  { tab: 'reply', kind: 'REPLY', unread: 'replyCount', size: FEW },
  { tab: 'like', kind: 'LIKE', unread: 'likeCount', size: FEW },
  { tab: 'sys', kind: 'SYS', unread: 'sys', size: MANY },
  { tab: 'mine', kind: 'MINE', unread: 'mine', size: MANY },
] as const satisfies readonly { tab: string; kind: string; unread: keyof Unread; size: number }[]

export type MessageTab = (typeof MESSAGE_TABS)[number]

/** The tab of an address; null when there is none. */
export const messageTab = (name: string): MessageTab | null =>
  MESSAGE_TABS.find(({ tab }) => tab === name) ?? null

export const messageHref = (tab: MessageTab['tab']): string => `/message/${tab}`

/** The pages of a tab. */
export const messageList = ({ tab, size }: MessageTab) =>
  listAddress(messageHref(tab), {}, { size, sizeKey: null })

export function messageVariables(name: string, search: URLSearchParams): MessagePageQuery['variables'] {
  const tab = messageTab(name) ?? MESSAGE_TABS[0]
  const address = messageList(tab)
  return { kind: tab.kind, ...address.rows(address.read(search)) }
}
