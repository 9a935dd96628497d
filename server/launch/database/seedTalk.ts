/** Seeds posts, comments and replies through their rules. */
import { discussions } from '#prisma/seed/content.ts'
import type { SeedComment, SeedDiscussion } from '#prisma/seed/types.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../events.ts'
import { likeComment, writeComment, writeReply } from '../../modules/comment/comment.ts'
import type { SubjectRef } from '../../modules/comment/subjects.ts'
import { checkReport, reportDiscussion } from '../../modules/discussion/report.ts'
import { createDiscussion, likeDiscussion, moderateDiscussion } from '../../modules/discussion/writing.ts'
import { notify } from '../../modules/notification/notification.ts'
import { linkTo, SITE } from '../../paths.ts'
import { viewerOf } from '../../policy/viewer.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Context of a person, so many minutes after the subject began. */
type At = (username: string, minute: number) => Context

/** Writes comments and their replies on a subject. */
export async function seedComments(subject: SubjectRef, comments: readonly SeedComment[], at: At) {
  for (const { username, minute, content, likes = [], replies } of comments) {
    const { id: commentId } = await writeComment(at(username, minute), subject, content)
    for (const name of likes) await likeComment(at(name, minute), commentId, true)
    const made: number[] = []
    for (const reply of replies) {
      const replyId = reply.answers === undefined ? null : (made[reply.answers] ?? null)
      const { id } = await writeReply(at(reply.username, reply.minute), { commentId, replyId }, reply.content)
      made.push(id)
    }
  }
}

/**
 * Writes one post; `root` is the super administrator, who gets messages of each kind. Its people have solved
 * nothing yet, so they write with the exemption of staff.
 */
async function seedDiscussion(ctx: Context, post: SeedDiscussion, authors: ReadonlyMap<string, string>) {
  const { author, hoursAgo, category, title, description, content, views, likes, comments } = post
  const at: At = (username, minute) => ({
    ...ctx,
    now: new Date(ctx.now.getTime() - hoursAgo * HOUR + minute * MINUTE),
    viewer:
      username === 'root'
        ? ctx.viewer
        : viewerOf({ id: authors.get(username) ?? '', username, role: 'ADMIN' }),
  })
  const { id } = await createDiscussion(at(author, 0), {
    title,
    description,
    content,
    categoryId: category,
    problem: post.problem ?? null,
    groupId: null,
    pinned: post.pinned ?? false,
  })
  await ctx.db.discussion.update({ where: { id }, data: { viewCount: views } })
  for (const username of likes) await likeDiscussion(at(username, 0), id, true)
  await seedComments({ kind: 'discussion', id }, comments, at)
  for (const { username, minute, labels, reason, checkedBy } of post.reports ?? []) {
    const report = await reportDiscussion(at(username, minute), id, { labels, reason })
    if (checkedBy) await checkReport(at(checkedBy, minute + 5), report.id, true)
  }
  if (post.disabledBy) await moderateDiscussion(at(post.disabledBy, 30), id, { disabled: true })
}

/** Tells the super administrator what no post tells. */
export async function seedMessages(ctx: Context) {
  const problem = await ctx.db.problem.findFirst({
    where: { visibility: 'PUBLIC' },
    orderBy: { id: 'asc' },
    select: { id: true, displayId: true },
  })
  if (!problem || !ctx.viewer) return
  await notify(ctx, {
    userId: ctx.viewer.id,
    kind: 'MINE',
    message: 'publicationGranted',
    parameters: { problem: problem.displayId },
    subject: `Problem:${problem.id}`,
    link: linkTo(SITE, `/admin/problem/edit/${problem.id}`),
    at: new Date(ctx.now.getTime() - 20 * 24 * HOUR).toISOString(),
    dedupeKey: 'seed',
  })
}

/** Writes the posts that are missing. */
export async function seedDiscussions(ctx: Context, authors: ReadonlyMap<string, string>) {
  for (const post of discussions) {
    const title = post.problem ? `[${post.problem}] ${post.title}` : post.title
    if ((await ctx.db.discussion.count({ where: { title } })) > 0) continue
    await transact(ctx, (ctx) => seedDiscussion(ctx, post, authors))
  }
}
