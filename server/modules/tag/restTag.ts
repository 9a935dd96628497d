import { z } from 'zod'
import type { Tag, TagGroup } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { roleIn } from '../../policy/reader.ts'
import { OWN_BANK } from '../site/language.ts'
import { nameOf } from './tag.ts'

/** Bank that a call asks for, in any case: the site's own by default, null for all of them. */
export const bankOf = (oj: string): string | null => {
  const bank = oj.toUpperCase()
  return bank === 'ALL' ? null : bank || OWN_BANK
}

/** Tag of the reference system. */
export const restTag = z
  .object({
    id: z.int(),
    name: z.string(),
    color: z.string().nullable(),
    oj: z.string().describe('Its problem bank.'),
    gid: z.int().nullable().describe('Number of the group that created it, for its members.'),
    tcid: z.int().nullable().describe('Number of its group.'),
    gmtCreate: z.null(),
    gmtModified: z.null(),
  })
  .meta({ id: 'Tag', description: 'A tag of problems.' })

/** The group of a tag is told to its members alone. */
const groupOf = ({ groupId }: Tag, ctx: Context): number | null =>
  roleIn(readerOf(ctx), groupId) === null ? null : groupId

export const asRestTag = (tag: Tag, ctx: Context) => ({
  id: tag.id,
  name: nameOf(tag, ctx),
  color: tag.color,
  oj: tag.bank,
  gid: groupOf(tag, ctx),
  tcid: tag.tagGroupId,
  gmtCreate: null,
  gmtModified: null,
})

/** TagClassification of the reference system. */
export const restTagGroup = z
  .object({
    id: z.int(),
    name: z.string(),
    oj: z.string().describe('Its problem bank.'),
    rank: z.int(),
    gmtCreate: z.null(),
    gmtModified: z.null(),
  })
  .meta({ id: 'TagClassification', description: 'A group of tags.' })

export const asRestTagGroup = (group: TagGroup, ctx: Context) => ({
  id: group.id,
  name: nameOf(group, ctx),
  oj: group.bank,
  rank: group.rank,
  gmtCreate: null,
  gmtModified: null,
})
