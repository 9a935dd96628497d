import { createHash } from 'node:crypto'
import { extensionOf, languageNameOf } from '../../site/language.ts'
import { COSTLY } from '../scoring/acm.ts'
import {
  type ContestRecord,
  DECISIVE,
  type Decisive,
  firstSolutions,
  type RecordedTry,
  type WaitingTry,
} from './record.ts'

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

/** Endings of files in a language; teams name their files by any. */
function extensionsOf(language: string): string[] {
  const extension = extensionOf(language)
  return extension === 'cpp' ? ['cpp', 'cc', 'cxx', 'c++'] : [extension]
}

/** Ids that the specification knows for the first awards. */
const MEDALS = ['gold-medal', 'silver-medal', 'bronze-medal']

/** Ids of the groups of ranked and of starred teams. */
export const GROUPS = { official: 'Participants', unofficial: 'Unofficial participants' } as const

/** Labels that are ids of problems: an id has at most 36 characters, also that of an award, `first-to-solve-` before it. */
const ID = /^[A-Za-z0-9_]([A-Za-z0-9_.-]{0,19}[A-Za-z0-9_-])?$/

/** A span of milliseconds as RELTIME: `h:mm:ss.uuu`; before the start it is negative. */
export function relativeTime(ms: number): string {
  const span = Math.abs(ms)
  const [hours, minutes, seconds] = [3_600_000, 60_000, 1000].map((unit) => Math.floor(span / unit))
  const two = (figure = 0) => String(figure % 60).padStart(2, '0')
  return `${ms < 0 ? '-' : ''}${hours}:${two(minutes)}:${two(seconds)}.${String(span % 1000).padStart(3, '0')}`
}

/** Collections of a contest in the Contest API; each refers to those before it. */
export const COLLECTIONS = [
  'judgement-types',
  'languages',
  'problems',
  'groups',
  'organizations',
  'teams',
  'submissions',
  'judgements',
  'awards',
] as const
export type Collection = (typeof COLLECTIONS)[number]

/** An object of a collection. */
export type ClicsObject = { id: string } & Readonly<Record<string, unknown>>

/** Id of a school, which has only its name: the same in every reading, whichever teams there are. */
const organizationIdOf = (school: string): string =>
  `school-${createHash('sha256').update(school).digest('hex').slice(0, 16)}`

/** A contest as the Contest API shows it. */
export type ClicsObjects = { contest: ClicsObject } & Readonly<Record<Collection, readonly ClicsObject[]>>

/** Objects of a try in an earlier reading, and what else they were made of. */
type Made = { of: string; submission: ClicsObject; judgement: ClicsObject }
/** Objects of tries, which are the same ones in the next reading unless they changed. */
export type MadeObjects = WeakMap<RecordedTry, Made>

/** A file of the Contest API; `href` is relative to its base. */
export type ClicsFile = { href: string; filename: string; mime: string }

/** What differs between a feed that is read from a file and one of a running site. */
export type Served = {
  /** Keys of languages that may be used; those of submissions are added. */
  languages: readonly string[]
  /** Source of a submission. */
  filesOf(number: number): readonly ClicsFile[]
  made?: MadeObjects
}

type Info = ContestRecord['contest']

/** The contest itself, whose id is its number. */
export const contestObject = ({ id, title, startsAt, freezesAt, endsAt }: Info): ClicsObject => ({
  id: String(id),
  name: title,
  formal_name: title,
  start_time: startsAt.toISOString(),
  duration: relativeTime(endsAt.getTime() - startsAt.getTime()),
  ...(freezesAt && { scoreboard_freeze_duration: relativeTime(endsAt.getTime() - freezesAt.getTime()) }),
  scoreboard_type: 'pass-fail',
  penalty_time: 20,
})

/** Id of a problem: its label, where that may be an id. */
export function problemIdOf({ problems }: { problems: readonly { label: string }[] }, place: number): string {
  const label = problems[place]?.label ?? ''
  return ID.test(label) ? label : `problem-${place + 1}`
}

/**
 * Objects of an ACM contest in the CLICS Contest API, version 2023-06 (ccs-specs.icpc.io/2023-06/contest_api). Its
 * boards count whole minutes, so that ties may be broken otherwise.
 */
export function clicsObjects(record: ContestRecord, served: Served): ClicsObjects {
  const { contest, problems, teams, tries, waiting, awards, now } = record
  const { languages, filesOf, made = new WeakMap() } = served
  const problemIds = problems.map((_, place) => problemIdOf(record, place))
  const used = new Set([...languages, ...[...tries, ...waiting].map(({ language }) => language)])
  const schools = [...new Set(teams.flatMap(({ school }) => school || []))]
  const since = (at: Date) => relativeTime(at.getTime() - contest.startsAt.getTime())
  const submissionOf = ({ number, team, problem, at, language }: WaitingTry): ClicsObject => ({
    id: String(number),
    language_id: language,
    problem_id: problemIds[problem],
    team_id: team,
    time: at.toISOString(),
    contest_time: since(at),
    entry_point: null,
    files: filesOf(number),
  })
  const objectsOf = (one: RecordedTry): Made => {
    const of = `${contest.startsAt.getTime()} ${problemIds[one.problem]}`
    const before = made.get(one)
    if (before?.of === of) return before
    const now = { of, submission: submissionOf(one), judgement: judgementOf(one, since) }
    made.set(one, now)
    return now
  }
  const judged = tries.map(objectsOf)
  const submissions = [...judged.map(({ submission }) => submission), ...waiting.map(submissionOf)]
  return {
    contest: contestObject(contest),
    'judgement-types': DECISIVE.map((verdict) => ({
      ...TYPES[verdict],
      penalty: COSTLY.has(verdict),
      solved: verdict === 'ACCEPTED',
    })),
    languages: [...used].map((id) => ({
      id,
      name: languageNameOf(id),
      extensions: extensionsOf(id),
      // The judge finds the entry point in the source.
      entry_point_required: false,
    })),
    problems: problems.map(({ label, title, color, timeMs, caseCount }, place) => ({
      id: problemIds[place] ?? '',
      ordinal: place + 1,
      label,
      name: title,
      ...(color && { rgb: color }),
      time_limit: timeMs / 1000,
      // Required: 0 where the reader may not know it.
      test_data_count: caseCount ?? 0,
    })),
    groups: Object.entries(GROUPS).map(([id, name]) => ({ id, name })),
    organizations: schools.map((name) => ({ id: organizationIdOf(name), name, formal_name: name })),
    teams: teams.map(({ id, name, username, school, isStar }) => ({
      id,
      label: username,
      name,
      display_name: name,
      group_ids: [isStar ? 'unofficial' : 'official'],
      ...(school && { organization_id: organizationIdOf(school) }),
    })),
    submissions: submissions.sort((one, other) => Number(one.id) - Number(other.id)),
    judgements: judged.map(({ judgement }) => judgement),
    awards: [
      // Of a running contest they are not won yet.
      ...(now < contest.endsAt ? [] : awards).map(({ name, teams }, place) => ({
        id: MEDALS[place] ?? `award-${place + 1}`,
        citation: name,
        team_ids: teams,
      })),
      ...firstAwards(record),
    ],
  }
}

/** The judgement of a try, from the moment of submission where its times are unknown. */
function judgementOf({ number, at, verdict, judged }: RecordedTry, since: (at: Date) => string): ClicsObject {
  const { from, to } = judged ?? { from: at, to: at }
  return {
    id: `judgement-${number}`,
    submission_id: String(number),
    judgement_type_id: TYPES[verdict].id,
    start_time: from.toISOString(),
    start_contest_time: since(from),
    end_time: to.toISOString(),
    end_contest_time: since(to),
  }
}

/** Awards of the first solutions, of problems that anybody solved. */
function firstAwards(record: ContestRecord): ClicsObject[] {
  const first = firstSolutions(record)
  return record.problems.flatMap(({ label }, place) => {
    const own = record.tries.filter(({ number, problem }) => problem === place && first.has(number))
    if (own.length === 0) return []
    const id = `first-to-solve-${problemIdOf(record, place)}`
    return [{ id, citation: `First to solve problem ${label}`, team_ids: own.map(({ team }) => team) }]
  })
}

/** State of a contest in the Contest API; null: not reached. */
export type ClicsState = Record<
  'started' | 'frozen' | 'ended' | 'thawed' | 'finalized' | 'end_of_updates',
  string | null
>

const later = (at: Date, than: Date) => new Date(Math.max(at.getTime(), than.getTime() + 1))

/**
 * States of a contest, the last one as it is now: first the one before its outcomes are final, then one for each change
 * after them. Outcomes are final when all are judged. A frozen contest may still change, so that its updates end only
 * after the thaw. Each time is later than those that the specification puts before it.
 */
export function clicsStates({
  contest: { startsAt, freezesAt, endsAt, thawsAt },
  tries,
  waiting,
  now,
}: Pick<ContestRecord, 'contest' | 'tries' | 'waiting' | 'now'>): [ClicsState, ...ClicsState[]] {
  const reached = (at: Date | null) => (at && now >= at ? at.toISOString() : null)
  const state: ClicsState = {
    started: reached(startsAt),
    frozen: reached(freezesAt),
    ended: reached(endsAt),
    thawed: null,
    finalized: null,
    end_of_updates: null,
  }
  const states: [ClicsState, ...ClicsState[]] = [{ ...state }]
  if (now < endsAt) return states
  const thawed = freezesAt && thawsAt && now >= thawsAt ? later(thawsAt, endsAt) : null
  if (thawed) {
    state.thawed = thawed.toISOString()
    states.push({ ...state })
  }
  if (waiting.length > 0) return states
  const lastJudged = new Date(Math.max(...tries.map(({ judged }) => judged?.to.getTime() ?? 0), 0))
  const finalized = later(lastJudged, thawed ?? endsAt)
  state.finalized = finalized.toISOString()
  states.push({ ...state })
  if (thawed || !freezesAt) {
    state.end_of_updates = later(finalized, finalized).toISOString()
    states.push({ ...state })
  }
  return states
}
