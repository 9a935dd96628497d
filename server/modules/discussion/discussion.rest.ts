import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import {
  flag,
  number,
  optionalFlag,
  optionalNumber,
  optionalText,
  pageOf,
  paging,
  requiredFlag,
  requiredNumber,
  text,
} from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, asPage, date, page } from '../../doors/rest/shapes.ts'
import { canEditDiscussion, moderatesDiscussions } from '../../policy/discussion.ts'
import { may } from '../../policy/viewer.ts'
import { findProblem } from '../problem/problem.ts'
import { categoryName } from './category.ts'
import { countDiscussions } from './counting.ts'
import { type DiscussionFilter, discussionListing, findDiscussion, likedDiscussions } from './discussion.ts'
import { asAuthor, naming, WITH_AUTHOR } from './restShapes.ts'
import {
  createDiscussion,
  editDiscussion,
  likeDiscussion,
  moderateDiscussion,
  removeDiscussion,
  viewDiscussion,
} from './writing.ts'

const optional = z.string().nullable()

const entity = {
  id: z.int(),
  categoryId: z.int(),
  title: z.string(),
  description: z.string(),
  content: z.string().describe("Markdown; empty in lists, except in the caller's own rows."),
  pid: optional.describe('Display id of the problem.'),
  uid: z.string(),
  author: z.string(),
  avatar: optional,
  role: z.enum(['root', 'admin', 'user']),
  viewNum: z.int(),
  likeNum: z.int(),
  topPriority: z.boolean(),
  status: z.literal([0, 1]).describe('1 when it is disabled.'),
  gid: z.int().nullable(),
  gmtCreate: date,
  gmtModified: date,
}

const restDiscussion = z
  .object({ ...entity, commentNum: z.int(), titleName: optional, titleColor: optional })
  .meta({ id: 'Discussion', description: 'A post.' })

const restDetail = z
  .object({
    ...entity,
    categoryName: z.string(),
    titleName: optional,
    titleColor: optional,
    hasLike: z.boolean(),
  })
  .meta({ id: 'DiscussionDetail', description: 'A post with what the caller did.' })

const COLUMNS = {
  include: { author: WITH_AUTHOR, problem: { select: { displayId: true } }, category: true },
} as const satisfies Prisma.DiscussionDefaultArgs

type Row = Prisma.DiscussionGetPayload<typeof COLUMNS>

const asEntity = (row: Row) => ({
  id: row.id,
  categoryId: row.categoryId,
  title: row.title,
  description: row.description,
  content: row.content,
  pid: row.problem?.displayId ?? null,
  ...asAuthor(row.author),
  viewNum: row.viewCount,
  likeNum: row.likeCount,
  topPriority: row.pinned,
  status: row.disabled ? (1 as const) : (0 as const),
  gid: row.groupId,
  gmtCreate: asDate(row.createdAt),
  gmtModified: asDate(row.updatedAt),
})

const forbids = ['DISCUSSIONS_CLOSED', 'GROUP_DISCUSSIONS_CLOSED'] as const

/** Problem number by its id in a request; null: no problem given. */
const problemIdOf = async (ctx: Context, pid: string): Promise<number | null> =>
  pid.trim() === '' ? null : (await findProblem(ctx, pid)).id

router.get(
  '/api/get-discussion-list',
  'anyone',
  {
    summary: 'Posts, pinned first, then newest.',
    query: {
      ...paging(10),
      cid: optionalNumber().describe('Number of the category.'),
      pid: text().describe('Display id of the problem.'),
      onlyMine: flag().describe("Whether to list the caller's own posts."),
      keyword: text().describe(
        'Part of the title or summary; of more than 1,000 posts the newest are found.',
      ),
      admin: flag().describe('Whether to list disabled posts and those of groups too; for staff.'),
    },
    answer: page(restDiscussion),
    forbids,
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const isEverywhere = query.admin && may(ctx, 'discussion.moderate')
    const filter: DiscussionFilter = {
      place: isEverywhere ? 'EVERYWHERE' : null,
      keyword: query.keyword,
      categoryId: query.cid || null,
      problemId: await problemIdOf(ctx, query.pid),
      isOwn: query.onlyMine,
    }
    const { where, orderBy } = await discussionListing(ctx, filter)
    const [rows, total] = await Promise.all([
      ctx.db.discussion.findMany({ where, orderBy, skip: wanted.offset, take: wanted.limit, ...COLUMNS }),
      countDiscussions(ctx, filter),
    ])
    const records = rows.map((row) => ({
      ...asEntity(row),
      content: row.authorId === ctx.viewer?.id ? row.content : '',
      commentNum: row.commentCount,
      titleName: row.author.titleName,
      titleColor: row.author.titleColor,
    }))
    return asPage(records, total, wanted)
  },
)

const did = requiredNumber().describe('Number of the post.')

router.get(
  '/api/get-discussion-detail',
  'anyone',
  { summary: 'A post; counts a view.', query: { did }, answer: restDetail },
  async (ctx, { query }) => {
    const { id } = await viewDiscussion(ctx, query.did)
    const [row, liked] = await Promise.all([
      ctx.db.discussion.findUniqueOrThrow({ where: { id }, ...COLUMNS }),
      likedDiscussions(ctx, [id]),
    ])
    return {
      ...asEntity(row),
      categoryName: categoryName(ctx, row.category),
      titleName: row.author.titleName,
      titleColor: row.author.titleColor,
      hasLike: liked.has(id),
    }
  },
)

const words = {
  title: text().describe('Title, 1 to 255 characters.'),
  description: text().describe('Summary, 1 to 255 characters.'),
  content: text().describe('Markdown, 1 to 65,535 characters.'),
  categoryId: number(0).describe('Number of the category.'),
  topPriority: optionalFlag().describe('Whether lists show it first; for moderators.'),
}

router.post(
  '/api/discussion',
  'login',
  {
    summary: 'Publishes a post.',
    body: {
      ...words,
      pid: optionalText().describe('Display id of the problem.'),
      gid: optionalNumber().describe('Number of the group.'),
    },
    forbids: [...forbids, 'FORBIDDEN'],
  },
  async (ctx, { body: { topPriority, pid, gid, ...given } }) => {
    await naming(ctx, () =>
      createDiscussion(ctx, { ...given, problem: pid, groupId: gid || null, pinned: topPriority }),
    )
  },
)

router.put(
  '/api/discussion',
  'login',
  {
    summary: 'Changes the words of a post of the caller; moderators of the post pin it.',
    body: { id: requiredNumber().describe('Number of the post.'), ...words },
    forbids: [...forbids, 'FORBIDDEN'],
  },
  async (ctx, { body: { id, topPriority, ...given } }) => {
    requireLogin(ctx)
    const discussion = await findDiscussion(ctx, id)
    if (canEditDiscussion(readerOf(ctx), discussion)) {
      await naming(ctx, () => editDiscussion(ctx, id, { ...given, pinned: topPriority }))
      return
    }
    authorize(ctx, moderatesDiscussions(readerOf(ctx), discussion))
    await moderateDiscussion(ctx, id, { pinned: topPriority })
  },
)

router.delete(
  '/api/discussion',
  'login',
  {
    summary: 'Deletes a post with its comments.',
    query: {
      did: optionalNumber().describe('Number of the post.'),
      id: optionalNumber().describe('The same.'),
    },
    forbids: [...forbids, 'FORBIDDEN'],
  },
  async (ctx, { query }) => {
    await findDiscussion(ctx, query.did ?? query.id ?? 0)
    await removeDiscussion(ctx, query.did ?? query.id ?? 0)
  },
)

router.get(
  '/api/discussion-like',
  'login',
  {
    summary: 'Likes a post, or withdraws the like.',
    query: { did, toLike: requiredFlag().describe('Whether the caller likes it.') },
  },
  async (ctx, { query }) => {
    await likeDiscussion(ctx, query.did, query.toLike)
  },
)

router.put(
  '/api/admin/discussion',
  'discussion.moderate',
  {
    summary: 'Pins or disables a post; its words stay as they are.',
    body: {
      id: requiredNumber().describe('Number of the post.'),
      status: optionalNumber().describe('1 to disable it, 0 to show it.'),
      topPriority: optionalFlag().describe('Whether lists show it first.'),
    },
  },
  async (ctx, { body: { id, status, topPriority } }) => {
    const disabled = status === null ? null : status === 1
    await moderateDiscussion(ctx, id, { pinned: topPriority, disabled })
  },
)

router.delete(
  '/api/admin/discussion',
  'discussion.moderate',
  {
    summary: 'Deletes posts with their comments.',
    body: z.array(z.number()).max(1000).meta({ id: 'DiscussionIds', description: 'Numbers of posts.' }),
  },
  async (ctx, { body }) => {
    if (body.length === 0) throw new Refusal('NOT_FOUND')
    for (const id of body) await removeDiscussion(ctx, id)
  },
)
