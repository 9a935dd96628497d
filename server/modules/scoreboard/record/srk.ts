import { COSTLY } from '../scoring/acm.ts'
import { type ContestRecord, type Decisive, firstSolutions, type RecordedTry } from './record.ts'

/** Results of the format; those without a penalty there have none here. */
const RESULTS: Readonly<Record<Decisive, string>> = {
  ACCEPTED: 'AC',
  WRONG_ANSWER: 'WA',
  PRESENTATION_ERROR: 'PE',
  TIME_LIMIT_EXCEEDED: 'TLE',
  MEMORY_LIMIT_EXCEEDED: 'MLE',
  OUTPUT_LIMIT_EXCEEDED: 'OLE',
  RUNTIME_ERROR: 'RTE',
  COMPILE_ERROR: 'CE',
}

/** Styles that the format has for the first segments. */
const STYLES = ['gold', 'silver', 'bronze', 'iron']

const seconds = (count: number): [number, 's'] => [count, 's']

/**
 * Ranklist in the Standard Ranklist format (srk, version 0.3.7) of RankLand; times are seconds, as the board counts them.
 */
export function standardRanklist(record: ContestRecord): object {
  const { contest, problems, teams, tries, awards, now } = record
  const { startsAt, freezesAt, endsAt } = contest
  const second = (at: Date) => Math.floor((at.getTime() - startsAt.getTime()) / 1000)
  const first = firstSolutions(record)
  const sent = new Map<string, RecordedTry[]>()
  for (const one of tries) {
    const key = `${one.team} ${one.problem}`
    sent.set(key, [...(sent.get(key) ?? []), one])
  }
  const resultOf = ({ number, verdict }: RecordedTry) => (first.has(number) ? 'FB' : RESULTS[verdict])

  const status = (team: string, place: number) => {
    const own = sent.get(`${team} ${place}`) ?? []
    const solution = own.findIndex(({ verdict }) => verdict === 'ACCEPTED')
    const decided = solution < 0 ? own : own.slice(0, solution + 1)
    const last = decided.at(-1)
    if (!last) return { result: null }
    return {
      result: solution < 0 ? 'RJ' : resultOf(last),
      time: seconds(second(last.at)),
      tries: decided.filter(({ verdict }) => verdict === 'ACCEPTED' || COSTLY.has(verdict)).length,
      solutions: own.map((one) => ({ result: resultOf(one), time: seconds(second(one.at)) })),
    }
  }
  const statistics = (place: number) => {
    const own = tries.filter(({ problem }) => problem === place)
    return { accepted: own.filter(({ verdict }) => verdict === 'ACCEPTED').length, submitted: own.length }
  }
  return {
    type: 'general',
    version: '0.3.7',
    contest: {
      title: contest.title,
      startAt: startsAt.toISOString(),
      duration: seconds((endsAt.getTime() - startsAt.getTime()) / 1000),
      ...(freezesAt && { frozenDuration: seconds((endsAt.getTime() - freezesAt.getTime()) / 1000) }),
    },
    problems: problems.map(({ label, title, color }, place) => ({
      alias: label,
      title,
      statistics: statistics(place),
      ...(color && { style: { backgroundColor: color } }),
    })),
    series: [
      {
        title: '#',
        segments: awards.map(({ name }, place) => ({ title: name, style: STYLES[place] ?? 'iron' })),
        rule: {
          preset: 'ICPC',
          options: { count: { value: awards.map(({ teams }) => teams.length), noTied: true } },
        },
      },
    ],
    rows: teams.map((team) => ({
      user: {
        id: team.id,
        name: team.name,
        ...(team.school && { organization: team.school }),
        official: !team.isStar,
      },
      score: { value: team.row?.gain ?? 0, time: seconds(team.row?.cost ?? 0) },
      statuses: problems.map((_, place) => status(team.id, place)),
    })),
    sorter: { algorithm: 'ICPC', config: { penalty: [20, 'min'], timePrecision: 's' } },
    _now: now.toISOString(),
  }
}
