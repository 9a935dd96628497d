import type { Contest } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { managedContests } from '../../policy/contest.ts'
import { administersSomewhere, CONTESTS, managesSomewhere } from '../../policy/officials.ts'
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
import { offeredLanguages } from '../site/language.ts'
import { readableSource, SOURCE_COLUMNS } from '../submission/submission.ts'
import { clarificationsOf } from './clarifications.ts'

/** Collections of a contest on a running site; each refers to those before it. */
export const SERVED = [...COLLECTIONS, 'clarifications'] as const
export type ServedCollection = (typeof SERVED)[number]

/** A contest as the Contest API shows it to an organiser at one moment. */
export type ServedContest = {
  record: ContestRecord
  state: ClicsState
  objects: { contest: ClicsObject } & Readonly<Record<ServedCollection, readonly ClicsObject[]>>
}

/** Most contests in the list, which has no pages. */
const MOST_LISTED = 100

/** ACM contests that the viewer organises, latest start first. */
export async function listServed(ctx: Context): Promise<ClicsObject[]> {
  const reader = readerOf(ctx)
  authorize(ctx, managesSomewhere(reader, CONTESTS) || administersSomewhere(reader))
  const rows = await ctx.db.contest.findMany({
    where: { AND: [managedContests(reader), { type: 'ACM' }] },
    orderBy: [{ startsAt: 'desc' }, { id: 'desc' }],
    take: MOST_LISTED,
  })
  return rows.map(contestObject)
}

/** An ACM contest that the viewer organises. OI contests do not exist in the Contest API. */
export async function findServed(ctx: Context, contestId: number): Promise<Contest> {
  const contest = await findManagedContest(ctx, contestId)
  if (contest.type !== 'ACM') throw new Refusal('NOT_FOUND')
  return contest
}

/** Source of a submission, as a zip with one file. */
const fileOf = (contestId: number, number: number): ClicsFile => ({
  href: `contests/${contestId}/submissions/${number}/files`,
  filename: 'files.zip',
  mime: 'application/zip',
})

/** What a reader keeps of a contest, so that reading it again costs little. */
export type Memory = { known: KnownTries; made: MadeObjects }

export const newMemory = (): Memory => ({ known: new Map(), made: new WeakMap() })

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
  return { record, state: states.at(-1) ?? states[0], objects: { ...objects, clarifications } }
}

/** Source of a submission to a contest that the viewer organises, and its language. Throws NOT_FOUND. */
export async function findSource(
  ctx: Context,
  contestId: number,
  number: number,
): Promise<{ source: string; language: string }> {
  await findServed(ctx, contestId)
  const submission = await ctx.db.submission.findFirst({
    where: { id: number, contestId },
    select: { id: true, language: true, ...SOURCE_COLUMNS },
  })
  const source = submission && (await readableSource(ctx, submission))
  if (!submission || source === null) throw new Refusal('NOT_FOUND')
  return { source, language: submission.language }
}
