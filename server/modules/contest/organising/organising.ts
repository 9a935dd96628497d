import { z } from 'zod'
import type { Contest, Prisma } from '#prisma/generated/client.ts'
import { AwardKind, ContestAccess, ContestType, OiScoring, ShownName } from '#prisma/generated/enums.ts'
import { authorize, type Context, readerOf } from '../../../context.ts'
import { checked, onOneLine } from '../../../core/checked.ts'
import { expectVersion, Refusal } from '../../../core/errors.ts'
import { isRowNumber } from '../../../core/rowNumber.ts'
import { emit, transact } from '../../../events.ts'
import { canRemoveContest } from '../../../policy/contest.ts'
import { CONTESTS, managesIn, managesSomewhere, organises } from '../../../policy/officials.ts'
import { find } from '../../../venue.ts'
import { difference, record } from '../../audit/audit.ts'
import { referTo } from '../../file/file.ts'
import { startOperation } from '../../operation/operation.ts'
import { website } from '../../site/site.ts'
import { usernameKeyOf } from '../../user/username.ts'
import { CONTEST } from '../contest.ts'
import { freezeAfter, hasFrozen, thawAfter } from '../freezing.ts'

const MAX_DESCRIPTION = 65_535
const MAX_PASSWORD = 64
const MOST_STARS = 1000
const MOST_TIERS = 20
/** Longest duration (ms) of a contest: a year. */
const LONGEST_MS = 366 * 24 * 3600_000

const colour = z.string().regex(/^#[0-9a-f]{3,8}$/i)

const tier = z.object({
  name: z.string().trim().min(1).max(50),
  background: colour,
  color: colour,
  /** Number of rows, or percent of the rows. */
  number: z.int().min(0).max(100_000),
})

/** Usernames without repetitions, as a login takes them. */
function eachOnce(names: readonly string[]): string[] {
  const keys = names.map(usernameKeyOf)
  return names.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
}

const fields = z.object({
  type: z.enum(ContestType),
  title: z.string().transform(onOneLine).pipe(z.string().min(1).max(500)),
  description: z.string().max(MAX_DESCRIPTION),
  startsAt: z.date(),
  endsAt: z.date(),
  freezesAt: z.date().nullable(),
  thawsByItself: z.boolean(),
  access: z.enum(ContestAccess),
  password: z.string().max(MAX_PASSWORD).nullable(),
  visible: z.boolean(),
  boardIsOpen: z.boolean(),
  printing: z.boolean(),
  takesLate: z.boolean(),
  exam: z.boolean(),
  shownName: z.enum(ShownName),
  oiScoring: z.enum(OiScoring),
  accountRule: z.string().max(5000).nullable(),
  stars: z.array(z.string().trim().min(1).max(50)).max(MOST_STARS).transform(eachOnce),
  awardKind: z.enum(AwardKind),
  awards: z.array(tier).max(MOST_TIERS),
})

export type ContestFields = z.output<typeof fields>
export type AwardTier = z.output<typeof tier>

const DEFAULTS: Omit<ContestFields, 'type' | 'title' | 'startsAt' | 'endsAt'> = {
  description: '',
  freezesAt: null,
  thawsByItself: true,
  access: 'PUBLIC',
  password: null,
  visible: true,
  boardIsOpen: false,
  printing: false,
  takesLate: false,
  exam: false,
  shownName: 'USERNAME',
  oiScoring: 'RECENT',
  accountRule: null,
  stars: [],
  awardKind: 'NONE',
  awards: [],
}

/** Award tiers of a contest, best first. */
export const tiersOf = ({ awards }: Pick<Contest, 'awards'>): AwardTier[] =>
  z.array(tier).catch([]).parse(awards)

const fieldsOf = (contest: Contest): ContestFields => ({ ...contest, awards: tiersOf(contest) })

/** Checks fields against each other. */
function requireSound({ startsAt, endsAt, freezesAt, access, password, awardKind, awards }: ContestFields) {
  const refuse = (
    field: string,
    code: 'CONTEST_TIMES' | 'CONTEST_FREEZE' | 'CONTEST_AWARDS' | 'REQUIRED',
  ) => {
    throw new Refusal('INVALID_INPUT', { fields: { [field]: { code } } })
  }
  const lasts = endsAt.getTime() - startsAt.getTime()
  if (!(lasts > 0) || lasts > LONGEST_MS) refuse('endsAt', 'CONTEST_TIMES')
  if (freezesAt && (freezesAt < startsAt || freezesAt >= endsAt)) refuse('freezesAt', 'CONTEST_FREEZE')
  if (access !== 'PUBLIC' && !password) refuse('password', 'REQUIRED')
  const share = awards.reduce((sum, { number }) => sum + number, 0)
  if (awardKind === 'PERCENTAGE' && share > 100) refuse('awards', 'CONTEST_AWARDS')
}

/** Column values of the given fields in a group, or on the site (null). */
const columnsOf = (
  given: ContestFields,
  { before, groupId, now }: { before: Contest | null; groupId: number | null; now: Date },
) =>
  ({
    ...given,
    exam: given.exam && groupId !== null,
    thawsAt: given.freezesAt && thawAfter(before, given, now),
    password: given.access === 'PUBLIC' ? null : given.password,
  }) satisfies Prisma.ContestUncheckedUpdateInput

const moment = (date: Date | null) => date?.toISOString() ?? null

/** Fields for the audit, with whether the password changed instead of the password. */
const audited = (contest: Contest) => {
  const { startsAt, endsAt, freezesAt, thawsAt, password, ...others } = contest
  const { type, title, access, visible, boardIsOpen, printing, takesLate, exam, shownName, accountRule } =
    others
  const times = { startsAt: moment(startsAt), endsAt: moment(endsAt), freezesAt: moment(freezesAt) }
  return {
    type,
    title,
    access,
    visible,
    boardIsOpen,
    printing,
    takesLate,
    exam,
    shownName,
    accountRule,
    ...times,
    thawsAt: moment(thawsAt),
    oiScoring: others.oiScoring,
    stars: others.stars,
    awardKind: others.awardKind,
    awards: others.awards,
    hasPassword: password !== null,
  }
}

async function note(ctx: Context, id: number, before: Contest | null, after: Contest | null): Promise<void> {
  const action = !before ? 'contest.created' : after ? 'contest.changed' : 'contest.removed'
  await referTo(ctx, `Contest:${id}`, after ? [after.description] : [])
  if (after) ctx.house.markdown.keep([after.description])
  await record(ctx, action, ['Contest', id], difference(before && audited(before), after && audited(after)))
  await emit(ctx, 'contest.changed', { contestId: id, wasListed: before?.visible ?? false })
}

type NewContest = Partial<ContestFields> & Pick<ContestFields, 'type' | 'title' | 'startsAt' | 'endsAt'>

/** Place of a new contest: a group, or the site (null); and the contest it is cloned from. */
type Origin = { groupId?: number | null; clonedFrom?: number | null }

/** Creates a contest that the viewer owns. */
export async function createContest(
  ctx: Context,
  given: NewContest,
  { groupId = null, clonedFrom = null }: Origin = {},
): Promise<Contest> {
  authorize(ctx, managesIn(readerOf(ctx), CONTESTS, groupId))
  const wanted = checked(fields, { ...DEFAULTS, ...given })
  requireSound(wanted)
  const { viewer } = ctx
  return transact(ctx, async (ctx) => {
    const contest = await ctx.db.contest.create({
      data: {
        ...columnsOf(wanted, { before: null, groupId, now: ctx.now }),
        ownerId: viewer.id,
        groupId,
        clonedFrom,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      },
    })
    await note(ctx, contest.id, null, contest)
    return contest
  })
}

/**
 * A contest that the viewer manages, locked until the transaction ends. Submissions are not blocked: they
 * only share its key.
 */
export async function lockContest(ctx: Context, id: number): Promise<Contest> {
  if (!isRowNumber(id)) throw new Refusal('NOT_FOUND')
  await ctx.db.$queryRaw`select "id" from "Contest" where "id" = ${id} for no key update`
  return findManagedContest(ctx, id)
}

/** A contest that the viewer may organise. */
export async function findManagedContest(ctx: Context, id: number): Promise<Contest> {
  const reader = readerOf(ctx)
  authorize(ctx, managesSomewhere(reader, CONTESTS))
  const contest = await find(ctx, CONTEST, id, 'manage')
  authorize(ctx, organises(reader, contest))
  return contest
}

export type ContestPatch = Partial<ContestFields>

/**
 * Changes fields of a contest; its type never changes. A new password deletes all registrations: the caller
 * asks the organiser first.
 */
export async function updateContest(
  ctx: Context,
  id: number,
  patch: ContestPatch,
  version?: number | null,
): Promise<Contest> {
  return transact(ctx, async (ctx) => {
    const before = await lockContest(ctx, id)
    expectVersion(before.version, version)
    if (patch.type && patch.type !== before.type)
      throw new Refusal('INVALID_INPUT', { fields: { type: { code: 'CONTEST_TYPE_FIXED' } } })
    const wanted = checked(fields, { ...fieldsOf(before), ...patch })
    wanted.freezesAt = freezeAfter(before, wanted, patch.freezesAt, ctx.now)
    requireSound(wanted)
    const columns = columnsOf(wanted, { before, groupId: before.groupId, now: ctx.now })
    if (before.password !== columns.password && before.password !== null)
      await ctx.db.participation.updateMany({ where: { contestId: id }, data: { registeredAt: null } })
    const after = await ctx.db.contest.update({
      where: { id },
      data: { ...columns, version: { increment: 1 } },
    })
    await note(ctx, id, before, after)
    return after
  })
}

/** Unfreezes a contest for all readers at once. */
export async function thaw(ctx: Context, id: number): Promise<Contest> {
  return transact(ctx, async (ctx) => {
    const before = await lockContest(ctx, id)
    if (!before.freezesAt || before.endsAt > ctx.now) throw new Refusal('CONTEST_NOT_SEALED')
    if (before.thawsAt && before.thawsAt <= ctx.now) return before
    const after = await ctx.db.contest.update({
      where: { id },
      data: { thawsAt: ctx.now, version: { increment: 1 } },
    })
    await note(ctx, id, before, after)
    return after
  })
}

/**
 * Deletes a contest with all its submissions. It is hidden at once; an operation deletes its rows
 * (removal.ts).
 */
export async function removeContest(ctx: Context, id: number): Promise<void> {
  await transact(ctx, async (ctx) => {
    const before = await lockContest(ctx, id)
    authorize(ctx, canRemoveContest(readerOf(ctx), before))
    await ctx.db.contest.update({ where: { id }, data: { removedAt: ctx.now, visible: false } })
    await note(ctx, id, before, null)
    await startOperation(ctx, 'CONTEST_REMOVAL', { contestId: id }, { total: 1, groupId: before.groupId })
  })
}

const WEEK_MS = 7 * 24 * 3600_000

/**
 * Times of a clone, moved by as many weeks as its freeze needs to be in the future: a freeze that has begun
 * cannot be edited. It starts at the same time of the day in the site's time zone, and lasts as long.
 */
async function timesOfClone(ctx: Context, from: Contest) {
  const { startsAt, freezesAt, endsAt } = from
  const { db, now } = ctx
  if (!hasFrozen(from, now)) return { startsAt, freezesAt, endsAt }
  const { timeZone } = await website.get(ctx)
  // A clock change between may make it one week more or less.
  const weeks = Math.ceil((now.getTime() - startsAt.getTime() + 1) / WEEK_MS)
  const [moved] = await db.$queryRaw<{ startsAt: Date }[]>`
    select "startsAt" from generate_series(${weeks - 1}::int, ${weeks + 1}::int) as "week", lateral (
      select (${startsAt}::timestamptz at time zone ${timeZone} + "week" * interval '1 week')
        at time zone ${timeZone} as "startsAt") as moved
    where "startsAt" > ${now}::timestamptz order by 1 limit 1`
  const start = moved?.startsAt ?? startsAt
  const later = (moment: Date) => new Date(start.getTime() + moment.getTime() - startsAt.getTime())
  return { startsAt: start, freezesAt: later(from.freezesAt), endsAt: later(endsAt) }
}

/** Clones a contest, with its problems, in the same place; the clone is hidden. */
export async function cloneContest(ctx: Context, id: number): Promise<Contest> {
  return transact(ctx, async (ctx) => {
    const from = await findManagedContest(ctx, id)
    const title = `${from.title} [Cloned]`.slice(0, 500)
    const fields = { ...fieldsOf(from), ...(await timesOfClone(ctx, from)), title, visible: false }
    const made = await createContest(ctx, fields, { groupId: from.groupId, clonedFrom: id })
    const problems = await ctx.db.contestProblem.findMany({ where: { contestId: id, removedAt: null } })
    await ctx.db.contestProblem.createMany({
      data: problems.map(({ problemId, displayId, title, color, position }) => ({
        contestId: made.id,
        problemId,
        displayId,
        title,
        color,
        position,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })),
    })
    return made
  })
}
