import { z } from 'zod'
import { Refusal } from '../../core/errors.ts'
import { INTEGERS, list, number, pageOf, paging, requiredNumber } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { page } from '../../doors/rest/shapes.ts'
import { enter } from '../../venue.ts'
import { SHOWN_CONTEST } from './contest.ts'
import {
  changeContestNotice,
  createContestNotice,
  listedContestNotices,
  removeContestNotice,
} from './contestNotices.ts'
import { findManagedContest } from './organising/organising.ts'
import {
  asUnread,
  noticeBody,
  pageOfNotices,
  patchOf,
  restNotice,
  restUnread,
  WITH_AUTHOR,
  wordsOf,
} from './restNotices.ts'

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

router.post(
  '/api/admin/contest/announcement',
  { orInGroup: 'contest.manage' },
  { summary: 'Writes an announcement to a contest.', body: noticeBody },
  async (ctx, { body: { cid, announcement } }) => {
    if (!cid) throw new Refusal('NOT_FOUND')
    await createContestNotice(ctx, cid, wordsOf(announcement))
  },
)

router.put(
  '/api/admin/contest/announcement',
  { orInGroup: 'contest.manage' },
  { summary: 'Edits an announcement of a contest.', body: noticeBody },
  async (ctx, { body: { announcement } }) => {
    await changeContestNotice(ctx, announcement.id ?? 0, patchOf(announcement))
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
