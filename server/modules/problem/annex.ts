import type { Annex } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { visibleAnnexes } from '../../policy/problem.ts'

/** URL of an annex; its name is for readers and for downloads. */
export const annexUrl = ({ id, name }: Pick<Annex, 'id' | 'name'>): string =>
  `/api/public/file/${id}/${annexWord(name)}`

/** Name of an annex within an address; round brackets would end a link in Markdown. */
export const annexWord = (name: string): string =>
  encodeURIComponent(name).replaceAll('(', '%28').replaceAll(')', '%29')

/** An annex of a problem that the viewer may see, by id and name. */
export async function findAnnex(ctx: Context, id: number, name: string): Promise<Annex> {
  if (!Number.isSafeInteger(id) || id > 2_147_483_647) throw new Refusal('NOT_FOUND')
  const annex = await ctx.db.annex.findFirst({
    where: { AND: [{ id, name }, visibleAnnexes(readerOf(ctx))] },
  })
  if (!annex) throw new Refusal('NOT_FOUND')
  return annex
}

/** Whether an annex is a PDF by its name and its first bytes. */
export async function isPdf(
  { house }: Pick<Context, 'house'>,
  { name, blobHash }: Pick<Annex, 'name' | 'blobHash'>,
): Promise<boolean> {
  if (!/\.pdf$/i.test(name)) return false
  const content = await house.blobs.read(blobHash)
  try {
    let head = ''
    for await (const chunk of content) {
      head += Buffer.from(chunk).toString('latin1', 0, PDF.length - head.length)
      if (head.length >= PDF.length) break
    }
    return head === PDF
  } finally {
    content.destroy()
  }
}

const PDF = '%PDF-'
