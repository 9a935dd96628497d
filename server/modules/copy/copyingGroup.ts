import type { Group } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { requireAtMost } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { transact } from '../../events.ts'
import { rootsGroup } from '../../policy/group.ts'
import { find } from '../../venue.ts'
import { record } from '../audit/audit.ts'
import { copyMembers, copyNotices, type TakenMembers } from '../group/copies.ts'
import { GROUP } from '../group/group.ts'
import { createGroup } from '../group/saving.ts'
import { copyInto, type LeftOut } from './copyingTraining.ts'

/**
 * Most trainings that a copy of a group takes along. 200 with 20 problems each, 1,000 announcements and 2,000 members
 * took 16 s on a busy machine, and a transaction has 30 s.
 */
export const MOST_TRAININGS = 100

/** A copy of a group, and the problems that its trainings could not take. */
export type CopiedGroup = { group: Group; leftOut: LeftOut }

type Wanted = {
  name: string
  shortName: string
  /** New code of a group that takes applications; public groups have none. */
  code?: string | null
  withTrainings: boolean
  withNotices: boolean
  withMembers: TakenMembers
}

/**
 * Copies a group for its roots, who own the copy: its settings without avatar and code, and what they choose. The limits
 * of creating a group hold. Trainings are hidden in the copy; problems of the old group stay there and are left out.
 */
export async function copyGroup(ctx: Context, id: number, wanted: Wanted): Promise<CopiedGroup> {
  const { name, shortName, code, withTrainings, withNotices, withMembers } = wanted
  return transact(ctx, async (ctx) => {
    // Shared lock: the settings stay as they are copied.
    if (isRowNumber(id)) await ctx.db.$queryRaw`select 1 from "Group" where "id" = ${id} for share`
    const from = await find(ctx, GROUP, id, 'manage')
    authorize(ctx, rootsGroup(readerOf(ctx), id))
    const { brief, description, access, visible } = from
    const settings = { brief, description, access, visible, code: code ?? null }
    const to = await createGroup(ctx, { ...settings, name, shortName })
    const notices = withNotices ? await copyNotices(ctx, { from, to }) : 0
    const { trainings, leftOut } = withTrainings ? await copyTrainings(ctx, from, to) : NO_TRAININGS
    const members = await copyMembers(ctx, { from, to }, withMembers)
    const after = { from: id, notices, trainings, members, leftOut: leftOut.problemIds.length }
    await record(ctx, 'group.copied', ['Group', to.id], { after }, to.id)
    return { group: to, leftOut }
  })
}

type CopiedTrainings = { trainings: number; leftOut: LeftOut }
const NO_TRAININGS: CopiedTrainings = { trainings: 0, leftOut: { problemIds: [], displayIds: [] } }

/** Copies all trainings of a group; a problem that several could not take is left out once. */
async function copyTrainings(ctx: Context, from: Group, to: Group): Promise<CopiedTrainings> {
  const trainings = await ctx.db.training.findMany({
    where: { groupId: from.id },
    orderBy: { id: 'asc' },
    take: MOST_TRAININGS + 1,
  })
  requireAtMost(MOST_TRAININGS, 'withTrainings', trainings)
  const displayIds = new Set<string>()
  const problemIds = new Set<number>()
  for (const training of trainings) {
    const { leftOut } = await copyInto(ctx, training, to.id, {})
    for (const id of leftOut.displayIds) displayIds.add(id)
    for (const id of leftOut.problemIds) problemIds.add(id)
  }
  const leftOut = { problemIds: [...problemIds], displayIds: [...displayIds].sort() }
  return { trainings: trainings.length, leftOut }
}
