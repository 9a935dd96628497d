import { z } from 'zod'
import { LOCALES } from '#locales/i18n.ts'
import type { Prisma, Tag, TagGroup } from '#prisma/generated/client.ts'
import { authorize, type Context, inLocale } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { may } from '../../policy/viewer.ts'

const names = z
  .partialRecord(z.enum(LOCALES), z.string().trim().min(1).max(60))
  .refine((given) => Object.keys(given).length > 0)
const color = z.string().regex(/^#[0-9a-f]{6}$/i)

export type Names = z.infer<typeof names>

/** The name of a tag or of a group of tags in the reader's language. */
export const nameOf = (row: Pick<Tag | TagGroup, 'names'>, ctx: Context): string =>
  inLocale(names.catch({}).parse(row.names), ctx.locale) ?? ''

/** Classifications in their order; of one bank, or of all. */
export const tagGroupListing = (bank: string | null) =>
  ({
    where: bank ? { bank } : {},
    orderBy: [{ rank: 'asc' }, { id: 'asc' }],
  }) satisfies Prisma.TagGroupFindManyArgs

/** Tags in the order they were made. */
export const tagListing = (bank: string | null) =>
  ({ where: bank ? { bank } : {}, orderBy: { id: 'asc' } }) satisfies Prisma.TagFindManyArgs

/** How many public problems carry each of the tags, in the order asked. */
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

/** Adds a classification with its tags to this site's own. */
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
