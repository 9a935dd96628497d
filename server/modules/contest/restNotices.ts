import { z } from 'zod'
import type { ContestNotice, Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import type { Page } from '../../doors/rest/coercers.ts'
import { nestedNumber, nestedText } from '../../doors/rest/nested.ts'
import { asDate, asPage, date } from '../../doors/rest/shapes.ts'

/** Announcements of contests in REST. */

/** AnnouncementVO of the reference system. */
export const restNotice = z
  .object({
    id: z.int(),
    title: z.string(),
    content: z.string().describe('Markdown.'),
    uid: z.string().nullable(),
    username: z.string().nullable(),
    status: z.literal([0, 1]).describe('1 when it is hidden.'),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'ContestAnnouncement', description: 'An announcement of a contest.' })

/** Announcement of the reference system, which has the id of its author only. */
export const restUnread = restNotice.omit({ username: true }).extend({ gid: z.null() }).meta({
  id: 'UnreadAnnouncement',
  description: 'An announcement of a contest that the viewer has not read.',
})

/** Columns of an announcement in REST. */
export const WITH_AUTHOR = { include: { author: { select: { username: true } } } } as const
type Row = ContestNotice & { author: { username: string } | null }

const asNotice = ({ id, title, content, authorId, author, hidden, createdAt, updatedAt }: Row) => ({
  ...{
    id,
    title,
    content,
    uid: authorId,
    username: author?.username ?? null,
    status: hidden ? (1 as const) : (0 as const),
  },
  gmtCreate: asDate(createdAt),
  gmtModified: asDate(updatedAt),
})

export const asUnread = (row: Row) => {
  const { username: _author, ...notice } = asNotice(row)
  return { ...notice, gid: null }
}

/** A page of announcements, newest first. */
export async function pageOfNotices(
  ctx: Context,
  wanted: Page,
  { where }: { where: Prisma.ContestNoticeWhereInput },
) {
  const [rows, total] = await Promise.all([
    ctx.db.contestNotice.findMany({
      where,
      orderBy: { id: 'desc' },
      skip: wanted.offset,
      take: wanted.limit,
      ...WITH_AUTHOR,
    }),
    ctx.db.contestNotice.count({ where }),
  ])
  return asPage(rows.map(asNotice), total, wanted)
}

/** An announcement as clients send it. */
export const noticeBody = z
  .object({
    cid: nestedNumber.nullish(),
    announcement: z.object({
      id: nestedNumber.nullish(),
      title: nestedText.nullish(),
      content: nestedText.nullish(),
      status: z.union([z.number(), z.string()]).nullish(),
    }),
  })
  .meta({ id: 'ContestAnnouncementInput', description: 'An announcement to write.' })

type Body = z.output<typeof noticeBody>['announcement']

const isHidden = (status: Body['status']) => Number(status ?? 0) === 1

/** Fields of a new announcement. */
export const wordsOf = ({ title, content, status }: Body) => ({
  title: title ?? '',
  content: content ?? '',
  hidden: isHidden(status),
})

/** Changed fields of an announcement; omitted fields stay as they are. */
export const patchOf = ({ title, content, status }: Body) => ({
  ...(typeof title === 'string' ? { title } : {}),
  ...(typeof content === 'string' ? { content } : {}),
  ...(status === null || status === undefined ? {} : { hidden: isHidden(status) }),
})
