import { randomUUID } from 'node:crypto'
import { outputsByCase } from '#judge/outputs.ts'
import type { CaseSpec, TestsetManifest } from '#judge/protocol.ts'
import type { OutputFile, OutputSet, Prisma, Submission } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, requireLogin, type SignedInContext } from '../../../context.ts'
import type { Upload } from '../../../core/blobs.ts'
import { Refusal } from '../../../core/errors.ts'
import { emit, transact } from '../../../events.ts'
import { may } from '../../../policy/viewer.ts'
import { type Quota, withRoom } from '../../file/quota.ts'
import { cleaned } from '../../testset/cleaning.ts'
import { isLitter, PACKAGE_BOUNDS, type PackageBounds, safePath } from '../../testset/files.ts'
import { eachFileOfZip, weighZip } from '../../testset/unpack.ts'

const MIB = 2 ** 20

/** Largest upload of output files, and largest set of them (bytes, packed and unpacked). */
export const MOST_OUTPUT_BYTES = 64 * MIB

/** Limits of the files of a submission. */
export const OUTPUT_BOUNDS: PackageBounds = {
  ...PACKAGE_BOUNDS,
  entries: 1000,
  fileBytes: MOST_OUTPUT_BYTES,
  totalBytes: MOST_OUTPUT_BYTES,
}

/** Quota (bytes) of all output files of a user, equal ones counted once. */
const MOST_KEPT = 1024 * MIB

const KEPT_MS = 24 * 3600_000

/** Most sets removed per sweep. */
const SWEEP = 500

/** A set of output files. */
export type Outputs = OutputSet & { files: OutputFile[] }

type Row = Pick<OutputFile, 'name' | 'hash' | 'size'>

const WITH_FILES = { files: { orderBy: { name: 'asc' } } } satisfies Prisma.OutputSetInclude

/**
 * Stores output files of the viewer, from a zip or a single file, in a new set or (`into`) beside those of another one, where
 * they replace files of the same name. A set that nobody submits is deleted a day after its last upload.
 */
export async function bringOutputs(
  ctx: Context,
  incoming: Upload,
  into: string | null = null,
): Promise<Outputs> {
  requireLogin(ctx)
  authorize(ctx, may(readerOf(ctx), 'submission.create'))
  if (into !== null) await findOutputs(ctx, into)
  const quota = quotaOf(ctx)
  return withRoom(ctx, quota, incoming.atMost, async () => {
    if (!/\.zip$/i.test(incoming.name)) return keepRows(ctx, into, [await looseFile(ctx, incoming)])
    const draft = await ctx.house.blobs.spool(incoming.content)
    try {
      const bytes = await weighZip(draft.path, incoming.name, OUTPUT_BOUNDS)
      return await withRoom(ctx, quota, bytes, async () =>
        keepRows(ctx, into, await filesOfZip(ctx, draft.path, incoming.name)),
      )
    } finally {
      await draft.remove()
    }
  })
}

/** Stores output files that are in memory, as a new set of the viewer; of two of one name the later. */
export async function keepOutputs(
  ctx: Context,
  files: readonly { name: string; content: Uint8Array }[],
): Promise<Outputs> {
  requireLogin(ctx)
  authorize(ctx, may(readerOf(ctx), 'submission.create'))
  const bytes = files.reduce((sum, { content }) => sum + content.byteLength, 0)
  return withRoom(ctx, quotaOf(ctx), bytes, async () => {
    const rows = new Map<string, Row>()
    for (const { name, content } of files) {
      const row = await keepFile(ctx, safePath(name, OUTPUT_BOUNDS), [content])
      rows.set(row.name, row)
    }
    return keepRows(ctx, null, [...rows.values()])
  })
}

function keepRows(ctx: Context, into: string | null, rows: Row[]): Promise<Outputs> {
  if (rows.length === 0) throw new Refusal('OUTPUTS_EMPTY')
  return transact(ctx, async (ctx) => {
    requireLogin(ctx)
    const setId = into === null ? await newSet(ctx) : await openSet(ctx, into)
    await ctx.db.outputFile.deleteMany({ where: { setId, name: { in: rows.map(({ name }) => name) } } })
    await ctx.db.outputFile.createMany({ data: rows.map((row) => ({ ...row, setId })) })
    const set = await ctx.db.outputSet.findUniqueOrThrow({ where: { id: setId }, include: WITH_FILES })
    const { entries, totalBytes } = OUTPUT_BOUNDS
    if (set.files.length > entries) throw new Refusal('PACKAGE_TOO_LARGE', { bound: 'entries', max: entries })
    await emit(ctx, 'storage.changed', {})
    if (sizeOf(set) > totalBytes)
      throw new Refusal('PACKAGE_TOO_LARGE', { bound: 'totalBytes', max: totalBytes })
    return set
  })
}

async function newSet(ctx: SignedInContext): Promise<string> {
  const { id } = await ctx.db.outputSet.create({
    data: { id: randomUUID(), userId: ctx.viewer.id, createdAt: ctx.now },
  })
  return id
}

/**
 * Locks a set of the viewer for uploads, which come concurrently, and lets its day begin again. What was submitted does not
 * change any more: then it is a new set with the same files.
 */
async function openSet(ctx: SignedInContext, id: string): Promise<string> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    update "OutputSet" set "createdAt" = ${ctx.now}::timestamptz where "id" = ${id} and "userId" = ${ctx.viewer.id}
    returning "id"`
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
  if ((await ctx.db.submission.count({ where: { outputSetId: id } })) === 0) return id
  const files = await ctx.db.outputFile.findMany({ where: { setId: id } })
  const setId = await newSet(ctx)
  await ctx.db.outputFile.createMany({ data: files.map((file) => ({ ...file, setId })) })
  return setId
}

const quotaOf = ({ viewer }: SignedInContext): Quota => ({
  ownerId: viewer.id,
  use: 'OUTPUTS',
  most: MOST_KEPT,
  full: 'OUTPUTS_QUOTA',
  used: async (ctx) => {
    const [row] = await ctx.db.$queryRaw<{ bytes: bigint }[]>`
      select coalesce(sum("size"), 0)::bigint as "bytes" from (
        select distinct f."hash", f."size" from "OutputFile" f join "OutputSet" s on s."id" = f."setId"
        where s."userId" = ${viewer.id}) as kept`
    return Number(row?.bytes ?? 0)
  },
})

async function filesOfZip(ctx: Context, source: string, name: string): Promise<Row[]> {
  const rows: Row[] = []
  const take = async (path: string, bytes: AsyncIterable<Uint8Array>) => {
    rows.push(await keepFile(ctx, path, bytes))
  }
  await eachFileOfZip(source, name, take, OUTPUT_BOUNDS)
  return rows
}

async function looseFile(ctx: Context, { name, content }: Upload): Promise<Row> {
  const path = pathOf(name)
  if (isLitter(path)) throw new Refusal('OUTPUTS_EMPTY')
  return keepFile(ctx, path, content)
}

/** The name of a single file; of browsers that send a path, its last part. */
const pathOf = (name: string): string => safePath(name.split(/[/\\]/).at(-1) ?? '', OUTPUT_BOUNDS)

async function keepFile(
  ctx: Context,
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Row> {
  const { hash, size } = await ctx.house.blobs.putContent(cleaned(asStream(content), new Set()))
  return { name, hash, size }
}

async function* asStream(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* content
}

/** A set of the viewer. */
export async function findOutputs(ctx: Context, id: string): Promise<Outputs> {
  requireLogin(ctx)
  const set = await ctx.db.outputSet.findFirst({ where: { id, userId: ctx.viewer.id }, include: WITH_FILES })
  if (!set) throw new Refusal('NOT_FOUND')
  return set
}

/** A set of the viewer, whose files stay as they are until the transaction ends. */
export async function lockOutputs(ctx: Context, id: string): Promise<Outputs> {
  await ctx.db.$queryRaw`select "id" from "OutputSet" where "id" = ${id} for share`
  return findOutputs(ctx, id)
}

/** Bytes of all files. */
export const sizeOf = ({ files }: Pick<Outputs, 'files'>): number =>
  files.reduce((sum, { size }) => sum + size, 0)

/** What stands in the place of the source of a submission: its files, a line each, with bytes and hash. */
export function listingOf({ files }: Pick<Outputs, 'files'>): string {
  const widest = Math.max(...files.map(({ name }) => name.length))
  const longest = Math.max(...files.map(({ size }) => String(size).length))
  return files
    .map(
      ({ name, hash, size }) =>
        `${name.padEnd(widest)}  ${String(size).padStart(longest)} B  sha256 ${hash}\n`,
    )
    .join('')
}

/** Refuses a set without a file for any case. */
export function requireMatch({ files }: Pick<Outputs, 'files'>, { cases }: TestsetManifest): void {
  if (outputsByCase(cases, files).size === 0) throw new Refusal('OUTPUTS_UNMATCHED', { field: 'outputs' })
}

/** Each file of a set with the index of the case that it is for; null: none. */
export function placesOf({ files }: Pick<Outputs, 'files'>, cases: readonly CaseSpec[]) {
  const byFile = new Map([...outputsByCase(cases, files)].map(([index, { name }]) => [name, index]))
  return files.map(({ name, size }) => ({ name, size, caseIndex: byFile.get(name) ?? null }))
}

/** Deletes sets that were neither submitted nor added to within a day. Blobs are removed by the sweep of unreferenced ones. */
export async function sweepOutputs(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - KEPT_MS)
  const count = await ctx.db.$executeRaw`
    delete from "OutputSet" where "id" in (
      select s."id" from "OutputSet" s where s."createdAt" < ${before}::timestamptz
        and not exists (select from "Submission" where "outputSetId" = s."id")
      limit ${SWEEP} for update skip locked)`
  if (count > 0) await emit(ctx, 'storage.changed', {})
}

/** Files of a submission; refuses with NOT_FOUND for a program. Its caller has asked whether the viewer may read them. */
export async function submittedOutputs(
  ctx: Context,
  { outputSetId }: Pick<Submission, 'outputSetId'>,
): Promise<Row[]> {
  if (outputSetId === null) throw new Refusal('NOT_FOUND')
  return ctx.db.outputFile.findMany({ where: { setId: outputSetId }, orderBy: { name: 'asc' } })
}
