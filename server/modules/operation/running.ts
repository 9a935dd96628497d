import { randomUUID } from 'node:crypto'
import type { Operation, Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Refusal, refusalOf } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { viewerIn } from '../../memberships.ts'
import type { OperationKind } from '../../policy/operation.ts'
import { storeFile } from '../file/file.ts'
import { inputOf, type OperationLine, PACE, type Task, type Work, type Works } from './operation.ts'

/** Starts without progress before an operation fails. */
const MOST_STARTS = 5
/** Most report lines that are kept; refusals beyond them are still counted. */
const MOST_LINES = 20_000
const MAX_SUBJECT = 300

/** The operation was taken over by another start, or cancelled: the step is rolled back. */
class Overtaken extends Error {}

/**
 * Runs an operation to its end. Of two concurrent starts only the later one can record progress, and a step
 * commits in the transaction that records it.
 */
export async function runOperation(ctx: Context, works: Works, id: number): Promise<void> {
  const runner = randomUUID()
  const operation = await claim(ctx, id, runner)
  if (!operation) return
  const work = works[operation.kind as OperationKind] as Work
  const teller = tellerOf(ctx, id)
  try {
    if (operation.state === 'CANCELLED') {
      while (await work.takeBack?.({ ...ctx, now: new Date() }, id)) await teller.tell()
    } else {
      if (operation.starts > MOST_STARTS) throw new Refusal('OPERATION_CRASHED')
      await doAll(ctx, work, operation, runner, () => teller.tell())
    }
  } catch (error) {
    if (error instanceof Overtaken) return
    const refusal = refusalOf(error)
    if (!refusal) throw error
    const { code, parameters } = refusal
    await end(ctx, id, runner, { state: 'FAILED', failure: { code, parameters } })
  } finally {
    await teller.end()
  }
}

/** Claims an operation for this start; null when there is nothing to do. */
async function claim(ctx: Context, id: number, runner: string): Promise<Operation | null> {
  const { count } = await ctx.db.operation.updateMany({
    where: { id, state: { in: ['QUEUED', 'RUNNING'] } },
    data: { state: 'RUNNING', runner, starts: { increment: 1 } },
  })
  const operation = await ctx.db.operation.findUnique({ where: { id } })
  if (count === 0) return operation?.state === 'CANCELLED' ? operation : null
  await ctx.db.operation.updateMany({ where: { id, startedAt: null }, data: { startedAt: ctx.now } })
  return operation
}

async function doAll(
  ctx: Context,
  work: Work,
  { id, kind, input, total, ...operation }: Operation,
  runner: string,
  tell: () => Promise<void>,
): Promise<void> {
  const task: Task = { id, input: inputOf(kind as OperationKind, input), done: operation.done, total }
  while (task.done < total) {
    const asOwner = await ownersContext(ctx, operation.ownerId)
    const write = await work.step(asOwner, { ...task })
    const lines = await transact(asOwner, async (ctx) => {
      const lines = await write(ctx)
      await note(ctx, task, runner, lines ?? [])
      return lines
    })
    await tell()
    if (lines === null) return
    task.done += lines.length
  }
  const made = await work.result?.(await ownersContext(ctx, operation.ownerId), task)
  const file = made && (await storeFile(ctx, 'OPERATION_RESULT', made, 'application/octet-stream', operation))
  await end(ctx, id, runner, {
    state: 'DONE',
    ...(file && { resultId: file.id }),
    ...((file || work.fetched) && {
      resultExpiresAt: new Date(Date.now() + (work.keepsResultMs ?? DAY_MS)),
    }),
  })
}

const DAY_MS = 24 * 3600_000

/** Context of the owner with their current role; a guest's when the account is deleted or disabled. */
async function ownersContext(ctx: Context, ownerId: string | null): Promise<Context> {
  const owner = ownerId === null ? null : await ctx.db.user.findUnique({ where: { id: ownerId } })
  return {
    ...ctx,
    now: new Date(),
    viewer: owner && !owner.disabled ? await viewerIn(ctx.house, owner) : null,
  }
}

/**
 * Records a step as the last statement of its transaction, so that locks are taken in the order of its rule.
 */
async function note(
  ctx: Context,
  { id, done }: Task,
  runner: string,
  lines: readonly OperationLine[],
): Promise<void> {
  const refused = lines.filter(({ refusal }) => refusal).length
  const { count } = await ctx.db.operation.updateMany({
    // A step that ends the operation itself has marked it DONE.
    where: { id, runner, state: { in: ['RUNNING', 'DONE'] } },
    data: { done: { increment: lines.length }, refused: { increment: refused }, starts: 0 },
  })
  if (count === 0) throw new Overtaken()
  await ctx.db.operationLine.createMany({
    data: lines.slice(0, Math.max(0, MOST_LINES - done)).map(({ subject, refusal, notes }) => ({
      operationId: id,
      subject: subject.slice(0, MAX_SUBJECT),
      code: refusal?.code ?? null,
      parameters: refusal?.parameters ?? {},
      notes: notes ?? [],
    })),
  })
}

async function end(
  ctx: Context,
  id: number,
  runner: string,
  data: Prisma.OperationUncheckedUpdateManyInput,
): Promise<void> {
  await transact({ ...ctx, now: new Date() }, async (ctx) => {
    const { count } = await ctx.db.operation.updateMany({
      where: { id, runner, state: 'RUNNING' },
      data: { ...data, endedAt: ctx.now },
    })
    if (count === 0) throw new Overtaken()
    if (typeof data.resultId === 'string')
      await ctx.db.fileReference.create({ data: { fileId: data.resultId, subject: `Operation:${id}` } })
    await emit(ctx, 'operation.changed', { operationId: id })
  })
}

/** Notifies of progress at once and then at most every PACE; the last update is always sent. */
function tellerOf(ctx: Context, operationId: number) {
  let told = 0
  let untold = false
  const emitNow = async () => {
    told = Date.now()
    untold = false
    await emit(ctx, 'operation.changed', { operationId })
  }
  const timer = setInterval(() => {
    if (untold) emitNow().catch((error) => ctx.house.log.warn({ err: error }, 'progress was not told'))
  }, PACE)
  return {
    async tell() {
      untold = true
      if (Date.now() - told >= PACE) await emitNow()
    },
    async end() {
      clearInterval(timer)
      if (untold) await emitNow()
    },
  }
}
