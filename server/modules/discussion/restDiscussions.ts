import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { unlessRefused } from '../../core/errors.ts'
import { number, optionalFlag, type pageOf, text } from '../../doors/rest/coercers.ts'
import { asDate, asPage, date } from '../../doors/rest/shapes.ts'
import { findProblem } from '../problem/problem.ts'
import { countDiscussions } from './counting.ts'
import { type DiscussionFilter, discussionPage } from './discussion.ts'
import { asAuthor, WITH_AUTHOR } from './restShapes.ts'

/** Posts in REST, of the site and of groups. */

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

export const restDiscussion = z
  .object({ ...entity, commentNum: z.int(), titleName: optional, titleColor: optional })
  .meta({ id: 'Discussion', description: 'A post.' })

export const restDetail = z
  .object({
    ...entity,
    categoryName: z.string(),
    titleName: optional,
    titleColor: optional,
    hasLike: z.boolean(),
  })
  .meta({ id: 'DiscussionDetail', description: 'A post with what the caller did.' })

export const COLUMNS = {
  include: { author: WITH_AUTHOR, problem: { select: { displayId: true } }, category: true },
} as const satisfies Prisma.DiscussionDefaultArgs

type Row = Prisma.DiscussionGetPayload<typeof COLUMNS>

export const asEntity = (row: Row) => ({
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

/** Refusals that calls answer with HTTP 403 (area-rules D14). */
export const CLOSED = ['DISCUSSIONS_CLOSED', 'GROUP_DISCUSSIONS_CLOSED'] as const

/** No problem has this number. */
const NO_PROBLEM = -1

/**
 * Number of the problem with a display id by which a list is filtered; null: none given. Of one that the viewer does not
 * see the list is empty, as of one that nobody wrote about.
 */
export const problemIdOf = async (ctx: Context, pid: string): Promise<number | null> =>
  pid.trim() === '' ? null : ((await unlessRefused(findProblem(ctx, pid)))?.id ?? NO_PROBLEM)

/** A page of a list; contents only of the caller's own posts (area-rules D8). */
export async function pageOfDiscussions(
  ctx: Context,
  filter: DiscussionFilter,
  wanted: ReturnType<typeof pageOf>,
) {
  const page = await discussionPage(ctx, filter, { skip: wanted.offset, take: wanted.limit })
  const [rows, total] = await Promise.all([
    ctx.db.discussion.findMany({ ...page, ...COLUMNS }),
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
}

/** Fields that the author of a post writes. */
export const discussionWords = {
  title: text().describe('Title, 1 to 255 characters.'),
  description: text().describe('Summary, 1 to 255 characters.'),
  content: text().describe('Markdown, 1 to 65,535 characters.'),
  categoryId: number(0).describe('Number of the category.'),
  topPriority: optionalFlag().describe('Whether lists show it first; for moderators.'),
}
