import type { Contest } from '#prisma/generated/client.ts'
import type { SignedInContext } from '../../context.ts'
import { mayEnter } from '../../venue.ts'
import { problemsOf, SHOWN_CONTEST } from '../contest/contest.ts'
import { shownNameOf } from '../contest/shownName.ts'
import { PERSON } from '../scoreboard/people.ts'
import {
  type ClicsFile,
  type ClicsState,
  clicsObjects,
  clicsStates,
} from '../scoreboard/record/clicsObjects.ts'
import {
  type ContestRecord,
  isDecisive,
  type RecordedProblem,
  type RecordedTeam,
  type RecordedTry,
  recordedProblems,
  type WaitingTry,
} from '../scoreboard/record/record.ts'
import { standingsOf } from '../scoreboard/scoreboard.ts'
import { offeredLanguages } from '../site/language.ts'
import { outcomeOf } from '../submission/outcome.ts'
import { clarificationsOf } from './clarifications.ts'
import type { ServedContest } from './contestApi.ts'

/**
 * A contest as the Contest API shows it to somebody who may take part in it: its public side, with the board as they see it, and
 * their own submissions. Problems and board appear at the start. Awards are left out, and so is when results are final.
 */
export async function readAsTeam(
  ctx: SignedInContext,
  contest: Contest,
  filesOf: (number: number) => readonly ClicsFile[],
): Promise<ServedContest> {
  const record = await recordFor(ctx, contest)
  const languages = await offeredLanguages(ctx)
  const keys = newestFirst(languages.map(({ key }) => key))
  const objects = clicsObjects(record, { languages: keys, filesOf })
  const teams = new Set(record.teams.map(({ id }) => id))
  const clarifications = await clarificationsOf(ctx, contest, teams)
  return { record, state: stateOf(record), objects: { ...objects, awards: [], clarifications } }
}

/** Versions of C and C++ are `cpp17` and, optimised, `cpp17o2`. */
const VERSION = /^(c|cpp)(\d+)(o2)?$/

/**
 * Keys of languages, with the newest version of C and C++ before the others, optimised: programs of teams take the first
 * language that has the ending of a file.
 */
function newestFirst(keys: readonly string[]): string[] {
  const familyOf = (key: string) => VERSION.exec(key)?.[1] ?? null
  const rankOf = (key: string) => {
    const [, , version = '0', optimised = ''] = VERSION.exec(key) ?? []
    return 2 * Number(version) + (optimised ? 1 : 0)
  }
  const sorted = new Map(
    ['c', 'cpp'].map((family) => [
      family,
      keys.filter((key) => familyOf(key) === family).sort((one, other) => rankOf(other) - rankOf(one)),
    ]),
  )
  return keys.map((key) => sorted.get(familyOf(key) ?? '')?.shift() ?? key)
}

/** What a team may know of the state: whether all is judged, it does not. */
function stateOf(record: ContestRecord): ClicsState {
  const states = clicsStates(record)
  const now = states.at(-1) ?? states[0]
  return { ...now, finalized: null, end_of_updates: null }
}

async function recordFor(ctx: SignedInContext, contest: Contest): Promise<ContestRecord> {
  const looks = await mayEnter(ctx, SHOWN_CONTEST, contest.id, 'look')
  const problems = looks ? await recordedProblems(ctx, await problemsOf(ctx, contest)) : []
  const [teams, { tries, waiting }] = await Promise.all([
    teamsOf(ctx, contest),
    looks ? ownTries(ctx, contest, problems) : { tries: [], waiting: [] },
  ])
  return { contest, problems, teams, tries, waiting, awards: [], now: ctx.now }
}

/** Teams of the board, if the viewer may see it, and the viewer. */
async function teamsOf(ctx: SignedInContext, contest: Contest): Promise<RecordedTeam[]> {
  const { rows } = (await mayEnter(ctx, SHOWN_CONTEST, contest.id, 'board'))
    ? await standingsOf(ctx, contest, {})
    : { rows: [] }
  const teams = rows.map((row): RecordedTeam => {
    const { person, name, isStar } = row
    return { id: row.userId, name, username: person.username, school: person.school, isStar, row }
  })
  const { viewer } = ctx
  if (teams.some(({ id }) => id === viewer.id)) return teams
  const person = await ctx.db.user.findUniqueOrThrow({ where: { id: viewer.id }, select: PERSON })
  const { id, username, school } = person
  return [...teams, { id, name: shownNameOf(contest, person), username, school, isStar: false, row: null }]
}

/** The viewer's submissions to problems of the contest, with the verdicts that they may know. */
async function ownTries(
  ctx: SignedInContext,
  contest: Contest,
  problems: readonly RecordedProblem[],
): Promise<{ tries: RecordedTry[]; waiting: WaitingTry[] }> {
  const rows = await ctx.db.submission.findMany({
    where: { contestId: contest.id, userId: ctx.viewer.id },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      userId: true,
      contestId: true,
      problemId: true,
      createdAt: true,
      language: true,
      state: true,
      verdict: true,
      judgementId: true,
      judgements: { select: { id: true, startedAt: true, endedAt: true } },
    },
  })
  const places = new Map(problems.map(({ id }, place) => [id, place]))
  const tries: RecordedTry[] = []
  const waiting: WaitingTry[] = []
  for (const row of rows) {
    const problem = places.get(row.problemId)
    if (problem === undefined) continue
    const { id: number, createdAt: at, language } = row
    const sent = { number, team: row.userId, problem, at, language }
    const { verdict, state } = outcomeOf(ctx, row)
    const { startedAt: from, endedAt: to } = row.judgements.find(({ id }) => id === row.judgementId) ?? {}
    if (state !== 'DONE' || !verdict) waiting.push(sent)
    else if (isDecisive(verdict)) tries.push({ ...sent, verdict, judged: from && to ? { from, to } : null })
  }
  return { tries, waiting }
}
