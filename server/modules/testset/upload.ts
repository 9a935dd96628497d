import { randomUUID } from 'node:crypto'
import type { Prisma, TestUpload, TestUploadFile } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../context.ts'
import type { Upload } from '../../core/blobs.ts'
import { Refusal } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { managesIn, PROBLEMS } from '../../policy/officials.ts'
import { visibleTestUploads } from '../../policy/problem.ts'
import { type Quota, withRoom } from '../file/quota.ts'
import { cleaned, type TestNote } from './cleaning.ts'
import { isLitter, PACKAGE_BOUNDS, safePath } from './files.ts'
import { type Pairing, pairTests } from './pairing.ts'
import { eachFileOfZip, weighZip } from './unpack.ts'

const MIB = 2 ** 20

/** Largest upload (bytes, packed). */
export const MOST_UPLOAD_BYTES = 512 * MIB

/** Quota of waiting uploads of a user or group (bytes, unpacked). */
const MOST_WAITING = 4096 * MIB

const KEPT_MS = 24 * 3600_000

/** Most files removed per sweep. */
const SWEEP = 500

export type BringOptions = {
  /** Upload of the viewer to add the files to; same names are replaced. */
  into?: string | null
  /** Path of a single file in its original folder, with its name. */
  path?: string | null
  /** Skip files in folders of an archive, as clients of the reference system expect. */
  flat?: boolean
  /** Whether the zip is a whole problem folder, which may have no tests. */
  isProblem?: boolean
  /** Group by whose rights it is uploaded, with its own quota; null: those of the site. */
  groupId?: number | null
}

/** Owner of an upload: the uploader, and the group by whose rights. */
type UploadOwner = Pick<TestUpload, 'ownerId' | 'groupId'>

type Row = Pick<TestUploadFile, 'name' | 'hash' | 'size' | 'notes'>

/**
 * Stores test files of the viewer, from a zip or a single file, as a stream, and returns their upload.
 * `saveTestset` uses it in a problem; otherwise it is deleted after a day.
 */
export async function bringTests(
  ctx: Context,
  incoming: Upload,
  { into = null, path = null, flat = false, isProblem = false, groupId = null }: BringOptions = {},
): Promise<TestUpload> {
  authorize(ctx, managesIn(readerOf(ctx), PROBLEMS, groupId))
  const by = { ownerId: ctx.viewer.id, groupId }
  if (into !== null && (await findTestUpload(ctx, into)).groupId !== groupId) throw new Refusal('NOT_FOUND')
  const isZip = flat || /\.zip$/i.test(incoming.name)
  const keep = async (rows: Row[]) => {
    if (isZip && !isProblem && pairTests(rows).pairs.length === 0) throw new Refusal('NO_TEST_FILES')
    return keepRows(ctx, by, into, rows)
  }
  const quota = quotaOf(by)
  return withRoom(ctx, quota, incoming.atMost, async () => {
    if (!isZip) return keep([await looseFile(ctx, incoming, path)])
    const draft = await ctx.house.blobs.spool(incoming.content)
    try {
      const bytes = await weighZip(draft.path, incoming.name)
      return await withRoom(ctx, quota, bytes, async () =>
        keep(await filesOfZip(ctx, draft.path, incoming.name, flat)),
      )
    } finally {
      await draft.remove()
    }
  })
}

/** Adds files to an upload, replacing those with the same name, or to a new one. */
function keepRows(ctx: Context, by: UploadOwner, into: string | null, rows: Row[]): Promise<TestUpload> {
  return transact(ctx, async (ctx) => {
    const upload =
      into === null
        ? await ctx.db.testUpload.create({ data: { id: randomUUID(), ...by, createdAt: ctx.now } })
        : await lockUpload(ctx, into)
    const uploadId = upload.id
    await ctx.db.testUploadFile.deleteMany({
      where: { uploadId, name: { in: rows.map(({ name }) => name) } },
    })
    await ctx.db.testUploadFile.createMany({ data: rows.map((row) => ({ ...row, uploadId })) })
    const count = await ctx.db.testUploadFile.count({ where: { uploadId } })
    const { entries } = PACKAGE_BOUNDS
    if (count > entries) throw new Refusal('PACKAGE_TOO_LARGE', { bound: 'entries', max: entries })
    await emit(ctx, 'storage.changed', {})
    return upload
  })
}

/** Serializes uploads of single files, which come concurrently. */
async function lockUpload(ctx: Context, id: string): Promise<TestUpload> {
  const [row] = await ctx.db.$queryRaw<
    TestUpload[]
  >`select * from "TestUpload" where "id" = ${id} for no key update`
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

const quotaOf = ({ ownerId, groupId }: UploadOwner): Quota => ({
  ownerId,
  groupId,
  use: 'TESTS',
  most: MOST_WAITING,
  used: async (ctx) => {
    const where = { upload: groupId === null ? { ownerId, groupId } : { groupId } }
    const { _sum } = await ctx.db.testUploadFile.aggregate({ where, _sum: { size: true } })
    return Number(_sum.size ?? 0)
  },
})

async function filesOfZip(ctx: Context, source: string, name: string, flat: boolean): Promise<Row[]> {
  const rows: Row[] = []
  await eachFileOfZip(source, name, async (path, bytes) => {
    if (flat && path.includes('/')) return
    rows.push(await keepTest(ctx, path, bytes))
  })
  return withoutSharedFolder(rows)
}

/** Drops a folder that all files share, because zips often contain the folder itself. */
function withoutSharedFolder(rows: Row[]): Row[] {
  const folder = rows[0]?.name.slice(0, rows[0].name.indexOf('/') + 1)
  if (!folder || !rows.every(({ name }) => name.startsWith(folder))) return rows
  return withoutSharedFolder(rows.map((row) => ({ ...row, name: row.name.slice(folder.length) })))
}

async function looseFile(ctx: Context, { name, content }: Upload, given: string | null): Promise<Row> {
  const path = safePath(given ?? name.split(/[/\\]/).at(-1) ?? '', PACKAGE_BOUNDS)
  if (isLitter(path)) throw new Refusal('NO_TEST_FILES')
  return keepTest(ctx, path, content)
}

async function keepTest(ctx: Context, name: string, content: AsyncIterable<Uint8Array>): Promise<Row> {
  const notes = new Set<TestNote>()
  const { hash, size } = await ctx.house.blobs.putContent(cleaned(content, notes))
  return { name, hash, size, notes: [...notes] }
}

/** An upload of the viewer. */
export async function findTestUpload(ctx: Context, id: string): Promise<TestUpload> {
  requireLogin(ctx)
  const upload = await ctx.db.testUpload.findFirst({
    where: { AND: [{ id }, visibleTestUploads(readerOf(ctx))] },
  })
  if (!upload) throw new Refusal('NOT_FOUND')
  return upload
}

/**
 * An upload of the viewer for a problem; one by the rights of a group is for problems of that group only
 * (area-rules G8).
 */
export async function findUploadFor(
  ctx: Context,
  id: string,
  problem: { groupId: number | null },
): Promise<TestUpload> {
  const upload = await findTestUpload(ctx, id)
  if (upload.groupId !== null && upload.groupId !== problem.groupId) throw new Refusal('NOT_FOUND')
  return upload
}

/** Pairs of files of an upload. */
export async function pairsOfUpload(ctx: Context, uploadId: string): Promise<Pairing<TestUploadFile>> {
  const where: Prisma.TestUploadFileWhereInput = { uploadId }
  return pairTests(await ctx.db.testUploadFile.findMany({ where, orderBy: { name: 'asc' } }))
}

/** Deletes uploads that were not used within a day. Blobs are removed by the sweep of unreferenced ones. */
export async function sweepTestUploads(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - KEPT_MS)
  const count = await ctx.db.$executeRaw`
    delete from "TestUpload" where "id" in (
      select "id" from "TestUpload" where "createdAt" < ${before}::timestamptz limit ${SWEEP})`
  if (count > 0) await emit(ctx, 'storage.changed', {})
}
