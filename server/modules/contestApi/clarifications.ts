import type { Contest } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { unlessRefused } from '../../core/errors.ts'
import { officialIds } from '../../officials.ts'
import { visibleReplies } from '../../policy/comment.ts'
import { CONTESTS } from '../../policy/officials.ts'
import { commentListing } from '../comment/comment.ts'
import { listedContestNotices } from '../contest/contestNotices.ts'
import { type ClicsObject, relativeTime } from '../scoreboard/record/clicsObjects.ts'

/** Most comments and announcements that are read, newest first. */
const MOST = 2_000

/**
 * Clarifications of a contest in the Contest API: questions and answers of its comments, and its announcements, which
 * are to all teams. Officials are the jury, and what others outside of `teams` say is left out: it would be the jury's.
 */
export async function clarificationsOf(
  ctx: Context,
  contest: Contest,
  teams: ReadonlySet<string>,
): Promise<ClicsObject[]> {
  // Comments may be closed, by a switch of the site or for a hidden contest.
  const open = await unlessRefused(commentListing(ctx, { kind: 'contest', id: contest.id }))
  const [jury, comments, notices] = await Promise.all([
    officialIds(ctx, CONTESTS, contest),
    open === null
      ? []
      : ctx.db.comment.findMany({
          where: open.where,
          orderBy: { id: 'desc' },
          take: MOST,
          include: { replies: { where: visibleReplies(readerOf(ctx)), orderBy: { id: 'asc' } } },
        }),
    ctx.db.contestNotice.findMany({ ...listedContestNotices(contest.id), take: MOST }),
  ])
  const clarification = (id: string, text: string, at: Date, others: object): ClicsObject => ({
    id,
    text,
    time: at.toISOString(),
    contest_time: relativeTime(at.getTime() - contest.startsAt.getTime()),
    ...others,
  })
  const team = (name: 'from_team_id' | 'to_team_id', userId: string) =>
    teams.has(userId) ? { [name]: userId } : {}
  const takesPart = ({ authorId }: { authorId: string }) => teams.has(authorId) || jury.has(authorId)
  const questions = comments.filter(takesPart).reverse()
  const said = questions.flatMap(({ id, authorId, content, createdAt, replies }) => [
    clarification(`comment-${id}`, content, createdAt, team('from_team_id', authorId)),
    ...replies.filter(takesPart).map((reply) => {
      const from = team('from_team_id', reply.authorId)
      const answered = reply.targetId !== null && teams.has(reply.targetId) ? reply.targetId : authorId
      // A message is from a team or to one.
      const to = 'from_team_id' in from ? {} : team('to_team_id', answered)
      const others = { reply_to_id: `comment-${id}`, ...from, ...to }
      return clarification(`reply-${reply.id}`, reply.content, reply.createdAt, others)
    }),
  ])
  const announced = notices
    .reverse()
    .map(({ id, title, content, createdAt }) =>
      clarification(`notice-${id}`, `${title}\n\n${content}`, createdAt, {}),
    )
  return [...said, ...announced].sort(({ time: one }, { time: other }) =>
    String(one).localeCompare(String(other)),
  )
}
