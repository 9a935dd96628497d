import { z } from 'zod'
import type { Problem } from '#prisma/generated/client.ts'
import type { Context } from '../../../context.ts'
import { checked } from '../../../core/checked.ts'
import { Refusal } from '../../../core/errors.ts'

/** Limits of a group's own problems, narrower than the site's (area-rules G9). */
const limits = z.object({
  timeMs: z.number().int().min(1).max(30_000),
  memoryMb: z.number().int().min(1).max(1024),
  stackMb: z.number().int().min(1).max(1024),
})

/** Refuses limits that a group's own problem may not have. */
export const requireGroupLimits = (given: z.input<typeof limits>): void => void checked(limits, given)

/**
 * Display id of a group's own problem: the short name of the group before the entered id, upper case (area-rules G9).
 * A saved id stays, also after the group was renamed.
 */
export async function nameInGroup(
  ctx: Context,
  groupId: number,
  before: Pick<Problem, 'displayId'> | null,
  entered: string | null,
): Promise<string> {
  const id = entered?.trim().toUpperCase() ?? ''
  if (!id) throw new Refusal('INVALID_INPUT', { fields: { displayId: { code: 'REQUIRED' } } })
  if (id === before?.displayId) return id
  const group = await ctx.db.group.findUniqueOrThrow({ where: { id: groupId }, select: { shortName: true } })
  const prefix = group.shortName.toUpperCase()
  return before && id.startsWith(prefix) && id !== prefix ? id : prefix + id
}
