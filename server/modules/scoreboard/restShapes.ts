import { z } from 'zod'
import type { Cell } from '#server/shared/board/row.ts'
import type { StandingRow, Standings } from './scoreboard.ts'

const optional = z.string().nullable()

const person = {
  rank: z.int().describe('-1 for unranked rows.'),
  isWinAward: z.boolean(),
  awardName: optional,
  awardBackground: optional,
  awardColor: optional,
  uid: z.string(),
  username: z.string(),
  realname: optional,
  nickname: optional,
  school: optional,
  gender: optional.describe('male, female or secrecy.'),
  avatar: optional,
}

const asPerson = ({ rank, award, person, realname }: StandingRow) => ({
  rank: rank ?? -1,
  isWinAward: award !== null,
  awardName: award?.name ?? null,
  awardBackground: award?.background ?? null,
  awardColor: award?.color ?? null,
  uid: person.id,
  username: person.username,
  realname,
  nickname: person.nickname,
  school: person.school,
  gender: person.gender,
  avatar: person.avatar,
})

/** ACMContestRankVO of the reference system. */
export const restAcmRow = z
  .object({
    ...person,
    totalTime: z.int().describe('Penalty in seconds.'),
    total: z.int().describe('Submissions.'),
    ac: z.int().describe('Solved problems.'),
    submissionInfo: z.record(
      z.string(),
      z.object({
        isAC: z.boolean().optional(),
        isFirstAC: z.boolean().optional(),
        ACTime: z.int().optional().describe('Seconds since the start.'),
        errorNum: z.int(),
        tryNum: z.int().optional().describe('Tries hidden by the freeze.'),
        isAfterContest: z.boolean().optional(),
      }),
    ),
  })
  .meta({ id: 'AcmRank', description: 'A row of the scoreboard of an ACM contest.' })

/** OIContestRankVO of the reference system. */
export const restOiRow = z
  .object({
    ...person,
    totalScore: z.int(),
    totalTime: z.int().describe('Milliseconds.'),
    submissionInfo: z.record(z.string(), z.int()).describe('Scores.'),
    timeInfo: z.record(z.string(), z.int()).describe('Run times in milliseconds.'),
  })
  .meta({ id: 'OiRank', description: 'A row of the scoreboard of an OI contest.' })

const asCell = ({ solvedAt, wrong, pending, late }: Cell, isFirst: boolean) => ({
  ...(solvedAt === null ? {} : { isAC: true, isFirstAC: isFirst, ACTime: solvedAt }),
  errorNum: wrong,
  ...(pending > 0 ? { tryNum: pending } : {}),
  ...(late ? { isAfterContest: true } : {}),
})

/** Cells by the labels of their problems, in problem order. */
const cellsOf = ({ cells }: StandingRow, { problems }: Standings): [string, number, Cell][] =>
  problems.flatMap(({ displayId, problemId }): [string, number, Cell][] => {
    const cell = cells.get(problemId)
    return cell ? [[displayId, problemId, cell]] : []
  })

export const asAcmRow = (row: StandingRow, standings: Standings) => ({
  ...asPerson(row),
  totalTime: row.cost,
  total: row.tries,
  ac: row.gain,
  submissionInfo: Object.fromEntries(
    cellsOf(row, standings).map(([displayId, problem, cell]) => {
      const isFirst = !row.isDisqualified && !cell.late && cell.solvedAt === standings.firsts.get(problem)
      return [displayId, asCell(cell, isFirst)]
    }),
  ),
})

export const asOiRow = (row: StandingRow, standings: Standings) => ({
  ...asPerson(row),
  totalScore: row.gain,
  totalTime: row.cost,
  submissionInfo: Object.fromEntries(
    cellsOf(row, standings).map(([displayId, , { gain }]) => [displayId, gain]),
  ),
  timeInfo: Object.fromEntries(
    cellsOf(row, standings).flatMap(([displayId, , { timeMs }]) =>
      timeMs === null ? [] : [[displayId, timeMs]],
    ),
  ),
})
