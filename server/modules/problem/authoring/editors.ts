import { randomUUID } from 'node:crypto'
import { type Context, readerOf, requireLogin } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { emit } from '../../../events.ts'
import { managedProblems } from '../../../policy/problem.ts'
import { GONE, watch } from '../../../watch.ts'
import { subjectOf } from '../../audit/audit.ts'

/** A form that is open says so this often (ms); what was silent for longer than `SILENCE` belongs to a server that fell. */
const BEAT = 30_000
const SILENCE = 3 * BEAT

/** State of a problem's form for one of its editors. */
export type ProblemEditing = {
  problemId: number
  version: number
  /** Who counted the version up last; null when nobody is known. */
  changedById: string | null
  changedAt: Date
  /** The other editors, each once, in the order in which they opened the form. */
  others: readonly { userId: string; since: Date }[]
}

const problemOf = (ctx: Context, id: number) =>
  ctx.db.problem.findFirst({
    where: { AND: [{ id }, managedProblems(readerOf(ctx))] },
    select: { id: true, version: true, updatedAt: true },
  })

async function editingOf(ctx: Context, id: number): Promise<ProblemEditing | typeof GONE> {
  const problem = await problemOf(ctx, id)
  if (!problem) return GONE
  const [editors, last] = await Promise.all([
    ctx.db.problemEditor.groupBy({
      by: ['userId'],
      where: { problemId: id, userId: { not: ctx.viewer?.id ?? '' } },
      _min: { openedAt: true },
      orderBy: { _min: { openedAt: 'asc' } },
    }),
    ctx.db.auditEntry.findFirst({
      where: { subject: subjectOf('Problem', id) },
      orderBy: { id: 'desc' },
      select: { actorId: true, createdAt: true },
    }),
  ])
  return {
    problemId: id,
    version: problem.version,
    changedById: last?.actorId ?? null,
    changedAt: last?.createdAt ?? problem.updatedAt,
    others: editors.map(({ userId, _min }) => ({ userId, since: _min.openedAt ?? ctx.now })),
  }
}

/** Registers the subscriber as an editor of the problem until the stream ends. */
export async function watchEditing(ctx: Context, problemId: number): Promise<AsyncIterable<ProblemEditing>> {
  requireLogin(ctx)
  if (!(await problemOf(ctx, problemId))) throw new Refusal('NOT_FOUND')
  const stream = watch<number, ProblemEditing>(ctx, {
    first: problemId,
    concern: ({ name, payload }) =>
      (name === 'problem.changed' || name === 'problem.opened') && payload.problemId === problemId
        ? { key: problemId, wait: 0 }
        : null,
    read: editingOf,
  })
  const { id: userId } = ctx.viewer
  return {
    [Symbol.asyncIterator]() {
      const leave = enter(ctx, { problemId, userId })
      const rows = stream[Symbol.asyncIterator]()
      return {
        async next() {
          const row = await rows.next()
          if (row.done) await leave()
          return row
        },
        async return() {
          await leave()
          return (await rows.return?.()) ?? { done: true, value: undefined }
        },
      }
    },
  }
}

/** Notes a form as open until the answer is called. */
function enter(ctx: Context, whose: { problemId: number; userId: string }): () => Promise<void> {
  const { log } = ctx.house
  const id = randomUUID()
  const said = () => emit(ctx, 'problem.opened', { problemId: whose.problemId })
  const openedAt = new Date()
  /** Acts follow each other, so that a row that is late does not outlive the form. */
  let last: Promise<unknown> = Promise.resolve()
  const then = (act: () => Promise<unknown>) => {
    last = last
      .then(act)
      .catch((error: unknown) => log.warn({ err: error }, 'who edits a problem is not noted'))
    return last
  }
  then(async () => {
    await ctx.db.problemEditor.create({ data: { id, ...whose, openedAt, seenAt: openedAt } })
    await said()
  })
  const beat = setInterval(() => {
    const seenAt = new Date()
    void then(() =>
      ctx.db.problemEditor.upsert({
        where: { id },
        create: { id, ...whose, openedAt, seenAt },
        update: { seenAt },
      }),
    )
  }, BEAT)
  beat.unref()
  let left: Promise<void> | null = null
  return () => {
    clearInterval(beat)
    left ??= then(async () => {
      const { count } = await ctx.db.problemEditor.deleteMany({ where: { id } })
      if (count > 0) await said()
    }).then(() => {})
    return left
  }
}

/** Forgets the forms whose server fell before it could say that they were closed. */
export async function sweepEditors(ctx: Context): Promise<void> {
  const seenAt = { lt: new Date(ctx.now.getTime() - SILENCE) }
  const silent = await ctx.db.problemEditor.findMany({ where: { seenAt }, select: { problemId: true } })
  await ctx.db.problemEditor.deleteMany({ where: { seenAt } })
  for (const problemId of new Set(silent.map((row) => row.problemId)))
    await emit(ctx, 'problem.opened', { problemId })
}
