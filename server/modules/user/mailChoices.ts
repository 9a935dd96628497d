import { z } from 'zod'
import type { User } from '#prisma/generated/client.ts'
import { MailPace, NotificationKind } from '#prisma/generated/enums.ts'
import { type Context, requireLogin } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { emit, transact } from '../../events.ts'

const choices = z
  .object({ kinds: z.array(z.enum(NotificationKind)).max(50), pace: z.enum(MailPace) })
  .partial()

/** Sets which notifications the viewer gets by mail, and how often; omitted fields stay as they are. */
export async function changeMailChoices(ctx: Context, change: z.input<typeof choices>): Promise<User> {
  requireLogin(ctx)
  const { id } = ctx.viewer
  const { kinds, pace } = checked(choices, change)
  return transact(ctx, async (ctx) => {
    const user = await ctx.db.user.update({
      where: { id },
      data: { ...(kinds && { mailKinds: [...new Set(kinds)] }), ...(pace && { mailPace: pace }) },
    })
    await emit(ctx, 'profile.changed', { userId: id })
    return user
  })
}
