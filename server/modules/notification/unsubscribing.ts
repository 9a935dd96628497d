import { NotificationKind } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { signerOf } from '../../core/sealed.ts'
import { emit, transact } from '../../events.ts'

/** Kinds in the order in which a token names them, a bit each. */
const KINDS = Object.values(NotificationKind)

type Signing = { house: Pick<Context['house'], 'judgeSecret'> }

const signer = ({ house }: Signing) => signerOf(house.judgeSecret, 'unsubscribing from mail')

/**
 * Token of an unsubscribe link: account, kinds and a MAC of both. It turns these kinds off for this account
 * and does nothing else, so it needs no row and no expiry.
 */
export function unsubscribeToken(ctx: Signing, userId: string, kinds: readonly NotificationKind[]): string {
  const bits = KINDS.reduce((sum, kind, at) => sum + (kinds.includes(kind) ? 2 ** at : 0), 0)
  const text = `${bits}.${Buffer.from(userId).toString('base64url')}`
  return `${text}.${signer(ctx).sign(text)}`
}

type Named = { userId: string; kinds: NotificationKind[] }

/** Account and kinds of a token; null for any other text. */
function readToken(ctx: Context, token: string): Named | null {
  const [, text = '', bits = '', id = '', mac = ''] =
    /^((\d{1,3})\.([\w-]{1,200}))\.([\w-]{43})$/.exec(token) ?? []
  if (!signer(ctx).isSignature(text, mac)) return null
  return {
    userId: Buffer.from(id, 'base64url').toString(),
    kinds: KINDS.filter((_, at) => (Number(bits) >> at) & 1),
  }
}

/** Kinds of a token, and those of them that are still mailed. */
export type Unsubscribing = { kinds: NotificationKind[]; left: NotificationKind[] }

/** What a token turns off, null for an invalid one; changes nothing. */
export async function findUnsubscribing(ctx: Context, token: string): Promise<Unsubscribing | null> {
  const named = readToken(ctx, token)
  if (!named) return null
  const { userId, kinds } = named
  const user = await ctx.db.user.findUnique({ where: { id: userId }, select: { mailKinds: true } })
  return { kinds, left: kinds.filter((kind) => user?.mailKinds.includes(kind)) }
}

/** Turns the kinds of a token off. The token is the permission: mail programs have no login. */
export async function unsubscribe(ctx: Context, token: string): Promise<Unsubscribing> {
  const named = readToken(ctx, token)
  if (!named) throw new Refusal('NOT_FOUND')
  const { userId, kinds } = named
  await transact(ctx, async (ctx) => {
    await ctx.db.$executeRaw`
      update "User" set "mailKinds" = array(
        select kind from unnest("mailKinds") kind where kind <> all(${kinds}::"NotificationKind"[]))
      where "id" = ${userId}`
    await emit(ctx, 'profile.changed', { userId })
  })
  return { kinds, left: [] }
}
