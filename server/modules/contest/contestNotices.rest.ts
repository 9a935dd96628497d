import { z } from 'zod'
import type { ContestNotice, Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import {
  INTEGERS,
  list,
  number,
  type Page,
  pageOf,
  paging,
  requiredNumber,
} from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, asPage, date, page } from '../../doors/rest/shapes.ts'
import { enter } from '../../venue.ts'
import { SHOWN_CONTEST } from './contest.ts'
import {
  changeContestNotice,
  createContestNotice,
  listedContestNotices,
  removeContestNotice,
} from './contestNotices.ts'
import { findManagedContest } from './organising/organising.ts'

const restNotice = z
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
const restUnread = restNotice.omit({ username: true }).extend({ gid: z.null() }).meta({
  id: 'UnreadAnnouncement',
  description: 'An announcement of a contest that the viewer has not read.',
})

const WITH_AUTHOR = { include: { author: { select: { username: true } } } } as const
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

const asUnread = (row: Row) => {
  const { username: _author, ...notice } = asNotice(row)
  return { ...notice, gid: null }
}

async function pageOfNotices(
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

const cid = requiredNumber().describe('Number of the contest.')

router.get(
  '/api/get-contest-announcement',
  'login',
  {
    summary: 'Announcements of a contest, newest first.',
    query: { ...paging(10), cid },
    answer: page(restNotice),
  },
  async (ctx, { query }) => {
    const { id } = await enter(ctx, SHOWN_CONTEST, query.cid, 'look')
    return pageOfNotices(ctx, pageOf(query), listedContestNotices(id))
  },
)

router.post(
  '/api/get-contest-not-read-announcement',
  'login',
  {
    summary: 'Unread announcements of a contest.',
    body: {
      cid: number(0).describe('Number of the contest.'),
      readAnnouncementList: list(INTEGERS).describe('Numbers of announcements that were read.'),
    },
    answer: z.array(restUnread),
  },
  async (ctx, { body }) => {
    const { id } = await enter(ctx, SHOWN_CONTEST, body.cid, 'look')
    const read = new Set(body.readAnnouncementList.map(Number))
    const rows = await ctx.db.contestNotice.findMany({ ...listedContestNotices(id), ...WITH_AUTHOR })
    return rows.filter((row) => !read.has(row.id)).map(asUnread)
  },
)

router.get(
  '/api/admin/contest/announcement',
  { orInGroup: 'contest.manage' },
  {
    summary: 'Announcements of a contest, hidden ones too, newest first.',
    query: { ...paging(10), cid },
    answer: page(restNotice),
  },
  async (ctx, { query }) => {
    const { id } = await findManagedContest(ctx, query.cid)
    return pageOfNotices(ctx, pageOf(query), { where: { contestId: id } })
  },
)

const noticeBody = z
  .object({
    cid: z.number().nullish(),
    announcement: z.object({
      id: z.number().nullish(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      status: z.union([z.number(), z.string()]).nullish(),
    }),
  })
  .meta({ id: 'ContestAnnouncementInput', description: 'An announcement to write.' })

router.post(
  '/api/admin/contest/announcement',
  { orInGroup: 'contest.manage' },
  { summary: 'Writes an announcement to a contest.', body: noticeBody },
  async (ctx, { body: { cid, announcement } }) => {
    if (!cid) throw new Refusal('NOT_FOUND')
    const { title, content, status } = announcement
    const words = { title: title ?? '', content: content ?? '', hidden: Number(status ?? 0) === 1 }
    await createContestNotice(ctx, cid, words)
  },
)

router.put(
  '/api/admin/contest/announcement',
  { orInGroup: 'contest.manage' },
  { summary: 'Edits an announcement of a contest.', body: noticeBody },
  async (ctx, { body: { announcement } }) => {
    const { id, title, content, status } = announcement
    await changeContestNotice(ctx, id ?? 0, {
      ...(typeof title === 'string' ? { title } : {}),
      ...(typeof content === 'string' ? { content } : {}),
      ...(status === null || status === undefined ? {} : { hidden: Number(status) === 1 }),
    })
  },
)

router.delete(
  '/api/admin/contest/announcement',
  { orInGroup: 'contest.manage' },
  {
    summary: 'Deletes an announcement of a contest.',
    query: { aid: requiredNumber().describe('Number of the announcement.') },
  },
  async (ctx, { query }) => {
    await removeContestNotice(ctx, query.aid)
  },
)
