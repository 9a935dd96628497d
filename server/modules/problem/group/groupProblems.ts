import type { Prisma, Problem, ProblemVisibility, Tag } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { literally } from '../../../core/literally.ts'
import { canManageProblem, listedInGroup } from '../../../policy/problem.ts'
import { enter, mayEnter } from '../../../venue.ts'
import { GROUP } from '../../group/group.ts'
import { OWN_BANK } from '../../site/language.ts'
import { findProblemByNumber } from '../problem.ts'

/** Columns of a problem that all administrators of its group see (area-rules G9). */
const ROW = {
  id: true,
  displayId: true,
  groupId: true,
  authorId: true,
  visibility: true,
  application: true,
  createdAt: true,
  updatedAt: true,
  statements: { select: { locale: true, title: true } },
  author: { select: { username: true } },
} satisfies Prisma.ProblemSelect

export type GroupProblemRow = Prisma.ProblemGetPayload<{ select: typeof ROW }>

export type GroupProblemFilter = {
  /** Part of a display id or title. */
  keyword?: string | null
  visibility?: ProblemVisibility | null
}

const MOST_KEYWORD = 100

/** A page of all problems of a group, newest first, for its administrators; hidden ones too (area-rules G9). */
export async function groupProblemRows(
  ctx: Context,
  groupId: number,
  { keyword, visibility }: GroupProblemFilter,
  window: { skip: number; take: number },
): Promise<{ total: number; rows: GroupProblemRow[] }> {
  await enter(ctx, GROUP, groupId, 'manage')
  const part = (keyword ?? '').trim().slice(0, MOST_KEYWORD).toLowerCase()
  const where: Prisma.ProblemWhereInput = {
    groupId,
    removedAt: null,
    ...(part && { keywords: { contains: literally(part) } }),
    ...(visibility && { visibility }),
  }
  const [rows, total] = await Promise.all([
    ctx.db.problem.findMany({ where, orderBy: { id: 'desc' }, ...window, select: ROW }),
    ctx.db.problem.count({ where }),
  ])
  return { rows, total }
}

/** Tags that a group created; null for viewers who may not enter it. */
export async function tagsOfGroup(ctx: Context, groupId: number): Promise<Tag[] | null> {
  if (!(await mayEnter(ctx, GROUP, groupId, 'look'))) return null
  return ctx.db.tag.findMany({ where: { groupId }, orderBy: { id: 'asc' } })
}

/** Tags of the site and of a group that problems of its list have; null for viewers who may not enter it. */
export async function tagsInGroup(ctx: Context, groupId: number): Promise<Tag[] | null> {
  if (!(await mayEnter(ctx, GROUP, groupId, 'look'))) return null
  const where = { problems: { some: { problem: listedInGroup(groupId) } } }
  return ctx.db.tag.findMany({ where, orderBy: { id: 'asc' } })
}

/** Tags that a problem of a group may have, for its administrators: those of the site, then its own (area-rules G9). */
export async function tagsForGroup(ctx: Context, groupId: number): Promise<Tag[]> {
  await enter(ctx, GROUP, groupId, 'manage')
  return ctx.db.tag.findMany({
    where: { OR: [{ groupId: null, bank: OWN_BANK }, { groupId }] },
    orderBy: [{ groupId: { sort: 'asc', nulls: 'first' } }, { id: 'asc' }],
  })
}

/** A problem of a group that the viewer manages; NOT_FOUND for problems of the site. */
export async function findManagedInGroup(ctx: Context, id: number): Promise<Problem & { groupId: number }> {
  const problem = await findProblemByNumber(ctx, id)
  const { groupId } = problem
  if (groupId === null) throw new Refusal('NOT_FOUND')
  authorize(ctx, canManageProblem(readerOf(ctx), problem))
  return { ...problem, groupId }
}
