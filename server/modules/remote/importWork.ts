import type { Operation } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Refusal, refusalOf } from '../../core/errors.ts'
import { startOperation, type Work } from '../operation/operation.ts'
import { prepareImport, requireProblemId } from './importing.ts'

/** Most problems of one import. */
export const MOST_IMPORTED = 200

/**
 * Ids of a list: separated by blanks, commas or lines, and ranges of numbers such as `1000-1010`; each once. Refuses with
 * INVALID_INPUT when there are none or too many.
 */
export function idsOfList(text: string): string[] {
  const ids = new Set<string>()
  for (const word of text.slice(0, 20_000).split(/[\s,;，；]+/)) {
    const [, from, to] = /^(\d{1,9})[-–~](\d{1,9})$/.exec(word) ?? []
    if (from === undefined || to === undefined) {
      if (word) ids.add(word)
      continue
    }
    for (let at = Number(from); at <= Number(to) && ids.size <= MOST_IMPORTED; at++) ids.add(String(at))
  }
  if (ids.size === 0) throw new Refusal('INVALID_INPUT', { fields: { ids: { code: 'REQUIRED' } } })
  if (ids.size > MOST_IMPORTED)
    throw new Refusal('INVALID_INPUT', {
      fields: { ids: { code: 'TOO_MANY', parameters: { max: MOST_IMPORTED } } },
    })
  return [...ids]
}

/** Starts the import of a list or a range of problems in the background; a refused one does not affect others. */
export async function startBankImport(ctx: Context, bank: string, list: string): Promise<Operation> {
  const ids = idsOfList(list)
  const { bank: found } = await requireProblemId(ctx, bank, ids[0] ?? '')
  return startOperation(ctx, 'BANK_IMPORT', { bank: found.key, ids }, { total: ids.length })
}

/** Imports one problem a step. */
export const bankImportWork: Work<'BANK_IMPORT'> = {
  step: async (ctx, { input: { bank: key, ids }, done }) => {
    const id = ids[done] ?? ''
    const line = (refusal: Refusal | null, subject = `${key}-${id}`) => [
      { subject, refusal: refusal && { code: refusal.code, parameters: refusal.parameters } },
    ]
    const refused = (error: unknown) => {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      return line(refusal)
    }
    try {
      const keep = await prepareImport(ctx, key, id)
      return (ctx) => keep(ctx).then(({ displayId }) => line(null, displayId), refused)
    } catch (error) {
      const lines = refused(error)
      return async () => lines
    }
  },
}
