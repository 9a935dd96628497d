import { z } from 'zod'
import { authorize, readerOf, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import {
  flag,
  optionalFlag,
  optionalNumber,
  optionalText,
  pageOf,
  paging,
  requiredFlag,
  requiredNumber,
  text,
} from '../../doors/rest/coercers.ts'
import { nestedNumber } from '../../doors/rest/nested.ts'
import { router } from '../../doors/rest/router.ts'
import { page } from '../../doors/rest/shapes.ts'
import { transact } from '../../events.ts'
import { canEditDiscussion, moderatesDiscussions } from '../../policy/discussion.ts'
import { may } from '../../policy/viewer.ts'
import { categoryName } from './category.ts'
import { type DiscussionFilter, findDiscussion, likedDiscussions } from './discussion.ts'
import {
  asEntity,
  CLOSED,
  COLUMNS,
  discussionWords,
  pageOfDiscussions,
  problemIdOf,
  restDetail,
  restDiscussion,
} from './restDiscussions.ts'
import { naming } from './restShapes.ts'
import {
  createDiscussion,
  editDiscussion,
  likeDiscussion,
  moderateDiscussion,
  removeDiscussion,
  viewDiscussion,
} from './writing.ts'

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
    forbids: CLOSED,
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
    return pageOfDiscussions(ctx, filter, wanted)
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

router.post(
  '/api/discussion',
  'login',
  {
    summary: 'Publishes a post.',
    body: {
      ...discussionWords,
      pid: optionalText().describe('Display id of the problem.'),
      gid: optionalNumber().describe('Number of the group.'),
    },
    forbids: [...CLOSED, 'FORBIDDEN'],
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
    body: { id: requiredNumber().describe('Number of the post.'), ...discussionWords },
    forbids: [...CLOSED, 'FORBIDDEN'],
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
    forbids: [...CLOSED, 'FORBIDDEN'],
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
    body: z.array(nestedNumber).max(1000).meta({ id: 'DiscussionIds', description: 'Numbers of posts.' }),
  },
  async (ctx, { body }) => {
    if (body.length === 0) throw new Refusal('NOT_FOUND')
    await transact(ctx, async (ctx) => {
      for (const id of new Set(body)) await removeDiscussion(ctx, id ?? 0)
    })
  },
)
