import { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { DRAFT_MS, isBlobHash, type StoredObject } from '../../core/blobs.ts'
import { keep } from '../../core/cache.ts'
import type { Db } from '../../core/db.ts'
import { emit } from '../../events.ts'

/** How long (ms) bytes stay that no row holds: requests store them first, and what was removed may be under way to a judge host. */
const GRACE_MS = 24 * 3600_000

/** Blobs removed in one transaction; requests that store one of them wait for its end. */
const BATCH = 50
/** A bucket may be slow, and bytes must not be removed after the transaction has lost its locks (ms). */
const BATCH_TIMEOUT_MS = 600_000

type Column = { table: string; column: string }

/** The columns that hold blobs, quoted for SQL: the foreign keys to Blob. */
export const blobHolders = (db: Db): Promise<Column[]> => db.$queryRaw<Column[]>`
  select c."conrelid"::regclass::text as "table", quote_ident(a."attname") as "column"
  from pg_constraint c join pg_attribute a on a."attrelid" = c."conrelid" and a."attnum" = c."conkey"[1]
  where c."contype" = 'f' and c."confrelid" = '"Blob"'::regclass
  order by 1, 2`

/** Holds of a row `b` of Blob that no row refers to. */
async function isUnheld(db: Db): Promise<Prisma.Sql> {
  const holders = await blobHolders(db)
  const none = holders.map(({ table, column }) =>
    Prisma.raw(`not exists (select from ${table} h where h.${column} = b."hash")`),
  )
  return Prisma.join(none, ' and ')
}

/** Marks the blobs that no row holds from now on, and no others. What is locked is marked by the next sweep. */
async function mark({ db, now }: Context, unheld: Prisma.Sql): Promise<void> {
  await db.$executeRaw`update "Blob" b set "unheldAt" = null where b."unheldAt" is not null and not (${unheld})`
  await db.$executeRaw`
    update "Blob" set "unheldAt" = ${now}::timestamptz where "hash" in (
      select b."hash" from "Blob" b where b."unheldAt" is null and ${unheld} for update skip locked)`
}

/**
 * Removes blobs that no row has held for a day. The row is locked before it is looked at again, and until the bytes are gone:
 * a request that stores the same meanwhile waits, finds neither, and writes both. A crash in between leaves a row without
 * bytes, which is the same to it, and to the next sweep.
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
    // A statement of its own sees who has come to hold one until the lock was there; nobody does any more.
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
 * Looks through the whole storage for what crashes have left: removes old drafts, and files that have no row. Blobs without
 * a row get one, so that `sweepBlobs` removes them a day later, under the lock that keeps them from being stored meanwhile.
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

/** What the storage holds (bytes), and what of it no row refers to. */
export type StorageFigures = { storedBytes: number; unheldBytes: number }

/** Adding up reads every row, so that all who look share one sum for so long. */
export const FIGURES_SECONDS = 3

/** The sizes of the storage by its rows; what was stored a moment ago and is not referred to yet counts as unheld. */
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
