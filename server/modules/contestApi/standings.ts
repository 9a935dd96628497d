import type { Cell } from '#server/shared/board/row.ts'
import { Refusal } from '../../core/errors.ts'
import { GROUPS, problemIdOf, relativeTime } from '../scoreboard/record/clicsObjects.ts'
import type { ContestRecord, RecordedTeam } from '../scoreboard/record/record.ts'
import type { ServedContest } from './contestApi.ts'

/** A problem of a row; `time` is the whole minute of the solution. */
type ServedCell = {
  problem_id: string
  num_judged: number
  num_pending: number
  solved: boolean
  time?: number
}

const minutes = (seconds: number): number => Math.floor(seconds / 60)

const costOf = ({ solvedAt, cost }: Cell): number =>
  solvedAt === null ? 0 : minutes(solvedAt) + minutes(cost - solvedAt)

/** Numbers of waiting submissions from before the end by team and place of the problem. */
function pendingOf({ contest: { endsAt }, waiting }: ContestRecord): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { team, problem, at } of waiting) {
    if (at >= endsAt) continue
    const key = `${team} ${problem}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/**
 * The scoreboard of the Contest API, in whole minutes and in the order of our board, which counts seconds. `group`
 * leaves its teams alone, ranked among themselves. Throws NOT_FOUND for an unknown group.
 */
export function standingsOf({ record, state }: ServedContest, group: string | null): object {
  if (group !== null && !Object.hasOwn(GROUPS, group)) throw new Refusal('NOT_FOUND')
  const { contest, problems, teams, now } = record
  const problemIds = problems.map((_, place) => problemIdOf(record, place))
  const pending = pendingOf(record)
  const cellOf = ({ id, row }: RecordedTeam, place: number, problemId: number): ServedCell => {
    const cell = row?.cells.get(problemId)
    const solvedAt = cell?.solvedAt ?? null
    return {
      problem_id: problemIds[place] ?? '',
      num_judged: (cell?.wrong ?? 0) + (solvedAt === null ? 0 : 1),
      // Those since the freeze, on a board that is frozen for the viewer, and those that are not judged yet.
      num_pending: solvedAt === null ? (cell?.pending ?? 0) + (pending.get(`${id} ${place}`) ?? 0) : 0,
      solved: solvedAt !== null,
      ...(solvedAt !== null && { time: minutes(solvedAt) }),
    }
  }
  const shown = teams.filter(({ isStar }) => group === null || isStar === (group === 'unofficial'))
  let [rank, above] = [0, 0]
  let last: string | null = null
  const rows = shown.map((team) => {
    const { id, row, isStar } = team
    const figures = `${row?.gain ?? 0} ${row?.cost ?? 0}`
    if (figures !== last) rank = above + 1
    last = figures
    // Stars use no rank among all teams (contest-rules 12).
    if (!isStar || group !== null) above++
    const cells = [...(row?.cells.values() ?? [])]
    return {
      rank,
      team_id: id,
      score: {
        num_solved: row?.gain ?? 0,
        total_time: cells.reduce((sum, cell) => sum + costOf(cell), 0),
      },
      problems: problems.map(({ id }, place) => cellOf(team, place, id)),
    }
  })
  const at = new Date(Math.min(now.getTime(), contest.endsAt.getTime()))
  return {
    time: now.toISOString(),
    contest_time: relativeTime(at.getTime() - contest.startsAt.getTime()),
    state,
    rows,
  }
}
