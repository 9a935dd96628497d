import type { Group } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { linkTo, SITE } from '../../paths.ts'
import { record } from '../audit/audit.ts'
import { notifyMany } from '../notification/notification.ts'

/** Tells users of a change of their membership, or roots of an application. */
export async function tell(
  ctx: Context,
  userIds: readonly string[],
  message: 'groupApplied' | 'groupWelcome' | 'groupLeft',
  { id: groupId, name }: Group,
  applicant?: string,
): Promise<void> {
  const base = { ...SITE, groupId }
  await notifyMany(ctx, userIds, {
    kind: 'MINE',
    message,
    parameters: { group: name, ...(applicant === undefined ? {} : { applicant }) },
    ...(message === 'groupLeft' ? {} : { link: linkTo(base, message === 'groupApplied' ? '/member' : '/') }),
    dedupeKey: `${message} ${groupId} ${applicant ?? ''} ${ctx.now.toISOString()}`,
    at: ctx.now.toISOString(),
  })
}

/** Audits a changed standing; null before or after: no row. `invitation`: number of the link that was used. */
export const note = (
  ctx: Context,
  { id }: Pick<Group, 'id'>,
  userId: string,
  before: string | null,
  after: string | null,
  invitation?: number,
) =>
  record(
    ctx,
    'group.memberChanged',
    ['Group', id],
    {
      before: { user: userId, standing: before },
      after: { user: userId, standing: after, ...(invitation !== undefined && { invitation }) },
    },
    id,
  )
