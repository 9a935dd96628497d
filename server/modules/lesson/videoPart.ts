import { createHash, type Hash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'

/**
 * Files of videos that arrive in fragments. A fragment costs one statement, which moves the row's size, and one write;
 * its hashes are computed while the disk writes, so that publishing does not read the file again.
 */

const MIB = 2 ** 20
/** Size of a fragment (bytes); the last one of a video may be smaller (area-rules L8). */
export const FRAGMENT_BYTES = MIB
/** Quota (bytes) of an uploader's parts, and videos that no lesson has. */
const MOST_WAITING = 4096 * MIB
/** Most parts whose hashes are kept in memory; the others are read again at their end. */
const MOST_HASHED = 100

const last = new Map<string, Promise<unknown>>()

/** Runs the work of one uploader in this process one after another. */
export async function inTurn<T>(ownerId: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(ownerId) ?? Promise.resolve()
  const mine = before.then(work, work)
  last.set(ownerId, mine)
  try {
    return await mine
  } finally {
    if (last.get(ownerId) === mine) last.delete(ownerId)
  }
}

/** $1 uploader, $2 MD5, $3 new id, $4 offset, $5 bytes, $6 now, $7 quota. */
const CLAIM = 'select * from claim_fragment($1, $2, $3, $4, $5, $6, $7)'

type Claim = { ownerId: string; md5: string; offset: number; bytes: number }

/**
 * Moves the size of a part over a fragment; returns its id, null when the fragment belongs elsewhere. Throws FILE_QUOTA
 * when the uploader has no room for it, in all processes together.
 */
export async function claim(ctx: Context, { ownerId, md5, offset, bytes }: Claim): Promise<string | null> {
  const { rows } = await ctx.house.database.pool.query<{
    fits: boolean
    hasRoom: boolean
    id: string | null
  }>({
    name: 'claimFragment',
    text: CLAIM,
    values: [ownerId, md5, randomUUID(), offset, bytes, ctx.now, MOST_WAITING],
  })
  const [row] = rows
  if (row?.fits && !row.hasRoom) throw new Refusal('FILE_QUOTA', { megabytes: MOST_WAITING / MIB })
  return row?.id ?? null
}

/** Sets the size of a part to what is stored, unless it has moved on. */
export const moveBack = (ctx: Context, { id, size }: { id: string; size: number }, stored: number) =>
  ctx.db.videoPart.updateMany({ where: { id, size }, data: { size: stored } })

/** Hashes of the first `size` bytes of a part, and when this process wrote the last of them. */
type Hashed = { size: number; writtenMs: number; md5: Hash; sha256: Hash }
const hashed = new Map<string, Hashed>()

/** A fragment of the part `id` at `offset` (bytes). */
export type Fragment = { id: string; offset: number; pieces: readonly Uint8Array[] }

/** Writes a fragment of the part `id`; false, and nothing is written, when the file has lost bytes before it. */
export async function writePart(path: string, { id, offset, pieces }: Fragment): Promise<boolean> {
  const file = await open(path, offset === 0 ? 'w' : 'r+', 0o600).catch(nullWhenMissing)
  if (!file) return false
  try {
    const before = await file.stat()
    if (before.size < offset) return false
    const known = offset === 0 ? newHashes() : hashed.get(id)
    const isNext = known?.size === offset && (offset === 0 || known.writtenMs === before.mtimeMs)
    hashed.delete(id)
    const writing = file.writev(pieces, offset)
    if (known && isNext) for (const piece of pieces) updateHashes(known, piece)
    const { bytesWritten } = await writing
    if (bytesWritten !== lengthOf(pieces)) throw new Error('the disk took a part of a fragment')
    if (known && isNext) keep(id, { ...known, writtenMs: (await file.stat()).mtimeMs })
    return true
  } finally {
    await file.close()
  }
}

function nullWhenMissing(error: Error & { code?: string }): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Length (bytes) of pieces. */
export const lengthOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, piece) => sum + piece.byteLength, 0)

const newHashes = (): Hashed => ({
  size: 0,
  writtenMs: 0,
  md5: createHash('md5'),
  sha256: createHash('sha256'),
})

function updateHashes(hashes: Hashed, piece: Uint8Array): void {
  hashes.md5.update(piece)
  hashes.sha256.update(piece)
  hashes.size += piece.byteLength
}

/** Keeps the hashes of the parts that were written last. */
function keep(id: string, hashes: Hashed): void {
  hashed.set(id, hashes)
  for (const oldest of hashed.keys()) {
    if (hashed.size <= MOST_HASHED) return
    hashed.delete(oldest)
  }
}

/** Id and size (bytes) of a part. */
type Sized = { id: string; size: number }

/** Hashes of the first `size` bytes of a part: those kept while it arrived, else of its file; they are kept. */
async function hashPart(file: FileHandle, path: string, { id, size }: Sized): Promise<Hashed> {
  const { mtimeMs } = await file.stat()
  const known = hashed.get(id)
  if (known?.size === size && known.writtenMs === mtimeMs) return known
  const hashes = newHashes()
  for await (const chunk of createReadStream(path, { end: size - 1, highWaterMark: MIB }))
    updateHashes(hashes, chunk)
  hashes.writtenMs = mtimeMs
  keep(id, hashes)
  return hashes
}

/** MD5 in hex of the first `size` bytes of a part, which may go on. */
export async function md5Of(file: FileHandle, path: string, part: Sized): Promise<string> {
  const { md5 } = await hashPart(file, path, part)
  return md5.copy().digest('hex')
}

/** MD5 and SHA-256 in hex of the first `size` bytes of a part, which is complete. */
export async function hashesOf(
  file: FileHandle,
  path: string,
  part: Sized,
): Promise<{ md5: string; sha256: string }> {
  const { md5, sha256 } = await hashPart(file, path, part)
  hashed.delete(part.id)
  return { md5: md5.digest('hex'), sha256: sha256.digest('hex') }
}
