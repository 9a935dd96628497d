import { builder, MAX_PAGE, PAGE_COST } from '../builder.ts'
import type { Context } from '../context.ts'
import { type RefusalCode, refusalOf, requireAtMost } from '../core/errors.ts'
import { RefusalCodeEnum } from '../enums.ts'
import { nodesOf } from '../nodes.ts'
import { say } from './asking.ts'

type Refused = { rowId: string; code: RefusalCode; message: string }
type Bulk = { done: string[]; refused: Refused[] }

const RefusedType = builder.objectRef<Refused>('RefusedRow').implement({
  description: 'A row with which something could not be done.',
  fields: (t) => ({
    rowId: t.exposeID('rowId', { description: 'Id of the row.' }),
    code: t.expose('code', { type: RefusalCodeEnum, description: 'Why.' }),
    message: t.exposeString('message', { description: 'Why, in the language of the reader.' }),
  }),
})

/** Outcome of an act on many rows. */
export const BulkType = builder.objectRef<Bulk>('BulkOutcome').implement({
  description: 'Result of an act on many rows; each is done or refused by itself.',
  fields: (t) => ({
    done: t.exposeIDList('done', { description: 'Ids of the rows with which it was done.' }),
    rows: t.field({
      type: [builder.nodeInterfaceRef()],
      nullable: { list: false, items: true },
      description: 'They, in the same order, as they are now; null in the place of one that is gone.',
      complexity: { field: PAGE_COST, multiplier: MAX_PAGE },
      resolve: async ({ done }, _, ctx, info) => (await nodesOf(ctx, info, done)) as never,
    }),
    refused: t.field({
      type: [RefusedType],
      description: 'The rows with which it could not be done.',
      resolve: ({ refused }) => refused,
    }),
  }),
})

/** Maximum rows of one act. */
export const MOST_ROWS = 500

type GlobalId = { typename: string; id: string }

/**
 * Applies an act to each row on its own, so that one refused row does not stop the others. Refuses more than
 * MOST_ROWS rows beforehand.
 */
export async function inBulk(
  ctx: Context,
  ids: readonly GlobalId[],
  act: (number: number, id: string) => Promise<unknown>,
): Promise<Bulk> {
  requireAtMost(MOST_ROWS, 'ids', ids)
  const outcome: Bulk = { done: [], refused: [] }
  // A row that is named twice is done once.
  for (const name of new Set(ids.map(({ typename, id }) => `${typename}:${id}`))) {
    const globalId = Buffer.from(name).toString('base64')
    const id = name.slice(name.indexOf(':') + 1)
    try {
      await act(Number(id), id)
      outcome.done.push(globalId)
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      outcome.refused.push({ rowId: globalId, code: refusal.code, message: say(ctx.locale, refusal) })
    }
  }
  return outcome
}
