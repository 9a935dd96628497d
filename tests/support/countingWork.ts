import { randomUUID } from 'node:crypto'
import type { Context } from '#server/context.ts'
import { contentOf } from '#server/core/blobs.ts'
import { Refusal } from '#server/core/errors.ts'
import type { Works } from '#server/modules/operation/operation.ts'
import { works } from '#server/works.ts'

/** Work that refuses every third subject, and leaves a row behind for each step; `within` is called in its transaction. */
export const countingWorks = (
  within: (at: number, ctx: Context) => Promise<void> = async () => {},
  { result = false, keepsResultMs = 60_000 } = {},
): Works => ({
  ...works,
  REJUDGING: {
    step:
      async (_, { done }) =>
      async (ctx) => {
        const at = done + 1
        await ctx.db.setting.create({ data: { key: `step ${at} ${randomUUID()}`, value: {} } })
        await within(at, ctx)
        const refusal = at % 3 === 0 ? new Refusal('FILE_TOO_LARGE', { megabytes: at }) : null
        return [{ subject: `subject ${at}`, refusal }]
      },
    ...(result && {
      keepsResultMs,
      result: async () => ({ name: 'accounts.csv', content: contentOf(Buffer.from('alice,secret\n')) }),
    }),
  },
})
