import { type AuditEntry, Prisma } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { ACTS } from '../../generated/acts.ts'
import { canReadAudit, visibleAuditEntries } from '../../policy/audit.ts'

/** Everything that is written down about who did it, by the noun it is done to, as the policies export it. */
const ACTIONS = ACTS satisfies Record<string, readonly string[]>

export type AuditedNoun = keyof typeof ACTIONS
export type AuditAction = (typeof ACTIONS)[AuditedNoun][number]

/** Every action, in the order of the nouns. */
export const AUDIT_ACTIONS: readonly AuditAction[] = Object.values(ACTIONS).flat()

type Fields = Readonly<Record<string, unknown>>

/** What is kept of an act: the fields of its subject that it changed, and what only its noun has to say. */
export type AuditDetails = { before?: Fields; after?: Fields; reason?: string } & Fields

/** What an act was done to, such as `Submission:12`. */
export const subjectOf = <Noun extends AuditedNoun>(type: Noun, id: number | string) =>
  `${type}:${id}` as const

export const detailsOf = ({ details }: Pick<AuditEntry, 'details'>) => details as AuditDetails

/** Whether rows of a noun name the group that they belong to; rows of other nouns belong to the site. */
const hasGroup = (type: string): boolean =>
  'groupId' in ((Prisma as unknown as Record<string, object>)[`${type}ScalarFieldEnum`] ?? {})

/** The group that a row belongs to; null where it belongs to the site, or is gone. */
export async function groupOf(
  { db }: Pick<Context, 'db'>,
  type: string,
  id: number | string,
): Promise<number | null> {
  const read = (from: Prisma.Sql) => db.$queryRaw<{ groupId: number | null }[]>`select "groupId" ${from}`
  // A rejudging of many is about a problem of a contest, or about a problem, or about a list.
  const [row] = hasGroup(type)
    ? await read(Prisma.sql`from ${Prisma.raw(`"${type}"`)} where "id" = ${Number(id)}`)
    : type === 'Rejudging'
      ? await read(Prisma.sql`from "Operation" where "id" = (
          select "operationId" from "Rejudging" where "id" = ${Number(id)})`)
      : []
  return row?.groupId ?? null
}

/**
 * Writes down what the viewer is doing. Called in the transaction of the act, so that neither is without the other.
 * `groupId`: the group of a subject that is gone by now; left out: that of its row.
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

/** Of two states of a row, the fields in which they differ; null for the state that a row had before or after it was there. */
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

/** A value as one text: a text as it is, all else as JSON; null for none. */
const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** One field that an act changed, as texts. */
export type AuditChange = { field: string; before: string | null; after: string | null }

/** What an act changed, field by field. */
export function changesOf(entry: Pick<AuditEntry, 'details'>): AuditChange[] {
  const { before = {}, after = {} } = detailsOf(entry)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((field) => ({
    field,
    before: textOf(before[field]),
    after: textOf(after[field]),
  }))
}

/** What a list of acts shows, newest first. */
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
        actor ? { actor: { username: { equals: actor.trim(), mode: 'insensitive' } } } : {},
      ],
    },
    orderBy: { id: 'desc' },
  } satisfies Prisma.AuditEntryFindManyArgs
}
