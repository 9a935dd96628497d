import { z } from 'zod'
import type { Tag, TagGroup } from '#prisma/generated/client.ts'
import { authorize, type Context } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { advisoryLock } from '../../core/db.ts'
import { expectVersion, Refusal } from '../../core/errors.ts'
import { transact } from '../../events.ts'
import { may } from '../../policy/viewer.ts'
import { difference, record } from '../audit/audit.ts'
import { color, type Names, names } from './tag.ts'

const tagFields = z.object({ names, color: color.nullable(), bank: z.string().min(1).max(32) })
const groupFields = z.object({
  names,
  rank: z.number().int().min(0).max(1_000_000),
  bank: z.string().min(1).max(32),
})

export type TagInput = {
  /** Null: create one. */
  id: number | null
  /** Omitted languages keep their names, unless these are all names. */
  names: Names
  namesAreAll?: boolean
  color: string | null
  bank: string
  groupId: number | null
  /** The version it was changed from; a newer one is refused. */
  version?: number | null
}

/** Serializes changes, so that the same tag is not created twice. */
const lockTags = (ctx: Context) => advisoryLock(ctx.db, 'tags')

const newer = { version: { increment: 1 } } as const

/** A row as the audit keeps it. */
function audited<Row extends { version: number }>(row: Row | null): Omit<Row, 'version'> | null {
  if (!row) return null
  const { version: _, ...rest } = row
  return rest
}

const namesOf = (row: { names: unknown }): string[] =>
  Object.values(row.names as Names).map((name) => name.toLowerCase())

/** Names of a row after a change. */
const wordsOf = (
  before: { names: unknown } | null,
  { names, namesAreAll = false }: { names: Names; namesAreAll?: boolean },
): Names => ({ ...(namesAreAll ? {} : (before?.names as Names | undefined)), ...names })

/** Creates or changes a tag. Names are unique in a bank. Throws CONFLICT for a stale version. */
export async function saveTag(ctx: Context, input: TagInput): Promise<Tag> {
  authorize(ctx, may(ctx, 'problem.manageAny'))
  return transact(ctx, async (ctx) => {
    await lockTags(ctx)
    const { id, groupId } = input
    const before = id === null ? null : await ctx.db.tag.findUniqueOrThrow({ where: { id } })
    if (before) expectVersion(before.version, input.version)
    const words = wordsOf(before, input)
    const given = checked(tagFields, { names: words, color: input.color, bank: input.bank })
    if (groupId !== null) {
      const { bank } = await ctx.db.tagGroup.findUniqueOrThrow({ where: { id: groupId } })
      if (bank !== given.bank)
        throw new Refusal('INVALID_INPUT', { fields: { groupId: { code: 'NOT_OFFERED' } } })
    }
    const others = await ctx.db.tag.findMany({
      where: { bank: given.bank, groupId: before?.groupId ?? null, NOT: { id: id ?? 0 } },
    })
    const taken = new Set(others.flatMap(namesOf))
    if (namesOf(given).some((name) => taken.has(name))) throw new Refusal('TAG_TAKEN', { field: 'names' })
    const data = { ...given, tagGroupId: groupId }
    const tag = before
      ? await ctx.db.tag.update({ where: { id: before.id }, data: { ...data, ...newer } })
      : await ctx.db.tag.create({ data })
    await record(
      ctx,
      before ? 'tag.changed' : 'tag.created',
      ['Tag', tag.id],
      difference(audited(before), audited(tag)),
    )
    return tag
  })
}

/**
 * Merges two tags: problems with `fromId` get `intoId`, and its missing names are taken from the deleted tag.
 */
export async function mergeTags(ctx: Context, fromId: number, intoId: number): Promise<Tag> {
  authorize(ctx, may(ctx, 'problem.manageAny'))
  return transact(ctx, async (ctx) => {
    await lockTags(ctx)
    const from = await ctx.db.tag.findUniqueOrThrow({ where: { id: fromId } })
    const into = await ctx.db.tag.findUniqueOrThrow({ where: { id: intoId } })
    if (fromId === intoId || from.bank !== into.bank || from.groupId !== into.groupId)
      throw new Refusal('INVALID_INPUT', { fields: { intoId: { code: 'NOT_OFFERED' } } })
    // Saves that give it to a problem end first: the deletion would take what they wrote along.
    await ctx.db.$executeRaw`lock table "ProblemTag" in share row exclusive mode`
    await ctx.db.$executeRaw`
      insert into "ProblemTag" ("problemId", "tagId")
      select "problemId", ${intoId} from "ProblemTag" where "tagId" = ${fromId}
      on conflict do nothing`
    const problems = await ctx.db.problemTag.count({ where: { tagId: fromId } })
    await ctx.db.tag.delete({ where: { id: fromId } })
    const names = { ...(from.names as Names), ...(into.names as Names) }
    const tag = await ctx.db.tag.update({ where: { id: intoId }, data: { names, ...newer } })
    await record(ctx, 'tag.removed', ['Tag', fromId], difference(audited(from), null), from.groupId)
    await record(ctx, 'tag.merged', ['Tag', intoId], {
      before: { names: into.names, merged: null },
      after: { names, merged: { id: fromId, names: from.names, problems } },
    })
    return tag
  })
}

/** Deletes a tag, also from its problems. */
export async function removeTag(ctx: Context, id: number): Promise<void> {
  authorize(ctx, may(ctx, 'problem.manageAny'))
  await transact(ctx, async (ctx) => {
    const tag = await ctx.db.tag.delete({ where: { id } })
    await record(ctx, 'tag.removed', ['Tag', id], difference(audited(tag), null), tag.groupId)
  })
}

export type TagGroupSave = {
  id: number | null
  names: Names
  namesAreAll?: boolean
  rank: number
  bank: string
  version?: number | null
}

/** Creates or changes a tag group. Throws CONFLICT for a stale version. */
export async function saveTagGroup(ctx: Context, input: TagGroupSave): Promise<TagGroup> {
  authorize(ctx, may(ctx, 'problem.manageAny'))
  return transact(ctx, async (ctx) => {
    await lockTags(ctx)
    const { id } = input
    const before = id === null ? null : await ctx.db.tagGroup.findUniqueOrThrow({ where: { id } })
    if (before) expectVersion(before.version, input.version)
    const data = checked(groupFields, { names: wordsOf(before, input), rank: input.rank, bank: input.bank })
    const group = before
      ? await ctx.db.tagGroup.update({ where: { id: before.id }, data: { ...data, ...newer } })
      : await ctx.db.tagGroup.create({ data })
    const action = before ? 'tagGroup.changed' : 'tagGroup.created'
    await record(ctx, action, ['TagGroup', group.id], difference(audited(before), audited(group)))
    return group
  })
}

/** Deletes a tag group; its tags stay without one. */
export async function removeTagGroup(ctx: Context, id: number): Promise<void> {
  authorize(ctx, may(ctx, 'problem.manageAny'))
  await transact(ctx, async (ctx) => {
    const group = await ctx.db.tagGroup.delete({ where: { id } })
    await record(ctx, 'tagGroup.removed', ['TagGroup', id], difference(audited(group), null))
  })
}
