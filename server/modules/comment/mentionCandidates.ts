import { Prisma } from '#prisma/generated/client.ts'
import { type Context, requireLogin } from '../../context.ts'
import { storable } from '../../core/checked.ts'
import { isMentionable } from '../../shared/mentions.ts'
import { usernameKeyOf } from '../user/username.ts'
import { type EnteredSubject, enterSubject, type SubjectRef } from './subjects.ts'

/** Names offered at once. */
const MOST = 8
/** The newest comments and replies whose authors are people of the thread. */
const MOST_WORDS = 200
/** Longer prefixes are cut, in units. */
const MOST_LETTERS = 60
/** Above every character of a name. */
const LAST = '\u{10FFFF}'

/**
 * Ids of users to mention in a comment on a subject, by the first letters of their names: people of the thread
 * first, then others; in a group only its members. Real names and nicknames are not searched.
 */
export async function mentionCandidates(ctx: Context, ref: SubjectRef, prefix: string): Promise<string[]> {
  requireLogin(ctx)
  const subject = await enterSubject(ctx, ref)
  const key = usernameKeyOf(storable(prefix).slice(0, MOST_LETTERS))
  const taken = [ctx.viewer.id]
  const inThread = await peopleOf(ctx, subject)
  const first = await matching(ctx, subject, key, Prisma.sql`u."id" in (${ids(inThread)})`, taken)
  const left = MOST - first.length
  if (left === 0 || key === '') return byThread(first, inThread)
  const further = await matching(ctx, subject, key, Prisma.sql`true`, [...taken, ...first])
  return [...byThread(first, inThread), ...further.slice(0, left)]
}

const ids = (list: readonly string[]) => Prisma.join(list.length > 0 ? [...list] : [''])

const byThread = (found: readonly string[], inThread: readonly string[]): string[] =>
  [...found].sort((one, other) => inThread.indexOf(one) - inThread.indexOf(other))

/** Author of the subject, then authors of the comments and replies that the viewer sees, newest first. */
async function peopleOf(ctx: Context, { words, authorId }: EnteredSubject): Promise<string[]> {
  const newest = {
    select: { authorId: true, createdAt: true },
    orderBy: { id: 'desc' },
    take: MOST_WORDS,
  } as const
  const [comments, replies] = [
    await ctx.db.comment.findMany({ where: words.comments, ...newest }),
    await ctx.db.reply.findMany({ where: words.replies, ...newest }),
  ]
  const spoke = [...comments, ...replies].sort(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
  )
  return [...new Set([...(authorId ? [authorId] : []), ...spoke.map((row) => row.authorId)])]
}

/** Users in the order of their names; for the subject of a group only its members. */
async function matching(
  ctx: Context,
  { place }: EnteredSubject,
  key: string,
  who: Prisma.Sql,
  without: readonly string[],
): Promise<string[]> {
  const groupId = place?.groupId ?? null
  const inGroup =
    groupId === null
      ? Prisma.sql`true`
      : Prisma.sql`u."id" in (
          select "ownerId" from "Group" where "id" = ${groupId} union all
          select "userId" from "GroupMember" where "groupId" = ${groupId} and "standing" in ('MEMBER', 'ADMIN', 'ROOT'))`
  // Bounds instead of LIKE: the index of names serves them whatever the collation of the database.
  const rows = await ctx.db.$queryRaw<{ id: string; username: string }[]>`
    select u."id", u."username" from "User" u
    where u."usernameKey" ~>=~ ${key} and u."usernameKey" ~<~ ${key + LAST}
      and not u."disabled" and u."endedAt" is null and u."id" not in (${ids(without)}) and ${who} and ${inGroup}
    order by u."usernameKey" using ~<~ limit ${2 * MOST}`
  return rows
    .filter(({ username }) => isMentionable(username))
    .flatMap(({ id }) => id)
    .slice(0, MOST)
}
