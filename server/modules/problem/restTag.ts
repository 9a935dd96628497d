import type { Tag } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { nameOf } from './tag.ts'

/** A tag in the shape of the reference system. */
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
