import type { NotificationKind } from '#prisma/generated/enums.ts'
import type { House } from '../../context.ts'
import { together } from '../../core/pacing/together.ts'

export type Unread = {
  comment: number
  reply: number
  like: number
  sys: number
  mine: number
  total: number
}

const FIELDS = { COMMENT: 'comment', REPLY: 'reply', LIKE: 'like', SYS: 'sys', MINE: 'mine' } as const

/** Unread numbers of an account by kind, read together with those of others: one statement for a tick. */
export const unreadOf = (house: House, userId: string): Promise<Unread> =>
  together(house, 'unread', userId, (ids: readonly string[]) => readUnread(house, ids), setImmediate)

type Row = { userId: string; kind: NotificationKind; count: number }

async function readUnread({ database }: House, ids: readonly string[]): Promise<Unread[]> {
  const rows = await database.prisma.$queryRaw<Row[]>`
    select "userId", "kind", count(*)::int as "count" from "Notification"
    where "userId" = any(${ids}::text[]) and "readAt" is null group by 1, 2`
  const found = new Map<string, Unread>()
  for (const id of ids) found.set(id, { comment: 0, reply: 0, like: 0, sys: 0, mine: 0, total: 0 })
  for (const { userId, kind, count } of rows) {
    const unread = found.get(userId)
    if (!unread) continue
    unread[FIELDS[kind]] += count
    unread.total += count
  }
  return [...found.values()]
}
