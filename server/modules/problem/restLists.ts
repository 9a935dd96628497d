import type { Context } from '../../context.ts'
import { isOff, type Page } from '../../doors/rest/coercers.ts'
import { asPage } from '../../doors/rest/shapes.ts'
import { homeOf } from '../../policy/venue.ts'
import { OWN_BANK } from '../site/language.ts'
import { countProblems, inOrderOf, type ProblemFilter, problemIdsOfPage, problemListing } from './problem.ts'
import { progressAtHome } from './progress.ts'
import { asProblemRow, PROBLEM_ROW } from './restShapes.ts'
import { tallyInGroup } from './tally.ts'

/** Bank of a query: `Mine` is the site's own, `All`, `null` and an empty text are all banks. */
export function bankWanted(oj: string): string | null {
  if (isOff(oj)) return null
  return oj === 'Mine' ? OWN_BANK : oj
}

/** A page of the problem list of the site or of a group, with the caller's progress. */
export async function pageOfProblems(ctx: Context, filter: ProblemFilter, wanted: Page) {
  const listing = await problemListing(ctx, filter)
  const [total, ids] = await Promise.all([
    countProblems(ctx, listing),
    problemIdsOfPage(ctx, listing, { skip: wanted.offset, take: wanted.limit }),
  ])
  const found = await ctx.db.problem.findMany({ where: { id: { in: ids } }, include: PROBLEM_ROW })
  const rows = inOrderOf(ids, found)
  const progress = await progressAtHome(
    ctx,
    rows.map((row) => ({ id: row.id, home: homeOf(row) })),
  )
  const records = await Promise.all(
    rows.map(async (row, at) => {
      const home = homeOf(row)
      const tally = home === null ? row.tally : await tallyInGroup(ctx, home, row.id)
      return asProblemRow(ctx, { ...row, tally }, progress[at]?.verdict)
    }),
  )
  return asPage(records, total, wanted)
}
