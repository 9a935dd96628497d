import type { Context } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { isRowNumber } from '../../../core/rowNumber.ts'
import { clearableText, number, optionalText } from '../../../doors/rest/coercers.ts'
import { addContestProblem, changeContestProblem } from '../contestProblems.ts'
import { asContestProblem } from '../restShapes.ts'
import { findManagedContest } from './organising.ts'

/** Body that adds a problem to a contest or changes it there; colour pickers send `id` and `color` alone. */
export const linkBody = {
  id: number(0).describe('Number of the row; not needed with contest and problem.'),
  cid: number(0).describe('Number of the contest.'),
  pid: number(0).describe('Number of the problem.'),
  displayId: optionalText().describe('Label in the contest: A, B, C.'),
  displayTitle: optionalText().describe('Title in the contest.'),
  color: clearableText().describe('Balloon colour; empty or null: none.'),
}

type Link = { id: number; cid: number; pid: number } & Record<
  'displayId' | 'displayTitle' | 'color',
  string | null
>

const RGB = /^rgba?\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})(?:, ?(0|1|0?\.\d+))?\)$/

/** Hexadecimal colour for one that a colour picker writes as rgb() or rgba(); others as they are. */
function hexOf(color: string): string {
  const [, red, green, blue, alpha = '1'] = RGB.exec(color) ?? []
  if (!red || Math.max(Number(red), Number(green), Number(blue)) > 255) return color
  const parts = [Number(red), Number(green), Number(blue), Math.round(Number(alpha) * 255)]
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`.replace(/^(#.{6})ff$/, '$1')
}

async function placeOf(ctx: Context, { id, cid, pid }: Link): Promise<{ cid: number; pid: number }> {
  if (cid > 0 && pid > 0) return { cid, pid }
  const row = isRowNumber(id)
    ? await ctx.db.contestProblem.findFirst({ where: { id, removedAt: null } })
    : null
  if (!row) throw new Refusal('NOT_FOUND')
  return { cid: row.contestId, pid: row.problemId }
}

/** Adds a problem to a contest, or changes it there; what is missing stays as it is. */
export async function putLink(ctx: Context, body: Link, findContest = findManagedContest) {
  const { cid, pid } = await placeOf(ctx, body)
  const { id: contestId } = await findContest(ctx, cid)
  const { displayId, displayTitle, color } = body
  const words = {
    ...(displayTitle === null ? {} : { title: displayTitle }),
    ...(color === null ? {} : { color: hexOf(color) || null }),
  }
  const known = await ctx.db.contestProblem.findFirst({
    where: { contestId, problemId: pid, removedAt: null },
  })
  const row = known
    ? await changeContestProblem(ctx, contestId, pid, { ...words, displayId: displayId ?? known.displayId })
    : await addContestProblem(ctx, contestId, pid, { ...words, displayId: displayId ?? '' })
  return asContestProblem(row)
}
