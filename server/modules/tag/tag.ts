import { z } from 'zod'
import { LOCALES } from '#locales/i18n.ts'
import type { Prisma, Tag, TagGroup } from '#prisma/generated/client.ts'
import { authorize, type Context, inLocale } from '../../context.ts'
import { checked, onOneLine } from '../../core/checked.ts'
import { advisoryLock } from '../../core/db.ts'
import { Refusal } from '../../core/errors.ts'
import { managesIn, PROBLEMS } from '../../policy/officials.ts'
import { may } from '../../policy/viewer.ts'
import { record } from '../audit/audit.ts'
import { OWN_BANK } from '../site/language.ts'

export const names = z
  .partialRecord(z.enum(LOCALES), z.string().transform(onOneLine).pipe(z.string().min(1).max(60)))
  .refine((given) => Object.keys(given).length > 0)
export const color = z.string().regex(/^#[0-9a-f]{6}$/i)

export type Names = z.infer<typeof names>

/** Name of a tag or tag group in the viewer's language. */
export const nameOf = (row: Pick<Tag | TagGroup, 'names'>, ctx: Context): string =>
  inLocale(names.catch({}).parse(row.names), ctx.locale) ?? ''

/** Tag groups in order, of one bank or of all. */
export const tagGroupListing = (bank: string | null) =>
  ({
    where: bank ? { bank } : {},
    orderBy: [{ rank: 'asc' }, { id: 'asc' }],
  }) satisfies Prisma.TagGroupFindManyArgs

/** Tags of the site in the order of creation; tags owned by a group are not listed. */
export const tagListing = (bank: string | null) =>
  ({
    where: { groupId: null, ...(bank ? { bank } : {}) },
    orderBy: { id: 'asc' },
  }) satisfies Prisma.TagFindManyArgs

/** Tags of the site without a tag group, in the order of creation. */
export const looseTagListing = (bank: string | null) =>
  ({
    where: { groupId: null, tagGroupId: null, ...(bank ? { bank } : {}) },
    orderBy: { id: 'asc' },
  }) satisfies Prisma.TagFindManyArgs

/** Number of problems of any visibility with each tag, in the order asked; for viewers who manage tags. */
export async function carriersOfTags(ctx: Context, tagIds: readonly number[]): Promise<(number | null)[]> {
  if (!may(ctx, 'problem.manageAny')) return tagIds.map(() => null)
  const rows = await ctx.db.problemTag.groupBy({
    by: 'tagId',
    where: { tagId: { in: [...tagIds] } },
    _count: true,
  })
  const counts = new Map(rows.map(({ tagId, _count }) => [tagId, _count]))
  return tagIds.map((id) => counts.get(id) ?? 0)
}

/** Number of public problems with each tag, in the order asked. */
export async function problemCountsOfTags(ctx: Context, tagIds: readonly number[]): Promise<number[]> {
  const rows = await ctx.db.$queryRaw<{ tagId: number; count: number }[]>`
    select pt."tagId", count(*)::int as "count"
    from "ProblemTag" pt join "Problem" p on p."id" = pt."problemId" and p."visibility" = 'PUBLIC'
    where pt."tagId" = any(${[...tagIds]}::int[])
    group by pt."tagId"`
  const counts = new Map(rows.map((row) => [row.tagId, row.count]))
  return tagIds.map((id) => counts.get(id) ?? 0)
}

export type TagGroupInput = { names: Names; rank: number; tags: { names: Names; color: string | null }[] }

/** Creates a tag group with its tags in the site's own bank. */
export async function addTagGroup(ctx: Context, input: TagGroupInput): Promise<TagGroup & { tags: Tag[] }> {
  authorize(ctx, may(ctx, 'problem.manageAny'))
  const wrong = [input, ...input.tags].some((each) => !names.safeParse(each.names).success)
  if (wrong) throw new Refusal('INVALID_INPUT', { field: 'names' })
  if (input.tags.some((tag) => tag.color !== null && !color.safeParse(tag.color).success)) {
    throw new Refusal('INVALID_INPUT', { field: 'color' })
  }
  return ctx.db.tagGroup.create({
    data: { names: input.names, rank: input.rank, tags: { create: input.tags } },
    include: { tags: { orderBy: { id: 'asc' } } },
  })
}

/**
 * Numbers of tags, given by number or by name. Unknown names become tags: of the problem's group, if it has
 * one (area-rules G9), else of the site, for viewers who manage problems there.
 */
export async function tagsNamed(
  ctx: Context,
  given: readonly (number | string)[],
  groupId: number | null,
): Promise<number[]> {
  authorize(ctx, managesIn(ctx, PROBLEMS, groupId))
  const wanted = given.filter((one) => typeof one === 'string').map((name) => name.trim())
  const numbers = given.filter((one) => typeof one === 'number')
  if (wanted.length === 0) return [...new Set(numbers)]
  // Serializes authors, so that the same new tag is created once.
  await advisoryLock(ctx.db, 'tags')
  const rows = await ctx.db.tag.findMany({
    where: { bank: OWN_BANK, OR: [{ groupId: null }, { groupId }] },
    orderBy: { id: 'asc' },
  })
  const byName = new Map(
    rows.flatMap(({ id, names }) =>
      Object.values(names as Names).map((name) => [name.toLowerCase(), id] as const),
    ),
  )
  for (const name of wanted) {
    if (byName.has(name.toLowerCase())) continue
    const { names: words } = checked(z.object({ names }), { names: { [ctx.locale]: name } })
    const made = await ctx.db.tag.create({ data: { names: words, bank: OWN_BANK, groupId } })
    await record(ctx, 'tag.created', ['Tag', made.id], { after: { name } })
    byName.set(name.toLowerCase(), made.id)
  }
  return [...new Set([...numbers, ...wanted.flatMap((name) => byName.get(name.toLowerCase()) ?? [])])]
}
