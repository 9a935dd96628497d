import type { Context } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { isRowNumber } from '../../../core/rowNumber.ts'
import { pageOf, paging, requiredNumber } from '../../../doors/rest/coercers.ts'
import { router } from '../../../doors/rest/router.ts'
import { page } from '../../../doors/rest/shapes.ts'
import { changeContestNotice, createContestNotice, removeContestNotice } from '../contestNotices.ts'
import { noticeBody, pageOfNotices, patchOf, restNotice, wordsOf } from '../restNotices.ts'
import { findGroupContest } from './groupContests.ts'

/** Announcements of contests of groups. */

const cid = requiredNumber().describe('Number of the contest.')

/** Number of an announcement of a group's contest that the viewer organises. */
async function findGroupNotice(ctx: Context, id: number): Promise<number> {
  const notice = isRowNumber(id)
    ? await ctx.db.contestNotice.findUnique({ where: { id }, select: { contestId: true } })
    : null
  if (!notice) throw new Refusal('NOT_FOUND')
  await findGroupContest(ctx, notice.contestId)
  return id
}

router.get(
  '/api/group/get-contest-announcement-list',
  'login',
  {
    summary: 'Announcements of a contest, hidden ones too, newest first; for its organisers.',
    query: { ...paging(10), cid },
    answer: page(restNotice),
  },
  async (ctx, { query }) => {
    const { id } = await findGroupContest(ctx, query.cid)
    return pageOfNotices(ctx, pageOf(query), { where: { contestId: id } })
  },
)

router.post(
  '/api/group/contest-announcement',
  'login',
  { summary: 'Writes an announcement to a contest.', body: noticeBody },
  async (ctx, { body: { cid, announcement } }) => {
    const { id } = await findGroupContest(ctx, cid ?? 0)
    await createContestNotice(ctx, id, wordsOf(announcement))
  },
)

router.put(
  '/api/group/contest-announcement',
  'login',
  { summary: 'Edits an announcement of a contest.', body: noticeBody },
  async (ctx, { body: { announcement } }) => {
    const id = await findGroupNotice(ctx, announcement.id ?? 0)
    await changeContestNotice(ctx, id, patchOf(announcement))
  },
)

router.delete(
  '/api/group/contest-announcement',
  'login',
  {
    summary: 'Deletes an announcement of a contest.',
    query: { aid: requiredNumber().describe('Number of the announcement.') },
  },
  async (ctx, { query }) => {
    await removeContestNotice(ctx, await findGroupNotice(ctx, query.aid))
  },
)
