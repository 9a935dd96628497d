import type { Rejudging } from '#prisma/generated/client.ts'
import type { Ranked } from '#server/shared/board/ranking.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { canRejudgeSomewhere } from '../../policy/judging.ts'
import { shownNameOf } from '../contest/shownName.ts'
import { heldOutcomes } from '../judging/heldRejudging.ts'
import { scoreboardOf } from './boards.ts'
import { type KnownPerson, personOf } from './people.ts'
import type { Table } from './scoring/board.ts'

/** A row that a rejudging would change: before and after. */
export type RowChange = {
  person: KnownPerson
  name: string
  before: Ranked
  after: Ranked
  /** Whether its own results change, not only its rank or award. */
  isOwn: boolean
}

/** First solvers of a problem, and the time (s since the start). */
export type FirstSolution = { second: number; names: string[] }

/** Changes that a held rejudging would make to the unfrozen scoreboard. */
export type RejudgingPreview = {
  /** In the order of the new ranks. */
  rows: RowChange[]
  firstBefore: FirstSolution | null
  firstAfter: FirstSolution | null
}

/**
 * Compares two boards of the same submissions, one with the held outcomes; for viewers who may rejudge. Null
 * when nothing is held, or the contest was deleted.
 */
export async function previewOf(ctx: Context, rejudging: Rejudging): Promise<RejudgingPreview | null> {
  authorize(ctx, canRejudgeSomewhere(readerOf(ctx)))
  const { id, contestId, problemId, hold } = rejudging
  if (hold !== 'WAITING' || contestId === null || problemId === null) return null
  const contest = await ctx.db.contest.findUnique({ where: { id: contestId } })
  if (!contest || contest.removedAt) return null
  const [{ board, people }, held] = await Promise.all([scoreboardOf(ctx, contest), heldOutcomes(ctx, id)])
  const outcomes = new Map(held.map(({ number, ...outcome }) => [number, outcome]))
  const view = { sealed: false, late: contest.takesLate, withoutStars: false, withDisqualified: true }
  const before = board.table(view)
  const after = board.supposing(outcomes).table(view)
  const former = new Map(before.rows.map((row) => [row.userId, row]))
  const nameOf = (userId: string) => shownNameOf(contest, personOf(people, userId))
  const rows = after.rows.flatMap((row): RowChange[] => {
    const was = former.get(row.userId)
    if (!was) return []
    const isOwn = was.gain !== row.gain || was.cost !== row.cost || was.tries !== row.tries
    if (!isOwn && was.rank === row.rank && was.award?.name === row.award?.name) return []
    const person = personOf(people, row.userId)
    return [{ person, name: nameOf(row.userId), before: was, after: row, isOwn }]
  })
  const firstOf = ({ rows, firsts }: Table): FirstSolution | null => {
    const second = firsts.get(problemId)
    if (second === undefined) return null
    const solvers = rows.filter(({ isDisqualified, cells }) => {
      const cell = cells.get(problemId)
      return !isDisqualified && cell?.solvedAt === second && !cell.late
    })
    return { second, names: solvers.map(({ userId }) => nameOf(userId)) }
  }
  return { rows, firstBefore: firstOf(before), firstAfter: firstOf(after) }
}
