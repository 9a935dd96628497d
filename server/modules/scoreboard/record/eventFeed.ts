import { extensionOf, languageNameOf } from '../../site/language.ts'
import { COSTLY } from '../scoring/acm.ts'
import { type ContestRecord, DECISIVE, type Decisive, firstSolutions } from './record.ts'

/** Judgement types as ICPC contests name them. */
const TYPES: Readonly<Record<Decisive, { id: string; name: string }>> = {
  ACCEPTED: { id: 'AC', name: 'correct' },
  WRONG_ANSWER: { id: 'WA', name: 'wrong answer' },
  PRESENTATION_ERROR: { id: 'PE', name: 'presentation error' },
  TIME_LIMIT_EXCEEDED: { id: 'TLE', name: 'time limit exceeded' },
  MEMORY_LIMIT_EXCEEDED: { id: 'MLE', name: 'memory limit exceeded' },
  OUTPUT_LIMIT_EXCEEDED: { id: 'OLE', name: 'output limit exceeded' },
  RUNTIME_ERROR: { id: 'RTE', name: 'run-time error' },
  COMPILE_ERROR: { id: 'CE', name: 'compiler error' },
}

/** Ids that the specification knows for the first awards. */
const MEDALS = ['gold-medal', 'silver-medal', 'bronze-medal']

/** Labels that are ids of problems: an id has at most 36 characters, also that of an award, `first-to-solve-` before it. */
const ID = /^[A-Za-z0-9_]([A-Za-z0-9_.-]{0,19}[A-Za-z0-9_-])?$/

/** A span of milliseconds as RELTIME: `h:mm:ss.uuu`. */
export function relativeTime(ms: number): string {
  const [hours, minutes, seconds] = [3_600_000, 60_000, 1000].map((unit) => Math.floor(ms / unit))
  const two = (figure = 0) => String(figure % 60).padStart(2, '0')
  return `${hours}:${two(minutes)}:${two(seconds)}.${String(ms % 1000).padStart(3, '0')}`
}

type Notification = { type: string; id: string | null; data: object }

const object = (type: string, id: string, data: object): Notification => ({ type, id, data: { id, ...data } })

type State = Record<'started' | 'frozen' | 'ended' | 'thawed' | 'finalized' | 'end_of_updates', string | null>

/**
 * States of a contest, the last one as it is now: first the one before its outcomes are final, then one for each change
 * after them. A frozen contest may still change, so that its updates end only after the thaw. Each time is later than
 * those that the specification puts before it.
 */
function statesOf({
  contest: { startsAt, freezesAt, endsAt, thawsAt },
  now,
}: ContestRecord): [State, ...State[]] {
  const reached = (at: Date | null) => (at && now >= at ? at.toISOString() : null)
  const state: State = {
    started: reached(startsAt),
    frozen: reached(freezesAt),
    ended: reached(endsAt),
    thawed: null,
    finalized: null,
    end_of_updates: null,
  }
  const states: [State, ...State[]] = [{ ...state }]
  if (now < endsAt) return states
  const later = (at: Date, than: Date) => new Date(Math.max(at.getTime(), than.getTime() + 1))
  const thawed = freezesAt && thawsAt && now >= thawsAt ? later(thawsAt, endsAt) : null
  if (thawed) {
    state.thawed = thawed.toISOString()
    states.push({ ...state })
  }
  const finalized = later(now, thawed ?? endsAt)
  state.finalized = finalized.toISOString()
  states.push({ ...state })
  if (thawed || !freezesAt) {
    state.end_of_updates = later(now, finalized).toISOString()
    states.push({ ...state })
  }
  return states
}

/** Objects of a feed in its order: each stands after those it refers to. */
function* objectsOf(record: ContestRecord): Generator<Notification> {
  const { contest, problems, teams, tries, awards } = record
  const { startsAt, freezesAt, endsAt } = contest
  const since = (at: Date) => relativeTime(Math.max(0, at.getTime() - startsAt.getTime()))
  const info = {
    id: `contest-${contest.id}`,
    name: contest.title,
    formal_name: contest.title,
    start_time: startsAt.toISOString(),
    duration: since(endsAt),
    ...(freezesAt && { scoreboard_freeze_duration: relativeTime(endsAt.getTime() - freezesAt.getTime()) }),
    scoreboard_type: 'pass-fail',
    penalty_time: 20,
  }
  yield { type: 'contest', id: null, data: info }
  for (const verdict of DECISIVE) {
    const { id, name } = TYPES[verdict]
    yield object('judgement-types', id, {
      name,
      penalty: COSTLY.has(verdict),
      solved: verdict === 'ACCEPTED',
    })
  }
  for (const language of new Set(tries.map(({ language }) => language)))
    yield object('languages', language, {
      name: languageNameOf(language),
      extensions: [extensionOf(language)],
      // The judge finds the entry point in the source.
      entry_point_required: false,
    })

  const problemId = (place: number) => {
    const label = problems[place]?.label ?? ''
    return ID.test(label) ? label : `problem-${place + 1}`
  }
  for (const [place, { label, title, color, timeMs, caseCount }] of problems.entries()) {
    const rgb = color && { rgb: color }
    yield object('problems', problemId(place), {
      ordinal: place + 1,
      label,
      name: title,
      ...rgb,
      time_limit: timeMs / 1000,
      // Required: 0 where the reader may not know it.
      test_data_count: caseCount ?? 0,
    })
  }

  yield object('groups', 'official', { name: 'Participants' })
  yield object('groups', 'unofficial', { name: 'Unofficial participants' })
  const schools = [...new Set(teams.flatMap(({ school }) => school || []))]
  const organizations = new Map(schools.map((school, place) => [school, `organization-${place + 1}`]))
  for (const [name, id] of organizations) yield object('organizations', id, { name, formal_name: name })
  for (const { id, name, username, school, isStar } of teams)
    yield object('teams', id, {
      label: username,
      name,
      display_name: name,
      group_ids: [isStar ? 'unofficial' : 'official'],
      ...(school && { organization_id: organizations.get(school) }),
    })

  const [before, ...closing] = statesOf(record)
  yield { type: 'state', id: null, data: before }
  for (const { number, team, problem, at, verdict, language } of tries) {
    const [time, contest_time] = [at.toISOString(), since(at)]
    const id = String(number)
    const references = { language_id: language, problem_id: problemId(problem), team_id: team }
    // The feed is read without access to this site, so that no source is offered.
    yield object('submissions', id, { ...references, time, contest_time, entry_point: null, files: [] })
    yield object('judgements', `judgement-${id}`, {
      submission_id: id,
      judgement_type_id: TYPES[verdict].id,
      start_time: time,
      start_contest_time: contest_time,
      end_time: time,
      end_contest_time: contest_time,
    })
  }

  for (const [place, { name, teams }] of awards.entries())
    yield object('awards', MEDALS[place] ?? `award-${place + 1}`, { citation: name, team_ids: teams })
  const first = firstSolutions(record)
  for (const [place, { label }] of problems.entries()) {
    const own = tries.filter(({ number, problem }) => problem === place && first.has(number))
    const citation = `First to solve problem ${label}`
    const team_ids = own.map(({ team }) => team)
    if (own.length > 0) yield object('awards', `first-to-solve-${problemId(place)}`, { citation, team_ids })
  }
  for (const state of closing) yield { type: 'state', id: null, data: state }
}

/**
 * Lines of an event feed of the CLICS Contest API, version 2023-06 (ccs-specs.icpc.io/2023-06/contest_api), which the
 * ICPC tools and DOMjudge's read from a file. Its boards count whole minutes, so that ties may be broken otherwise.
 */
export function* eventFeed(record: ContestRecord): Generator<string> {
  let token = 0
  for (const one of objectsOf(record)) {
    token++
    yield `${JSON.stringify({ ...one, token: String(token) })}\n`
  }
}
