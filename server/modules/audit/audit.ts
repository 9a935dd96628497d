import { type AuditEntry, Prisma } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { literally } from '../../core/literally.ts'
import { together } from '../../core/pacing/together.ts'
import { ACTS } from '../../generated/acts.ts'
import { canReadAudit, visibleAuditEntries } from '../../policy/audit.ts'

/** Audited actions by type, as the policies export them. */
const ACTIONS = ACTS satisfies Record<string, readonly string[]>

export type AuditedNoun = keyof typeof ACTIONS
export type AuditAction = (typeof ACTIONS)[AuditedNoun][number]

/** All audited actions, in the order of the types. */
export const AUDIT_ACTIONS: readonly AuditAction[] = Object.values(ACTIONS).flat()

type Fields = Readonly<Record<string, unknown>>

/** Details of an entry: the changed fields of the subject, and what only its type records. */
export type AuditDetails = { before?: Fields; after?: Fields; reason?: string } & Fields

/** Subject of an entry, such as `Submission:12`. */
export const subjectOf = <Noun extends AuditedNoun>(type: Noun, id: number | string) =>
  `${type}:${id}` as const

export const detailsOf = ({ details }: Pick<AuditEntry, 'details'>) => details as AuditDetails

/** Whether rows of a type have a group; rows of other types belong to the site. */
const hasGroup = (type: string): boolean =>
  'groupId' in ((Prisma as unknown as Record<string, object>)[`${type}ScalarFieldEnum`] ?? {})

/** Group of a row; null when it belongs to the site or was deleted. */
export async function groupOf(
  { db }: Pick<Context, 'db'>,
  type: string,
  id: number | string,
): Promise<number | null> {
  const read = (from: Prisma.Sql) => db.$queryRaw<{ groupId: number | null }[]>`select "groupId" ${from}`
  // The subject of a batch rejudging is a contest problem, a problem or a list.
  const [row] = hasGroup(type)
    ? await read(Prisma.sql`from ${Prisma.raw(`"${type}"`)} where "id" = ${Number(id)}`)
    : type === 'Rejudging'
      ? await read(Prisma.sql`from "Operation" where "id" = (
          select "operationId" from "Rejudging" where "id" = ${Number(id)})`)
      : []
  return row?.groupId ?? null
}

/**
 * Writes an audit entry for the viewer. Call it in the transaction of the change, so that both commit or
 * neither. `groupId`: group of a subject that is already deleted; default: the group of its row.
 */
export async function record<Noun extends AuditedNoun>(
  ctx: Context,
  action: (typeof ACTIONS)[Noun][number],
  [type, id]: readonly [type: Noun, id: number | string],
  details: AuditDetails,
  groupId?: number | null,
): Promise<void> {
  await ctx.db.auditEntry.create({
    data: {
      actorId: ctx.viewer?.id ?? null,
      action,
      subject: subjectOf(type, id),
      groupId: groupId === undefined ? await groupOf(ctx, type, id) : groupId,
      details: details as Prisma.InputJsonObject,
      createdAt: ctx.now,
    },
  })
}

/** Empties the details of all entries about a row; who did what and when stays. */
export const forgetDetails = (ctx: Context, subject: ReturnType<typeof subjectOf>) =>
  ctx.db.auditEntry.updateMany({ where: { subject }, data: { details: {} } })

/** Name of the account that last did something audited to a row; null without one. Lookups of one tick are one query. */
export const lastActorOf = (ctx: Context, subject: ReturnType<typeof subjectOf>): Promise<string | null> =>
  together<string, string | null>(ctx.db, 'last actor', subject, async (subjects) => {
    const rows = await ctx.db.$queryRaw<{ subject: string; username: string | null }[]>`
      select distinct on (a."subject") a."subject", u."username"
      from "AuditEntry" a left join "User" u on u."id" = a."actorId"
      where a."subject" = any(${[...subjects]}) order by a."subject", a."id" desc`
    const names = new Map(rows.map(({ subject, username }) => [subject, username]))
    return subjects.map((each) => names.get(each) ?? null)
  })

/**
 * Fields in which two states of a row differ; null stands for the state before creation or after deletion.
 */
export function difference(
  before: Fields | null,
  after: Fields | null,
): Pick<AuditDetails, 'before' | 'after'> {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changed = names.filter((name) => textOf(before?.[name]) !== textOf(after?.[name]))
  const of = (row: Fields | null) =>
    row
      ? { ...Object.fromEntries(changed.filter((name) => name in row).map((name) => [name, row[name]])) }
      : {}
  return { before: of(before), after: of(after) }
}

/** A value as text: strings as they are, others as JSON; null for no value. */
const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** One changed field, as texts. */
export type AuditChange = { field: string; before: string | null; after: string | null }

/** The changed fields of an entry. */
export function changesOf(entry: Pick<AuditEntry, 'details'>): AuditChange[] {
  const { before = {}, after = {} } = detailsOf(entry)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
    field,
    before: textOf(before[field]),
    after: textOf(after[field]),
  }))
}

/** Filter and order of a list of entries, newest first. */
export function auditListing(
  ctx: Context,
  { subject, action, actor }: { subject?: string | null; action?: AuditAction | null; actor?: string | null },
) {
  authorize(ctx, canReadAudit(readerOf(ctx)))
  return {
    where: {
      AND: [
        visibleAuditEntries(readerOf(ctx)),
        subject ? { subject } : {},
        action ? { action } : {},
        actor ? { actor: { username: { equals: literally(actor.trim()), mode: 'insensitive' } } } : {},
      ],
    },
    orderBy: { id: 'desc' },
  } satisfies Prisma.AuditEntryFindManyArgs
}
