import { type Context, readerOf } from '../../context.ts'
import { together } from '../../core/pacing/together.ts'
import { listedSubmissions } from '../../policy/submission.ts'

/** Submissions that a host is judging, of those the viewer may see, oldest first. */
export function submissionsOn(ctx: Context, hostId: string): Promise<number[]> {
  const visible = listedSubmissions(readerOf(ctx))
  return together<string, number[]>(
    ctx.db,
    `submissions on hosts ${JSON.stringify(visible)}`,
    hostId,
    async (hosts) => {
      const going = { hostId: { in: [...hosts] }, state: { in: ['COMPILING' as const, 'RUNNING' as const] } }
      const rows = await ctx.db.submission.findMany({
        where: { AND: [{ state: going.state, judgements: { some: going } }, visible] },
        select: { id: true, judgements: { where: going, select: { hostId: true } } },
        orderBy: { id: 'asc' },
      })
      return hosts.map((host) =>
        rows.filter(({ judgements }) => judgements.some(({ hostId }) => hostId === host)).map(({ id }) => id),
      )
    },
  )
}
