import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { File, VideoPart } from '#prisma/generated/client.ts'
import { authorize, type Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { canManageLessons } from '../../policy/lesson.ts'
import { referTo, storeRow } from '../file/file.ts'
import { videoUrlOf } from './lesson.ts'
import { isWholeMp4 } from './mp4.ts'

const MIB = 2 ** 20

/** Size of a fragment (bytes); the last one of a video may be smaller (area-rules L8). */
export const FRAGMENT_BYTES = MIB
/** Largest video (bytes). */
export const MOST_VIDEO_BYTES = 1024 * MIB
/** Quota (bytes) of an uploader's parts, and videos that no lesson has. */
const MOST_WAITING = 4096 * MIB

const DAY_MS = 24 * 3600_000
/** Most rows removed per sweep. */
const SWEEP = 500

/** How far a video is uploaded: bytes that are stored, and its address once it is published. */
export type UploadState = { offset: number; path: string }

const checkedMd5 = (md5: string): string => {
  const text = md5.trim().toLowerCase()
  if (!/^[\da-f]{32}$/.test(text)) throw new Refusal('VIDEO_MD5')
  return text
}

const partName = ({ id }: Pick<VideoPart, 'id'>): string => `video-${id}`
const pathOfPart = (ctx: Context, part: Pick<VideoPart, 'id'>) => ctx.house.blobs.draftPath(partName(part))

/** One of an uploader's fragments is written at a time: two for one place write once, and the quota is exact. */
const lockUploader = (ctx: Context, ownerId: string) =>
  ctx.db.$executeRaw`select pg_advisory_xact_lock(hashtext(${ownerId}), hashtext('videos'))`

/** A published video; it counts as used for another day. */
async function findPublished(ctx: Context, md5: string): Promise<UploadState | null> {
  const { count } = await ctx.db.video.updateMany({ where: { id: md5 }, data: { unusedAt: null } })
  if (count === 0) return null
  const { file } = await ctx.db.video.findUniqueOrThrow({ where: { id: md5 }, include: { file: true } })
  return { offset: file.size, path: videoUrlOf(md5) }
}

/** Bytes of a part that are really on the disk of this machine. */
async function storedBytes(ctx: Context, part: VideoPart): Promise<number> {
  const file = await open(await pathOfPart(ctx, part), 'r').catch(() => null)
  if (!file) return 0
  const { size } = await file.stat()
  await file.close()
  // A shorter file has lost its end: the last whole fragment is where it continues.
  return size >= part.size ? part.size : Math.floor(size / FRAGMENT_BYTES) * FRAGMENT_BYTES
}

/**
 * How far a video is uploaded by the viewer, by its MD5 (area-rules L9). One whose bytes are all there is published by
 * this: clients take an offset that equals the size for a published one.
 */
export async function checkUpload(ctx: Context, given: string): Promise<UploadState> {
  authorize(ctx, canManageLessons(ctx))
  const md5 = checkedMd5(given)
  const published = await findPublished(ctx, md5)
  if (published) return published
  const ownerId = ctx.viewer.id
  const part = await ctx.db.videoPart.findUnique({ where: { ownerId_md5: { ownerId, md5 } } })
  if (!part) return { offset: 0, path: '' }
  const stored = await storedBytes(ctx, part)
  if (stored !== part.size)
    await ctx.db.videoPart.updateMany({ where: { id: part.id }, data: { size: stored } })
  if (stored === part.size && stored > 0 && (await isPartWhole(ctx, part))) return publishVideo(ctx, md5)
  return { offset: stored, path: '' }
}

async function isPartWhole(ctx: Context, part: VideoPart): Promise<boolean> {
  const file = await open(await pathOfPart(ctx, part), 'r')
  try {
    return await isWholeMp4(file)
  } finally {
    await file.close()
  }
}

type KnownPart = { id: string | null; size: number; isPublished: boolean; waiting: number }

/**
 * An uploader's part of a video (id null and size 0: none), whether the video is published, and the bytes of all parts
 * of the uploader and of their videos that no lesson has. One statement, because each fragment asks for it.
 */
async function findPart(ctx: Context, ownerId: string, md5: string): Promise<KnownPart> {
  const [row] = await ctx.db.$queryRaw<KnownPart[]>`
    select p."id", coalesce(p."size", 0) as "size",
      exists (select from "Video" where "id" = ${md5}) as "isPublished",
      ((select coalesce(sum("size"), 0) from "VideoPart" where "ownerId" = ${ownerId})
        + (select coalesce(sum(f."size"), 0) from "File" f join "Video" v on v."fileId" = f."id"
            where f."ownerId" = ${ownerId} and f."use" = 'VIDEO'
              and not exists (select from "Lesson" l where l."videoId" = v."id")))::float8 as "waiting"
    from (select 1) one left join "VideoPart" p on p."ownerId" = ${ownerId} and p."md5" = ${md5}`
  if (!row) throw new Error('the database answered nothing')
  return row
}

/**
 * Stores a fragment at its offset and returns the new one. Returns -1, and writes nothing, when the part is not stored
 * exactly up to the offset (area-rules L9).
 */
export async function takeFragment(
  ctx: Context,
  { md5: given, offset, bytes }: { md5: string; offset: number; bytes: Uint8Array },
): Promise<number> {
  authorize(ctx, canManageLessons(ctx))
  const md5 = checkedMd5(given)
  const ownerId = ctx.viewer.id
  if (!Number.isInteger(offset) || offset < 0 || offset % FRAGMENT_BYTES !== 0) return -1
  if (offset + bytes.byteLength > MOST_VIDEO_BYTES)
    throw new Refusal('FILE_TOO_LARGE', { megabytes: MOST_VIDEO_BYTES / MIB })
  return transact(ctx, async (ctx) => {
    await lockUploader(ctx, ownerId)
    const known = await findPart(ctx, ownerId, md5)
    if (known.size !== offset || (offset === 0 && known.isPublished)) return -1
    if (known.waiting + bytes.byteLength > MOST_WAITING)
      throw new Refusal('FILE_QUOTA', { megabytes: MOST_WAITING / MIB })
    const size = offset + bytes.byteLength
    const part = { id: known.id ?? randomUUID() }
    await ctx.db.$executeRaw`
      insert into "VideoPart" ("id", "ownerId", "md5", "size", "createdAt", "updatedAt")
      values (${part.id}, ${ownerId}, ${md5}, ${size}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz)
      on conflict ("ownerId", "md5") do update set "size" = excluded."size", "updatedAt" = excluded."updatedAt"`
    // When the transaction fails after this, the next fragment overwrites the bytes.
    await writeAt(await pathOfPart(ctx, part), offset, bytes)
    return size
  })
}

async function writeAt(path: string, offset: number, bytes: Uint8Array): Promise<void> {
  const file = await open(path, offset === 0 ? 'w' : 'r+', 0o600)
  try {
    await file.write(bytes, 0, bytes.byteLength, offset)
  } finally {
    await file.close()
  }
}

/** MD5 and SHA-256 of the first `size` bytes of a file, in hex. */
async function hashesOf(path: string, size: number): Promise<{ md5: string; sha256: string }> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  for await (const chunk of createReadStream(path, { end: size - 1, highWaterMark: MIB })) {
    md5.update(chunk)
    sha256.update(chunk)
  }
  return { md5: md5.digest('hex'), sha256: sha256.digest('hex') }
}

/**
 * Publishes an uploaded video: its MD5 is the announced one, and it is a complete mp4 (area-rules L8). A part that is
 * not is removed, so that the upload starts again. Publishing twice is the same as once.
 */
export async function publishVideo(ctx: Context, given: string): Promise<UploadState> {
  authorize(ctx, canManageLessons(ctx))
  const md5 = checkedMd5(given)
  const ownerId = ctx.viewer.id
  const part = await ctx.db.videoPart.findUnique({ where: { ownerId_md5: { ownerId, md5 } } })
  if (!part || part.size === 0) {
    const published = await findPublished(ctx, md5)
    if (!published) throw new Refusal('VIDEO_NONE')
    return published
  }
  const path = await pathOfPart(ctx, part)
  const file = await open(path, 'r+').catch(() => null)
  if (!file) return removePart(ctx, part, 'VIDEO_NONE')
  const hashes = await hashesOf(path, part.size)
  try {
    if (hashes.md5 !== md5) return await removePart(ctx, part, 'VIDEO_MD5')
    await file.truncate(part.size)
    if (!(await isWholeMp4(file))) return await removePart(ctx, part, 'VIDEO_TYPE')
    await file.sync()
  } finally {
    await file.close()
  }
  await transact(ctx, async (ctx) => {
    await lockUploader(ctx, ownerId)
    await ctx.db.$executeRaw`select pg_advisory_xact_lock(hashtext(${md5}), hashtext('video'))`
    const { count } = await ctx.db.videoPart.deleteMany({ where: { id: part.id, size: part.size } })
    // Published meanwhile, by this uploader or another one.
    if (count === 0 || (await ctx.db.video.count({ where: { id: md5 } })) > 0) return
    const place = await ctx.house.blobs.takeIn(path)
    const stored = { place, size: part.size, hash: hashes.sha256 }
    const owner = { ownerId, groupId: null }
    const { id: fileId } = await storeRow(ctx, 'VIDEO', { name: `${md5}.mp4`, stored }, 'video/mp4', owner)
    await ctx.db.video.create({ data: { id: md5, fileId, createdAt: ctx.now } })
    await referToFile(ctx, md5, fileId)
  })
  await rm(path, { force: true })
  const published = await findPublished(ctx, md5)
  if (!published) throw new Refusal('CONFLICT', { version: part.size })
  return published
}

/** Keeps the file while the video exists: the sweep of files removes it after its reference. */
const referToFile = (ctx: Context, md5: string, fileId: string) =>
  referTo(ctx, `Video:${md5}`, [`/api/public/file/${fileId}`])

async function removePart(
  ctx: Context,
  part: VideoPart,
  code: 'VIDEO_MD5' | 'VIDEO_TYPE' | 'VIDEO_NONE',
): Promise<never> {
  await ctx.db.videoPart.deleteMany({ where: { id: part.id } })
  await rm(await pathOfPart(ctx, part), { force: true })
  throw new Refusal(code)
}

/** File of a published video, by the last segment of its address; for everybody (area-rules L1). */
export async function findVideoFile(ctx: Context, name: string): Promise<File> {
  const id = /^([\da-f]{32})\.mp4$/.exec(name)?.[1]
  const video = id ? await ctx.db.video.findUnique({ where: { id }, include: { file: true } }) : null
  if (!video) throw new Refusal('NOT_FOUND')
  return video.file
}

/** Removes parts without a fragment for a day, and videos that no lesson had for a day (area-rules L10). */
export async function sweepVideos(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - DAY_MS)
  const parts = await ctx.db.$queryRaw<{ id: string }[]>`
    delete from "VideoPart" where "id" in (
      select "id" from "VideoPart" where "updatedAt" < ${before}::timestamptz limit ${SWEEP} for update skip locked)
    returning "id"`
  for (const part of parts) await rm(await pathOfPart(ctx, part), { force: true })
  await ctx.db.$executeRaw`
    update "Video" v set "unusedAt" = null
    where v."unusedAt" is not null and exists (select from "Lesson" l where l."videoId" = v."id")`
  await ctx.db.$executeRaw`
    update "Video" v set "unusedAt" = ${ctx.now}::timestamptz
    where v."unusedAt" is null and not exists (select from "Lesson" l where l."videoId" = v."id")`
  // Their files lose the reference, and go with the next sweep of files.
  const videos = await ctx.db.$executeRaw`
    delete from "Video" where "id" in (
      select v."id" from "Video" v
      where v."unusedAt" < ${before}::timestamptz
        and not exists (select from "Lesson" l where l."videoId" = v."id")
      limit ${SWEEP} for update skip locked)`
  if (parts.length + videos > 0) await emit(ctx, 'storage.changed', {})
}
