import type { ContestRecord, Decisive } from './record.ts'

/** Statuses of the format; a compilation error has no penalty there. */
const STATUSES: Readonly<Record<Decisive, string>> = {
  ACCEPTED: 'ACCEPTED',
  WRONG_ANSWER: 'WRONG_ANSWER',
  PRESENTATION_ERROR: 'PRESENTATION_ERROR',
  TIME_LIMIT_EXCEEDED: 'TIME_LIMIT_EXCEEDED',
  MEMORY_LIMIT_EXCEEDED: 'MEMORY_LIMIT_EXCEEDED',
  OUTPUT_LIMIT_EXCEEDED: 'OUTPUT_LIMIT_EXCEEDED',
  RUNTIME_ERROR: 'RUNTIME_ERROR',
  COMPILE_ERROR: 'COMPILATION_ERROR',
}

const MEDALS = ['gold', 'silver', 'bronze']

/** Black or white, whichever is read better on a colour; the weights of brightness are those of ITU-R BT.601. */
function readableOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? '#ffffff' : '#000000'
}

const unix = (at: Date) => Math.floor(at.getTime() / 1000)

/** Files of a contest for the XCPCIO board, by name. Its times are milliseconds since the start. */
export function xcpcioFiles({
  contest,
  problems,
  teams,
  tries,
  awards,
}: ContestRecord): Record<string, object> {
  const { startsAt, freezesAt, endsAt } = contest
  const colors = problems.map(({ color }) => {
    const background = color ?? '#ffffff'
    return { background_color: background, color: readableOn(background) }
  })
  const config = {
    contest_name: contest.title,
    start_time: unix(startsAt),
    end_time: unix(endsAt),
    frozen_time: freezesAt ? unix(endsAt) - unix(freezesAt) : 0,
    penalty: 1200,
    problem_quantity: problems.length,
    problem_id: problems.map(({ label }) => label),
    group: { official: '正式队伍', unofficial: '打星队伍' },
    organization: 'School',
    status_time_display: { correct: true, incorrect: true, pending: true },
    ...(problems.some(({ color }) => color) && { balloon_color: colors }),
    ...(awards.length > 0 && {
      medal: {
        official: Object.fromEntries(
          awards.slice(0, MEDALS.length).map(({ teams }, place) => [MEDALS[place], teams.length]),
        ),
      },
    }),
    options: { calculation_of_penalty: 'in_seconds', submission_timestamp_unit: 'millisecond' },
  }
  const team = Object.fromEntries(
    teams.map(({ id, name, school, isStar }) => [
      id,
      {
        team_id: id,
        name,
        organization: school ?? '',
        ...(isStar ? { unofficial: true } : { official: true }),
        group: [isStar ? 'unofficial' : 'official'],
      },
    ]),
  )
  const run = tries.map(({ number, team, problem, at, verdict, language }) => ({
    submission_id: String(number),
    team_id: team,
    problem_id: problem,
    timestamp: at.getTime() - startsAt.getTime(),
    status: STATUSES[verdict],
    language,
  }))
  return { 'config.json': config, 'team.json': team, 'run.json': run }
}
