import { extname } from 'node:path'
import { type File, Prisma } from '#prisma/generated/client.ts'
import type { FileUse } from '#prisma/generated/enums.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../context.ts'
import { contentOf, type Incoming, type Stored, type Upload } from '../../core/blobs.ts'
import { Refusal } from '../../core/errors.ts'
import { isShowable, pictureTypeOf } from '../../core/pictures.ts'
import { emit, transact } from '../../events.ts'
import { canBringFile, removableFiles } from '../../policy/file.ts'
import { withRoom } from './quota.ts'

const MIB = 2 ** 20

/** Uses of files that come in one upload; the site creates results, and videos come in fragments. */
export type BroughtUse = Exclude<FileUse, 'OPERATION_RESULT' | 'VIDEO'>

/** Limits of a file by use: most bytes, whether it must be a picture, and quota of unreferenced bytes. */
export const FILE_BOUNDS = {
  AVATAR: { maxBytes: 2 * MIB, picture: true, maxUnused: 20 * MIB },
  SLIDE: { maxBytes: 2 * MIB, picture: true, maxUnused: 100 * MIB },
  MARKDOWN_PICTURE: { maxBytes: 4 * MIB, picture: true, maxUnused: 400 * MIB },
  MARKDOWN_FILE: { maxBytes: 128 * MIB, picture: false, maxUnused: 1024 * MIB },
  PACKAGE: { maxBytes: 512 * MIB, picture: false, maxUnused: 4096 * MIB },
} as const satisfies Record<BroughtUse, { maxBytes: number; picture: boolean; maxUnused: number }>

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/bmp': '.bmp',
  'image/svg+xml': '.svg',
}

/** Extension allowed in an address; it says nothing about the content. */
const EXTENSION = /^\.[a-z\d]{1,8}$/

/** Public address of the content; it never changes for this content. */
export function fileUrl({ id, name, mediaType }: Pick<File, 'id' | 'name' | 'mediaType'>): string {
  const extension = EXTENSIONS[mediaType]
  if (extension) return `/api/public/img/${id}${extension}`
  const own = extname(name).toLowerCase()
  return `/api/public/file/${id}${EXTENSION.test(own) ? own : ''}`
}

const MAX_NAME = 200

/** Stored file name: without folders and characters that file names cannot have. */
const nameOf = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{Cc}|\p{Cf}/gu, '').slice(-MAX_NAME) || 'file'

/**
 * Stores a file that the viewer uploads. The type of a picture is detected from its content, and its size
 * must be one that browsers can show. `sweepFiles` removes files that nothing refers to within a day.
 * `groupId`: the group by whose rights it is uploaded, with its own quota; null: those of the site.
 */
export async function keepFile(
  ctx: Context,
  use: BroughtUse,
  incoming: Upload,
  groupId: number | null = null,
): Promise<File> {
  authorize(ctx, canBringFile(readerOf(ctx), use, groupId))
  const by = { ownerId: ctx.viewer.id, groupId }
  return withRoom(ctx, quotaOf(by, use), incoming.atMost, async () => {
    if (!FILE_BOUNDS[use].picture) return storeFile(ctx, use, incoming, ANY_TYPE, by)
    const content = await whole(incoming.content)
    const mediaType = pictureTypeOf(content)
    if (!mediaType) throw new Refusal('PICTURE_TYPE', { field: 'image' })
    if (!isShowable(content)) throw new Refusal('PICTURE_SIZE', { field: 'image' })
    return storeFile(ctx, use, { ...incoming, content: contentOf(content) }, mediaType, by)
  })
}

const ANY_TYPE = 'application/octet-stream'

/**
 * Like `keepFile` for a file whose group is known only when all of it has arrived: its bytes are stored first, in the
 * uploader's own quota, and removed when it is refused.
 */
export async function keepFileFirst(
  ctx: Context,
  use: 'MARKDOWN_FILE',
  { name, content, atMost }: Upload,
  groupIdOf: () => Promise<number | null>,
): Promise<File> {
  requireLogin(ctx)
  const ownerId = ctx.viewer.id
  return withRoom(ctx, quotaOf({ ownerId, groupId: null }, use), atMost, async () => {
    const stored = await ctx.house.blobs.putStream(content)
    try {
      const by = { ownerId, groupId: await groupIdOf() }
      authorize(ctx, canBringFile(readerOf(ctx), use, by.groupId))
      const keep = () => storeRow(ctx, use, { name, stored }, ANY_TYPE, by)
      return by.groupId === null ? await keep() : await withRoom(ctx, quotaOf(by, use), stored.size, keep)
    } catch (error) {
      await ctx.house.blobs.removeAt(stored.place)
      throw error
    }
  })
}

/** Owner of a file: the uploader, and the group by whose rights. */
type FileOwner<Id = string | null> = { ownerId: Id; groupId: number | null }

const quotaOf = (by: FileOwner<string>, use: BroughtUse) => ({
  ...by,
  use,
  most: FILE_BOUNDS[use].maxUnused,
  used: (ctx: Context) => unusedBytes(ctx, by, use),
})

/** Stores a file without checks; for files that the site creates, and as the last step of `keepFile`. */
export async function storeFile(
  ctx: Context,
  use: FileUse,
  { name, content }: Incoming,
  mediaType: string,
  owner: FileOwner,
): Promise<File> {
  return storeRow(ctx, use, { name, stored: await ctx.house.blobs.putStream(content) }, mediaType, owner)
}

/** Records a file whose bytes are stored already; removes them when that fails. */
export async function storeRow(
  ctx: Context,
  use: FileUse,
  { name, stored }: { name: string; stored: Stored },
  mediaType: string,
  { ownerId, groupId }: FileOwner,
): Promise<File> {
  const id = stored.place.split('/').at(-1) ?? ''
  try {
    const file = await ctx.db.file.create({
      data: { id, use, name: nameOf(name), mediaType, ownerId, groupId, createdAt: ctx.now, ...stored },
    })
    await emit(ctx, 'storage.changed', {})
    return file
  } catch (error) {
    await ctx.house.blobs.removeAt(stored.place)
    throw error
  }
}

/** Bytes of a user's or group's files that nothing refers to. */
async function unusedBytes(ctx: Context, { ownerId, groupId }: FileOwner, use: BroughtUse): Promise<number> {
  const { _sum } = await ctx.db.file.aggregate({
    where: { ...(groupId === null ? { ownerId } : {}), groupId, use, references: { none: {} } },
    _sum: { size: true },
  })
  return _sum.size ?? 0
}

async function whole(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}

/**
 * The file at an address, by its last segment. Everyone who knows the address may download it, except results
 * and packages; videos have addresses of their own.
 */
export async function findFileByName(ctx: Context, name: string): Promise<File> {
  const id = /^([\da-f]{32}|[\da-f]{64})(?:\.[a-z\d]{1,8})?$/.exec(name)?.[1]
  const file = id
    ? await ctx.db.file.findFirst({ where: { id, use: { notIn: ['OPERATION_RESULT', 'PACKAGE', 'VIDEO'] } } })
    : null
  if (!file) throw new Refusal('NOT_FOUND')
  return file
}

/** Types whose texts refer to files; each is a table with the key `id`. */
const SUBJECTS = [
  'User',
  'Problem',
  'Contest',
  'ContestNotice',
  'SiteNotice',
  'SystemNotice',
  'CarouselSlide',
  'Comment',
  'Reply',
  'Discussion',
  'Training',
  'Group',
  'GroupNotice',
  'ShopItem',
  'ShopOrder',
  'Lesson',
  'Video',
] as const satisfies readonly Prisma.ModelName[]

/** A row that may refer to files, such as `SiteNotice:12`. */
export type FileSubject = `${(typeof SUBJECTS)[number]}:${number | string}`

const ADDRESS = /\/api\/public\/(?:img|file)\/([\da-f]{64}|[\da-f]{32})(?![\da-f])/g

/** Files whose addresses occur in texts. */
const filesIn = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => [...(text ?? '').matchAll(ADDRESS)].map(([, id = '']) => id))),
]

/**
 * Replaces the file references of a subject, such as `SiteNotice:12`, by the addresses in its texts; no texts
 * when it is deleted. Call it in the transaction that writes the texts.
 */
export async function referTo(
  ctx: Context,
  subject: FileSubject,
  texts: readonly (string | null | undefined)[],
): Promise<void> {
  await ctx.db.fileReference.deleteMany({ where: { subject, fileId: { notIn: filesIn(texts) } } })
  await referAnew(ctx, subject, texts)
}

/** Subjects that have an avatar. */
const WITH_AVATAR = /^(?:User|Group):/

/**
 * Records which files the texts of a new subject, which has no references yet, refer to. Only its user or group refers
 * to an avatar, no text: everybody may upload avatars and write texts, and referred files count in no quota.
 */
export async function referAnew(
  ctx: Context,
  subject: FileSubject,
  texts: readonly (string | null | undefined)[],
): Promise<void> {
  const ids = filesIn(texts)
  if (ids.length === 0) return
  await ctx.db.$executeRaw`
    insert into "FileReference" ("fileId", "subject")
    select "id", ${subject} from "File"
    where "id" = any(${ids}::text[]) and ("use" <> 'AVATAR' or ${WITH_AVATAR.test(subject)}) for key share
    on conflict do nothing`
}

/** Deletes the file references of subjects. */
export async function forgetReferences(ctx: Context, subjects: readonly string[]): Promise<void> {
  await ctx.db.fileReference.deleteMany({ where: { subject: { in: [...subjects] } } })
}

/** Removes a file that the viewer may remove, by its number; it stays while something refers to it. */
export async function removeFile(ctx: Context, number: number): Promise<void> {
  authorize(ctx, true)
  const file = await ctx.db.file.findFirst({ where: { AND: [{ number }, removableFiles(readerOf(ctx))] } })
  if (!file) throw new Refusal('NOT_FOUND')
  await removeUnreferenced(ctx, Prisma.sql`f."id" = ${file.id}`)
}

/** Removes the result of an operation, or a file that it has processed. */
export async function removeResult(ctx: Context, id: string): Promise<void> {
  const { place } = await ctx.db.file.delete({ where: { id } })
  await ctx.house.blobs.removeAt(place)
  await emit(ctx, 'storage.changed', {})
}

/** How long (ms) an uploaded file may stay unreferenced. */
const UNUSED_MS = 24 * 3600_000
/** Most files removed per sweep. */
const SWEEP = 500

/** Removes files that nothing referred to for a day. */
export async function sweepFiles(ctx: Context): Promise<void> {
  await sweepReferences(ctx)
  const before = new Date(ctx.now.getTime() - UNUSED_MS)
  await removeUnreferenced(ctx, Prisma.sql`f."createdAt" < ${before}::timestamptz`)
}

const UNREFERENCED = Prisma.sql`not exists (select from "FileReference" r where r."fileId" = f."id")`

/**
 * Removes those of some files that nothing refers to. A locked row is skipped, because a first reference locks it. The
 * row is deleted first: bytes without a row are harmless, a row without bytes is not.
 */
async function removeUnreferenced(ctx: Context, wanted: Prisma.Sql): Promise<void> {
  const removed = await transact(ctx, async ({ db }) => {
    const locked = await db.$queryRaw<{ id: string }[]>`
      select f."id" from "File" f where ${wanted} and ${UNREFERENCED} limit ${SWEEP} for update skip locked`
    // A separate statement sees references that were committed before the lock; no new ones can follow.
    return db.$queryRaw<{ place: string }[]>`
      delete from "File" f where f."id" = any (${locked.map(({ id }) => id)}::text[]) and ${UNREFERENCED}
      returning f."place"`
  })
  for (const { place } of removed) await ctx.house.blobs.removeAt(place)
  if (removed.length > 0) await emit(ctx, 'storage.changed', {})
}

/**
 * Deletes references of deleted rows, also of rows that were deleted by cascade, such as the comments of a
 * contest.
 */
async function sweepReferences(ctx: Context): Promise<void> {
  for (const noun of SUBJECTS) {
    const table = Prisma.raw(`"${noun}"`)
    await ctx.db.$executeRaw`
      delete from "FileReference" r where r."subject" like ${`${noun}:%`}
        and not exists (select from ${table} t where t."id"::text = split_part(r."subject", ':', 2))`
  }
}
