import { z } from 'zod'
import type { Tag, TagGroup } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { nameOf } from './tag.ts'

/** Tag of the reference system. */
export const restTag = z
  .object({
    id: z.int(),
    name: z.string(),
    color: z.string().nullable(),
    oj: z.string().describe('Its problem bank.'),
    gid: z.null(),
    tcid: z.int().nullable().describe('Number of its group.'),
    gmtCreate: z.null(),
    gmtModified: z.null(),
  })
  .meta({ id: 'Tag', description: 'A tag of problems.' })

export const asRestTag = (tag: Tag, ctx: Context) => ({
  id: tag.id,
  name: nameOf(tag, ctx),
  color: tag.color,
  oj: tag.bank,
  gid: null,
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
