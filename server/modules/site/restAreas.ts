import { z } from 'zod'
import type { Context } from '../../context.ts'
import { switches } from './site.ts'

/** Areas of the site that can be closed, as REST names them. */
export const AREAS = {
  openPublicDiscussion: z.boolean(),
  openGroupDiscussion: z.boolean(),
  openContestComment: z.boolean(),
}

export const areasOf = async (ctx: Context) => {
  const { openPublicDiscussion, openGroupDiscussion, openContestComment } = await switches.get(ctx)
  return { openPublicDiscussion, openGroupDiscussion, openContestComment }
}
