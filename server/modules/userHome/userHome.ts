import type { Prisma, User } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { canSeePrivate, canSeeProfile } from '../../policy/user.ts'
import { type Stream, watch } from '../../watch.ts'
import { usernameKeyOf } from '../user/username.ts'

/** Whose home is asked for: by number, else by name, else the viewer's (area-rules R7). */
export type HomeName = { uid?: string | null | undefined; username?: string | null | undefined }

function whereOf(ctx: Context, { uid, username }: HomeName): Prisma.UserWhereUniqueInput | null {
  if (uid?.trim()) return { id: uid.trim() }
  if (username?.trim()) return { usernameKey: usernameKeyOf(username) }
  return ctx.viewer && { id: ctx.viewer.id }
}

/** The account of a home page; null when there is none, or it was deleted. */
export async function findHome(ctx: Context, name: HomeName): Promise<User | null> {
  const where = whereOf(ctx, name)
  return where && ctx.db.user.findUnique({ where: { ...where, endedAt: null } })
}

/** Public texts and links of a home page. */
export const TEXTS = ['gender', 'school', 'signature', 'github', 'blog'] as const

/** Texts of a home page as the viewer sees them. */
export function textsOf(ctx: Context, user: User): Record<(typeof TEXTS)[number], string | null> {
  const isSeen = canSeeProfile(readerOf(ctx), user)
  const { gender, school, signature, github, blog } = user
  return isSeen
    ? { gender, school, signature, github, blog }
    : { gender: null, school: null, signature: null, github: null, blog: null }
}

/** Private fields of an account; null for everybody but its owner and user administrators (area-rules R11). */
export function privateOf(
  ctx: Context,
  user: User,
): Pick<User, 'email' | 'realname' | 'number' | 'course'> | null {
  const { email, realname, number, course } = user
  return canSeePrivate(readerOf(ctx), user) ? { email, realname, number, course } : null
}

/** Time of the last login; null without one in half a year. */
export async function lastLoginAt(ctx: Context, userId: string): Promise<Date | null> {
  const session = await ctx.db.session.findFirst({
    where: { userId },
    orderBy: { id: 'desc' },
    select: { createdAt: true },
  })
  return session?.createdAt ?? null
}

/** Delay (ms) that coalesces the events of one submission. */
const WITHIN = 300

/** The account of a home page after each change of its figures or profile; ends never, and is silent for no account. */
export async function watchHome(ctx: Context, name: HomeName): Promise<Stream<User>> {
  const id = (await findHome(ctx, name))?.id
  return watch(ctx, {
    concern: ({ name, payload }) => {
      if (id === undefined || !('userId' in payload) || payload.userId !== id) return null
      if (name === 'profile.changed' || name === 'reader.changed') return { key: id, wait: WITHIN }
      if (!name.startsWith('submission.') || name === 'submission.progressed') return null
      const isPractice = 'contestId' in payload && payload.contestId === null
      return isPractice ? { key: id, wait: WITHIN } : null
    },
    read: (ctx, uid) => findHome(ctx, { uid }),
  })
}
