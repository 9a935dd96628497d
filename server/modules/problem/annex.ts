import type { Annex } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { visibleAnnexes } from '../../policy/problem.ts'

/** Where an annex is fetched; the name is for people and for the name of the saved file. */
export const annexUrl = ({ id, name }: Pick<Annex, 'id' | 'name'>): string =>
  `/api/public/file/${id}/${encodeURIComponent(name)}`

/** An annex of a problem that the viewer may see, under the name it has. */
export async function findAnnex(ctx: Context, id: number, name: string): Promise<Annex> {
  if (!Number.isSafeInteger(id) || id > 2_147_483_647) throw new Refusal('NOT_FOUND')
  const annex = await ctx.db.annex.findFirst({
    where: { AND: [{ id, name }, visibleAnnexes(readerOf(ctx))] },
  })
  if (!annex) throw new Refusal('NOT_FOUND')
  return annex
}
