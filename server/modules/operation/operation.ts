import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { File, Operation, Prisma } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import type { Incoming } from '../../core/blobs.ts'
import { Refusal, type RefusalCode, type RefusalParameters } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import {
  followedOperations,
  LISTED_KINDS,
  type OperationKind,
  visibleOperations,
} from '../../policy/operation.ts'
import { enqueue } from '../../queue.ts'
import { GONE, type Stream, watch } from '../../watch.ts'
import { record } from '../audit/audit.ts'
import { removeResult } from '../file/file.ts'

/**
 * Long-running operations, one row each: the owner can leave, return, watch progress and cancel, and another server
 * continues after a crash. A kind has an entry in three tables, which the compiler keeps complete: who sees it
 * (OPERATION_KINDS in policy/operation.ts), its input (below), and its implementation (server/works.ts).
 *
 * A rule validates what it can and starts the operation in its own transaction:
 *
 *     const operation = await startOperation(ctx, 'USER_IMPORT', { fileId }, { total: rows.length })
 *
 * The implementation prepares one step after another and returns what to write. The write shares a transaction with
 * the record of progress: a step commits exactly once, even after a crash, and cancelling takes effect between two
 * steps. A step may cover many subjects; `done` is the number of report lines so far.
 *
 *     USER_IMPORT: {
 *       step: async (ctx, { input, done }) => {
 *         const rows = await readRows(ctx, input.fileId, done, 200)
 *         const hashes = await hashPasswords(rows)            // slow: before the transaction
 *         return (ctx) => addUsers(ctx, rows, hashes)         // [{ subject: 'alice' }, { subject: 'bob', refusal }]
 *       },
 *       result: (ctx, { id }) => accountsAsCsv(ctx, id),      // for the owner to download
 *       keepsResultMs: 30 * 60_000,
 *     }
 *
 * It runs as its owner, with their current role. A refusal thrown by a step fails the operation with that code; other
 * errors are retried, and fail it after several starts without progress.
 */
const INPUTS = {
  // Its own row says what it covers.
  REJUDGING: z.object({}),
  SINGLE_REJUDGING: z.object({}),
  USER_GENERATION: z.object({
    prefix: z.string(),
    suffix: z.string(),
    from: z.int(),
    to: z.int(),
    passwordLength: z.int(),
  }),
  // Its rows are account drafts.
  USER_IMPORT: z.object({}),
  PROBLEM_IMPORT: z.object({
    fileId: z.string(),
    /** Of the file, which is kept for a while only. */
    name: z.string().nullish(),
    publish: z.boolean(),
    points: z.enum(['CASE', 'GROUP']).nullish(),
  }),
  BANK_IMPORT: z.object({ bank: z.string(), ids: z.array(z.string()) }),
  CONTEST_REMOVAL: z.object({ contestId: z.int() }),
  PROBLEM_EXPORT: z.object({ problemIds: z.array(z.int()), format: z.enum(['icpc', 'hoj']) }),
  SIMILARITY_CHECK: z.object({ trainingId: z.int(), problemIds: z.array(z.int()) }),
  // Its owner says what it covers.
  DATA_EXPORT: z.object({}),
} as const satisfies Record<OperationKind, z.ZodType>

export type OperationInput<Kind extends OperationKind> = z.output<(typeof INPUTS)[Kind]>

/** Result of one subject: done, or refused with this code. */
export type OperationLine = {
  subject: string
  refusal?: { code: RefusalCode; parameters: RefusalParameters } | null
  /** Notes on it, in the shape of its kind. */
  notes?: Prisma.InputJsonArray
}

/** An operation as its work sees it. */
export type Task<Kind extends OperationKind = OperationKind> = {
  id: number
  input: OperationInput<Kind>
  done: number
  total: number
}

/**
 * What a step writes: returns the lines of its subjects; null: no more steps, something else ends the
 * operation.
 */
type Write = (ctx: Context) => Promise<readonly OperationLine[] | null>

/** Why an operation failed. */
export type Failure = { code: RefusalCode; parameters: RefusalParameters }

/** A file that is generated while it is downloaded. */
export type Fetched = { name: string; mediaType: string; content: Readable }

/** Implementation of one kind of operation. */
export type Work<Kind extends OperationKind = OperationKind> = {
  /** Prepares the step after the first `done` lines. */
  step(ctx: Context, task: Task<Kind>): Promise<Write>
  /** After all steps: the result file for the owner, null for none. */
  result?(ctx: Context, task: Task<Kind>): Promise<Incoming | null>
  /** Result that must not be stored in a file: generated from its rows on each download. */
  fetched?(ctx: Context, task: Pick<Task<Kind>, 'id' | 'input'>): Fetched
  /** How long the result is kept; default: a day. */
  keepsResultMs?: number
  /** Called in the transaction that cancels it, before it is marked. */
  cancel?(ctx: Context, id: number): Promise<void>
  /** Undoes some of what was started before cancelling; false when there is no more. */
  takeBack?(ctx: Context, id: number): Promise<boolean>
}

/** Implementations of all kinds. */
export type Works = { readonly [Kind in OperationKind]: Work<Kind> }

/** Parsed input of an operation of this kind. */
export const inputOf = <Kind extends OperationKind>(kind: Kind, input: unknown): OperationInput<Kind> =>
  INPUTS[kind].parse(input) as OperationInput<Kind>

/** Kinds audited as one act: imports and exports. Rejudgings are audited separately. */
const WRITTEN_DOWN: ReadonlySet<OperationKind> = new Set([
  'PROBLEM_IMPORT',
  'BANK_IMPORT',
  'PROBLEM_EXPORT',
  'USER_IMPORT',
  'USER_GENERATION',
])

/**
 * Starts an operation of the viewer in the caller's transaction. `begun`: the caller runs the steps itself,
 * now. `groupId`: group whose rows it is about; null: the site's.
 */
export async function startOperation<Kind extends OperationKind>(
  ctx: Context,
  kind: Kind,
  input: OperationInput<Kind>,
  { total, begun = false, groupId = null }: { total: number; begun?: boolean; groupId?: number | null },
): Promise<Operation> {
  return transact(ctx, async (ctx) => {
    const operation = await ctx.db.operation.create({
      data: {
        kind,
        input: inputOf(kind, input) as Prisma.InputJsonObject,
        total,
        ownerId: ctx.viewer?.id ?? null,
        groupId,
        createdAt: ctx.now,
        ...(begun ? { state: 'RUNNING', startedAt: ctx.now } : {}),
      },
    })
    if (WRITTEN_DOWN.has(kind))
      await record(ctx, 'operation.begun', ['Operation', operation.id], { after: { kind, total } })
    if (!begun) await goOn(ctx, operation.id)
    await emit(ctx, 'operation.changed', { operationId: operation.id })
    return operation
  })
}

/** Queues a job that continues an operation, or undoes it. */
export const goOn = (ctx: Context, operationId: number) =>
  enqueue(ctx.db, 'operate', { operationId }, { key: `operation:${operationId}` })

/** An operation that the viewer may see. */
export async function findOperation(ctx: Context, id: number): Promise<Operation> {
  const operation = isRowNumber(id)
    ? await ctx.db.operation.findFirst({ where: { AND: [{ id }, visibleOperations(readerOf(ctx))] } })
    : null
  if (!operation) throw new Refusal('NOT_FOUND')
  return operation
}

/** Operations that the viewer sees, newest first: of these kinds, or all listed ones. */
export const operationListing = (ctx: Context, kinds: readonly OperationKind[] | null = null) =>
  ({
    where: { AND: [visibleOperations(readerOf(ctx)), { kind: { in: [...(kinds ?? LISTED_KINDS)] } }] },
    orderBy: { id: 'desc' },
  }) satisfies Prisma.OperationFindManyArgs

/** Report of an operation in the order of its steps, or only refusals. */
export const reportOf = (id: number, refusedOnly: boolean) =>
  ({
    where: { operationId: id, ...(refusedOnly ? { code: { not: null } } : {}) },
    orderBy: { id: 'asc' },
  }) satisfies Prisma.OperationLineFindManyArgs

/** Whether it can still be cancelled. */
export const isUnderWay = ({ state }: Pick<Operation, 'state'>): boolean =>
  state === 'QUEUED' || state === 'RUNNING'

/** Cancels an operation after its current step; what its kind can undo is undone. */
export async function cancelOperation(ctx: Context, works: Works, id: number): Promise<void> {
  authorize(ctx, true)
  const { kind } = await findOperation(ctx, id)
  const work = works[kind as OperationKind]
  await transact(ctx, async (ctx) => {
    await work.cancel?.(ctx, id)
    const { count } = await ctx.db.operation.updateMany({
      where: { id, state: { in: ['QUEUED', 'RUNNING'] } },
      data: { state: 'CANCELLED', endedAt: ctx.now },
    })
    if (count === 0) throw new Refusal('OPERATION_OVER')
    if (work.takeBack) await goOn(ctx, id)
    await emit(ctx, 'operation.changed', { operationId: id })
  })
}

/** Delay (ms) between updates of progress. */
export const PACE = 200

/** An operation now and after every change, by its number. */
export async function watchOperation(ctx: Context, id: number): Promise<Stream<number>> {
  const { kind } = await findOperation(ctx, id)
  const sight = followedOperations(kind as OperationKind)
  return watch(ctx, {
    first: id,
    sight,
    concern: (event) =>
      event.name === 'operation.changed' && event.payload.operationId === id ? { key: id, wait: PACE } : null,
    read: async (ctx) =>
      (await ctx.db.operation.count({ where: { AND: [{ id }, sight(readerOf(ctx))] } })) ? id : GONE,
  })
}

/** Waits for the end of an operation, for doors that answer only then; throws its failure. */
export async function whenOver(ctx: Context, id: number): Promise<void> {
  for await (const _ of await watchOperation(ctx, id)) {
    const operation = await findOperation({ ...ctx, now: new Date() }, id)
    if (isUnderWay(operation)) continue
    if (operation.state === 'DONE') return
    const { code, parameters } = (operation.failure ?? { code: 'OPERATION_OVER', parameters: {} }) as Failure
    throw new Refusal(code, parameters)
  }
  throw new Refusal('NOT_FOUND')
}

/** Result file of an operation, of any kind or of one; for its owner, until it expires. */
export async function findResult(
  ctx: Context,
  works: Works,
  id: number,
  only?: OperationKind,
): Promise<File | Fetched> {
  authorize(ctx, true)
  const { result, ownerId, resultExpiresAt, ...operation } = await ctx.db.operation.findFirstOrThrow({
    where: { id: (await findOperation(ctx, id)).id },
    include: { result: true },
  })
  const isKept = resultExpiresAt !== null && ctx.now < resultExpiresAt
  if (!isKept || ownerId !== ctx.viewer.id) throw new Refusal('NOT_FOUND')
  const kind = operation.kind as OperationKind
  if (only && kind !== only) throw new Refusal('NOT_FOUND')
  const { fetched } = works[kind] as Work
  if (fetched) return fetched(ctx, { id, input: inputOf(kind, operation.input) })
  if (!result) throw new Refusal('NOT_FOUND')
  return result
}

/** Cancels a user's operations of these kinds and removes their result files, in the caller's transaction. */
export async function forgetResults(
  ctx: Context,
  ownerId: string,
  kinds: readonly OperationKind[],
): Promise<void> {
  const own: Prisma.OperationWhereInput = { ownerId, kind: { in: [...kinds] } }
  const underWay: Prisma.OperationWhereInput = { ...own, state: { in: ['QUEUED', 'RUNNING'] } }
  await ctx.db.operation.updateMany({ where: underWay, data: { state: 'CANCELLED', endedAt: ctx.now } })
  // Nothing refers to the files any more: the sweep removes their bytes.
  await ctx.db.fileReference.deleteMany({ where: { file: { operation: own } } })
  await ctx.db.operation.updateMany({ where: own, data: { resultId: null, resultExpiresAt: null } })
}

/** How long (ms) ended operations are kept when nothing refers to them. */
const KEPT_MS = 90 * 24 * 3600_000
/** Most files removed per sweep. */
const SWEEP = 500

/** Deletes expired result files and old operations. */
export async function sweepOperations(ctx: Context): Promise<void> {
  const expired = await ctx.db.operation.findMany({
    where: { resultExpiresAt: { lte: ctx.now }, resultId: { not: null } },
    select: { resultId: true },
    take: SWEEP,
  })
  for (const { resultId } of expired) if (resultId) await removeResult(ctx, resultId)
  await ctx.db.$executeRaw`
    delete from "Operation" where "id" in (
      select o."id" from "Operation" o
      where o."endedAt" < ${new Date(ctx.now.getTime() - KEPT_MS)}::timestamptz and o."resultId" is null
        and not exists (select from "Rejudging" r where r."operationId" = o."id")
      limit ${SWEEP})`
}
