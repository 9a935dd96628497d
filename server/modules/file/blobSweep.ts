import { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { DRAFT_MS, isBlobHash, type StoredObject } from '../../core/blobs.ts'
import { keep } from '../../core/cache.ts'
import type { Db } from '../../core/db.ts'
import { emit } from '../../events.ts'

/**
 * How long (ms) unreferenced bytes are kept: requests store them before the row, and judge hosts may still
 * download removed ones.
 */
const GRACE_MS = 24 * 3600_000

/** Blobs removed per transaction; requests that store one of them wait for its end. */
const BATCH = 50
/**
 * Timeout (ms) of a batch: a bucket may be slow, and bytes must not be removed after the transaction lost its
 * locks.
 */
const BATCH_TIMEOUT_MS = 600_000

type Column = { table: string; column: string }

/** Columns that refer to blobs, quoted for SQL: the foreign keys to Blob. */
export const blobHolders = (db: Db): Promise<Column[]> => db.$queryRaw<Column[]>`
  select c."conrelid"::regclass::text as "table", quote_ident(a."attname") as "column"
  from pg_constraint c join pg_attribute a on a."attrelid" = c."conrelid" and a."attnum" = c."conkey"[1]
  where c."contype" = 'f' and c."confrelid" = '"Blob"'::regclass
  order by 1, 2`

/** SQL condition: no row refers to row `b` of Blob. */
async function isUnheld(db: Db): Promise<Prisma.Sql> {
  const holders = await blobHolders(db)
  const none = holders.map(({ table, column }) =>
    Prisma.raw(`not exists (select from ${table} h where h.${column} = b."hash")`),
  )
  return Prisma.join(none, ' and ')
}

/** Marks blobs without references, and unmarks the others. Locked rows are left to the next sweep. */
async function mark({ db, now }: Context, unheld: Prisma.Sql): Promise<void> {
  await db.$executeRaw`update "Blob" b set "unheldAt" = null where b."unheldAt" is not null and not (${unheld})`
  await db.$executeRaw`
    update "Blob" set "unheldAt" = ${now}::timestamptz where "hash" in (
      select b."hash" from "Blob" b where b."unheldAt" is null and ${unheld} for update skip locked)`
}

/**
 * Removes blobs without references for a day. The row is locked, checked again, and kept locked until the
 * bytes are deleted: a concurrent request that stores the same content waits, finds neither, and writes both.
 * A crash in between leaves a row without bytes, which both the request and the next sweep treat the same
 * way.
 */
export async function sweepBlobs(ctx: Context): Promise<void> {
  const { prisma } = ctx.house.database
  const unheld = await isUnheld(prisma)
  await mark({ ...ctx, db: prisma }, unheld)
  const before = new Date(ctx.now.getTime() - GRACE_MS)
  const sweepSome = async (db: Db): Promise<number> => {
    const locked = await db.$queryRaw<{ hash: string }[]>`
      select b."hash" from "Blob" b where b."unheldAt" < ${before}::timestamptz and ${unheld}
      order by b."unheldAt" limit ${BATCH} for update skip locked`
    // A separate statement sees references that were committed before the lock; no new ones can follow.
    const removed = await db.$queryRaw<{ hash: string }[]>`
      delete from "Blob" b where b."hash" = any (${locked.map(({ hash }) => hash)}::text[]) and ${unheld} returning b."hash"`
    await ctx.house.blobs.removeAll(removed.map(({ hash }) => hash))
    return removed.length
  }
  let count = 0
  for (let some = BATCH; some === BATCH; count += some)
    some = await prisma.$transaction(sweepSome, { timeout: BATCH_TIMEOUT_MS, maxWait: 10_000 })
  if (count > 0) await emit({ db: prisma }, 'storage.changed', {})
}

/**
 * Scans the whole storage for leftovers of crashes: removes old drafts, and adds rows for files that have
 * none, so that `sweepBlobs` removes them a day later under its lock.
 */
export async function sweepStrays(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - DRAFT_MS)
  const removeOld = async (objects: readonly StoredObject[]) => {
    for (const object of objects) {
      const found = await object.look()
      if (found && found.writtenAt < before) await object.remove()
    }
  }
  for await (const { kind, objects } of ctx.house.blobs.folders()) {
    if (kind === 'drafts') await removeOld(objects)
    if (kind === 'files') await removeOld(await withoutFile(ctx, objects))
    if (kind === 'blobs') await noteStrays(ctx, objects)
  }
}

async function withoutFile({ db }: Context, objects: readonly StoredObject[]): Promise<StoredObject[]> {
  const places = objects.map(({ place }) => place)
  const rows = await db.$queryRaw<{ place: string }[]>`
    select p."place" from unnest(${places}::text[]) p("place")
    where not exists (select from "File" f where f."place" = p."place")`
  const strays = new Set(rows.map(({ place }) => place))
  return objects.filter(({ place }) => strays.has(place))
}

async function noteStrays({ db }: Context, objects: readonly StoredObject[]): Promise<void> {
  const hashes = objects.map(({ name }) => name).filter(isBlobHash)
  const rows = await db.$queryRaw<{ hash: string }[]>`
    select n."hash" from unnest(${hashes}::text[]) n("hash")
    where not exists (select from "Blob" b where b."hash" = n."hash")`
  const strays = new Set(rows.map(({ hash }) => hash))
  for (const { name, look } of objects.filter(({ name }) => strays.has(name))) {
    const found = await look()
    if (found) await db.blob.createMany({ data: [{ hash: name, size: found.size }], skipDuplicates: true })
  }
}

/** Bytes in storage, and those that no row refers to. */
export type StorageFigures = { storedBytes: number; unheldBytes: number }

/** Seconds for which the sum is cached: it reads every row. */
export const FIGURES_SECONDS = 3

/**
 * Sizes of the storage by its rows; bytes stored a moment ago and not yet referred to count as unreferenced.
 */
export const storageFigures = keep(
  FIGURES_SECONDS,
  async ({ database }: Context['house']): Promise<StorageFigures> => {
    const unheld = await isUnheld(database.prisma)
    const [row] = await database.prisma.$queryRaw<StorageFigures[]>`
    select
      ((select coalesce(sum("size"), 0) from "Blob")
        + (select coalesce(sum("size"), 0) from "File" where "blobHash" is null))::float8 as "storedBytes",
      ((select coalesce(sum(b."size"), 0) from "Blob" b where ${unheld})
        + (select coalesce(sum(f."size"), 0) from "File" f where f."blobHash" is null
            and not exists (select from "FileReference" r where r."fileId" = f."id")))::float8 as "unheldBytes"`
    if (!row) throw new Error('the database added up nothing')
    return row
  },
)
