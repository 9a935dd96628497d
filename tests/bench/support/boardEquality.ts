import type pg from 'pg'
import { type Board, reckon } from '#server/shared/board/wire.ts'
import { type Attempt, type Setting, slowBoard } from '../../support/slowBoard.ts'
import type { Venue } from './venue.ts'

const ROWS = `select s."id" as "number", s."userId" as "who", s."problemId" as "problem", s."verdict", s."score", s."timeMs",
  floor(extract(epoch from s."createdAt" - c."startsAt"))::int as "second"
  from "Submission" s join "Contest" c on c."id" = s."contestId"
  where s."contestId" = $1 and s."state" = 'DONE' order by s."id"`

/** What the slow board goes by. */
export const settingOf = ({ problems, startsAt, freezesAt, endsAt }: Venue): Setting => ({
  kind: 'acm',
  problems,
  stars: [],
  disqualified: [],
  uncounted: [],
  awardKind: 'NONE',
  tiers: [],
  freeze: (freezesAt - startsAt) / 1000,
  duration: (endsAt - startsAt) / 1000,
})

/** A row of either board as one text. */
const textOf = (
  cells: Iterable<readonly [number, { solvedAt: number | null; wrong: number; pending: number }]>,
) =>
  JSON.stringify(
    [...cells]
      .map(([problem, { solvedAt, wrong, pending }]) => [problem, solvedAt, wrong, pending] as const)
      .sort(([a], [b]) => a - b),
  )

/** All that is judged there, in its order. */
export const attemptsOf = async (db: pg.Client, contest: number): Promise<Attempt[]> =>
  (await db.query(ROWS, [contest])).rows

/** Whose rows are not what an offline recomputation says. */
export function unequalRows(board: Board, attempts: readonly Attempt[], setting: Setting): string[] {
  const look = { sealed: board.head.isSealed, late: false, withoutStars: false, withDisqualified: false }
  const byPerson = new Map<string, Attempt[]>()
  for (const attempt of attempts) {
    const own = byPerson.get(attempt.who) ?? []
    own.push(attempt)
    byPerson.set(attempt.who, own)
  }
  const people = new Set([...byPerson.keys(), ...board.rows.keys()])
  return [...people].filter((who) => {
    // Of one person alone it says the same, and a thousand times sooner.
    const slow = slowBoard(byPerson.get(who) ?? [], setting, look).rows.get(who)
    const row = board.rows.get(who)
    return (
      textOf((slow?.cells ?? []).map((cell) => [cell.problem, cell] as const)) !== textOf(row?.cells ?? [])
    )
  })
}

/** Whether the whole board is, with its ranks, what an offline recomputation says. */
export function isEqual(board: Board, attempts: readonly Attempt[], setting: Setting): boolean {
  const look = { sealed: board.head.isSealed, late: false, withoutStars: false, withDisqualified: false }
  const slow = slowBoard(attempts, setting, look)
  const { rows, firsts } = reckon(board)
  return (
    unequalRows(board, attempts, setting).length === 0 &&
    rows.length === slow.rows.size &&
    rows.every(({ userId, rank }) => slow.rows.get(userId)?.rank === rank) &&
    firsts.size === slow.firsts.size &&
    [...firsts].every(([problem, second]) => slow.firsts.get(problem) === second)
  )
}
