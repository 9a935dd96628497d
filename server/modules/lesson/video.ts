import type { File, VideoPart } from '#prisma/generated/client.ts'
import { authorize, type Context } from '../../context.ts'
import { advisoryLock } from '../../core/db.ts'
import { Refusal } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { canManageLessons } from '../../policy/lesson.ts'
import { referTo, storeRow } from '../file/file.ts'
import { videoUrlOf } from './lesson.ts'
import { type PartFault, partStoreOf, type WholePart } from './partStore.ts'
import { claim, FRAGMENT_BYTES, inTurn, lengthOf, moveBack } from './videoPart.ts'

const MIB = 2 ** 20

/** Largest video (bytes). */
export const MOST_VIDEO_BYTES = 1024 * MIB

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

/** A published video; it counts as used for another day. */
async function findPublished(ctx: Context, md5: string): Promise<UploadState | null> {
  const { count } = await ctx.db.video.updateMany({ where: { id: md5 }, data: { unusedAt: null } })
  if (count === 0) return null
  const { file } = await ctx.db.video.findUniqueOrThrow({ where: { id: md5 }, include: { file: true } })
  return { offset: file.size, path: videoUrlOf(md5) }
}

/**
 * How far a video is uploaded by the viewer, by its MD5 (area-rules L9). Clients take an offset that equals the size for
 * a published video, so bytes with this MD5 are published by this; a part with missing bytes stays.
 */
export async function checkUpload(ctx: Context, given: string): Promise<UploadState> {
  authorize(ctx, canManageLessons(ctx))
  const md5 = checkedMd5(given)
  const ownerId = ctx.viewer.id
  return inTurn(ownerId, async () => {
    const published = await findPublished(ctx, md5)
    if (published) return published
    const part = await ctx.db.videoPart.findUnique({ where: { ownerId_md5: { ownerId, md5 } } })
    return part ? checkPart(ctx, part) : { offset: 0, path: '' }
  })
}

/**
 * Corrects the size of a part to its stored bytes, and publishes it when their MD5 is the announced one. A part that can
 * neither be published nor go on is removed: it starts again.
 */
async function checkPart(ctx: Context, part: VideoPart): Promise<UploadState> {
  const store = partStoreOf(ctx)
  const stored = await store.measure(part)
  if (stored !== part.size) await moveBack(ctx, part, stored)
  if (stored !== part.size || stored === 0) return { offset: stored, path: '' }
  if (!(await store.hasMd5(part))) {
    if (canGoOn(part)) return { offset: stored, path: '' }
    await removePart(ctx, part)
    return { offset: 0, path: '' }
  }
  return publishPart(ctx, part.ownerId, part.md5).catch((error) => {
    if (error instanceof Refusal && error.code === 'VIDEO_TYPE') return { offset: 0, path: '' }
    throw error
  })
}

/** Whether more fragments may follow: only the last one is smaller than the others. */
const canGoOn = ({ size }: VideoPart): boolean => size % FRAGMENT_BYTES === 0 && size < MOST_VIDEO_BYTES

/**
 * Stores a fragment at its offset and returns the new one. Returns -1, and writes nothing, when the part is not stored
 * exactly up to the offset (area-rules L9).
 */
export async function takeFragment(
  ctx: Context,
  { md5: given, offset, pieces }: { md5: string; offset: number; pieces: readonly Uint8Array[] },
): Promise<number> {
  authorize(ctx, canManageLessons(ctx))
  const md5 = checkedMd5(given)
  const ownerId = ctx.viewer.id
  const bytes = lengthOf(pieces)
  if (!Number.isInteger(offset) || offset < 0 || offset % FRAGMENT_BYTES !== 0) return -1
  if (offset + bytes > MOST_VIDEO_BYTES)
    throw new Refusal('FILE_TOO_LARGE', { megabytes: MOST_VIDEO_BYTES / MIB })
  return inTurn(ownerId, async () => {
    const id = await claim(ctx, { ownerId, md5, offset, bytes })
    if (id === null) return -1
    const writing = partStoreOf(ctx).write({ id, offset, pieces })
    const isWritten = await writing.catch(async (error) => {
      await moveBack(ctx, { id, size: offset + bytes }, offset)
      throw error
    })
    if (isWritten) return offset + bytes
    await moveBack(ctx, { id, size: offset + bytes }, 0)
    return -1
  })
}

/** Groups the chunks of a stream into fragments; the last one may be smaller. */
async function* fragmentsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let pieces: Uint8Array[] = []
  let missing = FRAGMENT_BYTES
  for await (const chunk of content) {
    let rest = chunk
    while (rest.byteLength >= missing) {
      pieces.push(rest.subarray(0, missing))
      yield pieces
      rest = rest.subarray(missing)
      pieces = []
      missing = FRAGMENT_BYTES
    }
    if (rest.byteLength > 0) pieces.push(rest)
    missing -= rest.byteLength
  }
  if (pieces.length > 0) yield pieces
}

/**
 * Stores the fragments of a stream while they arrive, and returns the new offset, or -1 as `takeFragment` does. A stream
 * that breaks off leaves its complete fragments.
 */
export async function takeFragments(
  ctx: Context,
  { md5, offset, content }: { md5: string; offset: number; content: AsyncIterable<Uint8Array> },
): Promise<number> {
  let storing = Promise.resolve(offset)
  for await (const pieces of fragmentsOf(content)) {
    const stored = await storing
    if (stored === -1) break
    // The next fragment arrives meanwhile.
    storing = takeFragment(ctx, { md5, offset: stored, pieces })
    storing.catch(() => undefined)
  }
  return storing
}

/**
 * Publishes an uploaded video: its MD5 is the announced one, and it is a complete mp4 (area-rules L8). A part that is
 * not is removed, so that the upload starts again. Publishing twice is the same as once.
 */
export async function publishVideo(ctx: Context, given: string): Promise<UploadState> {
  authorize(ctx, canManageLessons(ctx))
  const md5 = checkedMd5(given)
  const ownerId = ctx.viewer.id
  return inTurn(ownerId, () => publishPart(ctx, ownerId, md5))
}

async function publishPart(ctx: Context, ownerId: string, md5: string): Promise<UploadState> {
  const part = await ctx.db.videoPart.findUnique({ where: { ownerId_md5: { ownerId, md5 } } })
  if (!part || part.size === 0) {
    const published = await findPublished(ctx, md5)
    if (!published) throw new Refusal('VIDEO_NONE')
    return published
  }
  const store = partStoreOf(ctx)
  const whole = await store.complete(part)
  if (typeof whole === 'string') return refusePart(ctx, part, whole)
  try {
    const isMoved = await publishWhole(ctx, part, whole)
    // The sweep removes what stays.
    if (isMoved) await store.remove(part).catch(() => undefined)
  } finally {
    await whole.discard()
  }
  const published = await findPublished(ctx, md5)
  if (!published) throw new Refusal('CONFLICT', { version: part.size })
  return published
}

/**
 * Replaces a part by its video, unless that was published meanwhile, by this uploader or another one. Returns whether
 * the part is gone by this.
 */
const publishWhole = (
  ctx: Context,
  { id, ownerId, md5, size }: VideoPart,
  whole: WholePart,
): Promise<boolean> =>
  transact(ctx, async (ctx) => {
    await advisoryLock(ctx.db, 'video', md5)
    const { count } = await ctx.db.videoPart.deleteMany({ where: { id, size } })
    if (count === 0) return false
    if ((await ctx.db.video.count({ where: { id: md5 } })) > 0) return true
    const stored = { place: await whole.take(), size, hash: whole.hash }
    const owner = { ownerId, groupId: null }
    const { id: fileId } = await storeRow(ctx, 'VIDEO', { name: `${md5}.mp4`, stored }, 'video/mp4', owner)
    await ctx.db.video.create({ data: { id: md5, fileId, createdAt: ctx.now } })
    await referToFile(ctx, md5, fileId)
    return true
  })

/** Keeps the file while the video exists: the sweep of files removes it after its reference. */
const referToFile = (ctx: Context, md5: string, fileId: string) =>
  referTo(ctx, `Video:${md5}`, [`/api/public/file/${fileId}`])

/**
 * Refuses a part that is no video: it is removed, or moved back to the bytes that are stored when some are lost. Another
 * server may have published it while this one read it.
 */
async function refusePart(ctx: Context, part: VideoPart, fault: PartFault): Promise<UploadState> {
  if (fault === 'VIDEO_NONE') {
    const published = await findPublished(ctx, part.md5)
    if (published) return published
    await moveBack(ctx, part, await partStoreOf(ctx).measure(part))
  } else {
    await removePart(ctx, part)
  }
  throw new Refusal(fault)
}

async function removePart(ctx: Context, { id }: VideoPart): Promise<void> {
  await ctx.db.videoPart.deleteMany({ where: { id } })
  await partStoreOf(ctx).remove({ id })
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
  const store = partStoreOf(ctx)
  for (const part of parts) await store.remove(part)
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
  await store.sweep(ctx)
}
