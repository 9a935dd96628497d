import type { Readable } from 'node:stream'
import type { Contest } from '#prisma/generated/client.ts'
import { type Context, readerOf, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { fitsRule } from '../../policy/accountRule.ts'
import { contestsToTakePartIn, managedContests } from '../../policy/contest.ts'
import { organises } from '../../policy/officials.ts'
import { find, rowOf } from '../../venue.ts'
import { CONTEST, SHOWN_CONTEST } from '../contest/contest.ts'
import { findManagedContest } from '../contest/organising/organising.ts'
import {
  type ClicsFile,
  type ClicsObject,
  type ClicsState,
  COLLECTIONS,
  clicsObjects,
  clicsStates,
  contestObject,
  type MadeObjects,
} from '../scoreboard/record/clicsObjects.ts'
import { type ContestRecord, type KnownTries, readRecord } from '../scoreboard/record/record.ts'
import { extensionOf, offeredLanguages } from '../site/language.ts'
import { submittedOutputs } from '../submission/outputs/outputs.ts'
import { readableSource, SOURCE_COLUMNS } from '../submission/submission.ts'
import { zipOf } from '../testset/archive.ts'
import { clarificationsOf } from './clarifications.ts'
import { readAsTeam } from './teamView.ts'

/** Collections of a contest on a running site; each refers to those before it. */
export const SERVED = [...COLLECTIONS, 'clarifications'] as const
export type ServedCollection = (typeof SERVED)[number]

/** A contest as the Contest API shows it at one moment. */
export type ServedContest = {
  record: ContestRecord
  state: ClicsState
  objects: { contest: ClicsObject } & Readonly<Record<ServedCollection, readonly ClicsObject[]>>
}

/** Most contests in the list, which has no pages. */
const MOST_LISTED = 100

/** The contest itself; tools of DOMjudge ask for a short name. */
const withShortName = (contest: ClicsObject): ClicsObject => ({ ...contest, shortname: contest.id })

/** ACM contests that the viewer organises, and those that have not ended and admit them, latest start first. */
export async function listServed(ctx: Context): Promise<ClicsObject[]> {
  requireLogin(ctx)
  const reader = readerOf(ctx)
  const rows = await ctx.db.contest.findMany({
    where: { AND: [{ type: 'ACM' }, { OR: [managedContests(reader), contestsToTakePartIn(reader)] }] },
    orderBy: [{ startsAt: 'desc' }, { id: 'desc' }],
    take: MOST_LISTED,
  })
  const admits = ({ accountRule }: Contest) => fitsRule(accountRule, ctx.viewer.username)
  return rows
    .filter((contest) => organises(reader, contest) || admits(contest))
    .map((contest) => withShortName(contestObject(contest)))
}

/** An ACM contest that the viewer organises. OI contests do not exist in the Contest API. */
export async function findServed(ctx: Context, contestId: number): Promise<Contest> {
  const contest = await findManagedContest(ctx, contestId)
  if (contest.type !== 'ACM') throw new Refusal('NOT_FOUND')
  return contest
}

/** As what somebody reads a contest. */
export type Served = { contest: Contest; role: 'organiser' | 'team' }

/** An ACM contest that the viewer organises, or may look at: as a team, also before its start. */
export async function findForReader(ctx: Context, contestId: number): Promise<Served> {
  requireLogin(ctx)
  const known = isRowNumber(contestId) ? await rowOf(ctx, CONTEST, contestId) : null
  if (known && organises(readerOf(ctx), known))
    return { contest: await findServed(ctx, contestId), role: 'organiser' }
  const contest = await find(ctx, SHOWN_CONTEST, contestId, 'look')
  if (contest.type !== 'ACM') throw new Refusal('NOT_FOUND')
  const bar = await SHOWN_CONTEST.bar(ctx, contest, 'look')
  if (bar !== null && bar !== 'CONTEST_NOT_STARTED') throw new Refusal(bar)
  return { contest, role: 'team' }
}

/** Source of a submission, as a zip with one file. */
export const fileOf = (contestId: number, number: number): ClicsFile => ({
  href: `contests/${contestId}/submissions/${number}/files`,
  filename: 'files.zip',
  mime: 'application/zip',
})

/** What a reader keeps of a contest, so that reading it again costs little. */
export type Memory = { known: KnownTries; made: MadeObjects }

export const newMemory = (): Memory => ({ known: new Map(), made: new WeakMap() })

/** A contest as the viewer may read it. */
export async function readForReader(ctx: Context, contestId: number): Promise<ServedContest & Served> {
  requireLogin(ctx)
  const served = await findForReader(ctx, contestId)
  const filesOf = (number: number) => [fileOf(contestId, number)]
  const read =
    served.role === 'organiser'
      ? await readServed(ctx, contestId)
      : await readAsTeam(ctx, served.contest, filesOf)
  return { ...served, ...read }
}

/** A contest that the viewer organises, with outcomes since the freeze. */
export async function readServed(
  ctx: Context,
  contestId: number,
  { known, made }: Memory = newMemory(),
): Promise<ServedContest> {
  const contest = await findServed(ctx, contestId)
  const [record, languages] = await Promise.all([
    readRecord(ctx, contestId, { withoutStars: false, known }),
    offeredLanguages(ctx),
  ])
  const objects = clicsObjects(record, {
    languages: languages.map(({ key }) => key),
    filesOf: (number) => [fileOf(contestId, number)],
    made,
  })
  const clarifications = await clarificationsOf(ctx, contest, new Set(record.teams.map(({ id }) => id)))
  const states = clicsStates(record)
  const contestShown = withShortName(objects.contest)
  return {
    record,
    state: states.at(-1) ?? states[0],
    objects: { ...objects, contest: contestShown, clarifications },
  }
}

/** Files of a submission to a contest, which the viewer organises or which is their own. Throws NOT_FOUND. */
export async function findSubmitted(
  ctx: Context,
  contestId: number,
  number: number,
): Promise<{ hash: string; open(): Promise<Readable> } | { name: string; source: string }> {
  requireLogin(ctx)
  const { role } = await findForReader(ctx, contestId)
  const submission = isRowNumber(number)
    ? await ctx.db.submission.findFirst({
        where: { id: number, contestId, ...(role === 'team' && { userId: ctx.viewer.id }) },
        select: { id: true, language: true, outputSetId: true, ...SOURCE_COLUMNS },
      })
    : null
  const source = submission && (await readableSource(ctx, submission))
  if (!submission || source === null) throw new Refusal('NOT_FOUND')
  if (submission.outputSetId !== null) return zipOf(ctx, await submittedOutputs(ctx, submission))
  return { name: `${number}.${extensionOf(submission.language)}`, source }
}

/** The viewer, as the Contest API names them. */
export function accountOf({ viewer }: Context, { role }: Served): ClicsObject {
  if (!viewer) throw new Refusal('UNAUTHENTICATED')
  const { id, username } = viewer
  const isTeam = role === 'team'
  return { id, username, name: username, type: isTeam ? 'team' : 'admin', ...(isTeam && { team_id: id }) }
}
