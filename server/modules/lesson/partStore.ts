import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import type { VideoPart } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import type { Blobs } from '../../core/blobs.ts'
import type { PartFiles, PartObjects } from '../../core/storage/parts.ts'
import { isWholeMp4, type RandomAccess } from './mp4.ts'
import { FRAGMENT_BYTES, type Fragment, hashesOf, md5Of, writePart } from './videoPart.ts'

/** Id and size (bytes) of a part. */
type Part = Pick<VideoPart, 'id' | 'size'>
/** A part and the MD5 (hex) that its uploader announced. */
type NamedPart = Part & Pick<VideoPart, 'md5'>

/** Why a part is no video: bytes are missing, it has another MD5 than its name, or it is no complete mp4. */
export type PartFault = 'VIDEO_NONE' | 'VIDEO_MD5' | 'VIDEO_TYPE'

/** A complete and checked video. */
export type WholePart = {
  /** SHA-256 in hex. */
  hash: string
  /** Gives its place in the storage, for the row of a file. */
  take(): Promise<string>
  /** Removes what was written for it, unless it was taken. */
  discard(): Promise<void>
}

/** Storage of the fragments of videos that are not published yet. */
export type PartStore = {
  /** Writes a fragment; false, and nothing is written, when bytes before it are found missing. */
  write(fragment: Fragment): Promise<boolean>
  /** Bytes (at most the part's size) that are stored; whole fragments when its end is lost. */
  measure(part: Part): Promise<number>
  /** Whether the stored bytes of a part have the announced MD5: nothing is missing behind them. */
  hasMd5(part: NamedPart): Promise<boolean>
  /** Checks a part, and makes one file of it. */
  complete(part: NamedPart): Promise<WholePart | PartFault>
  /** Removes the bytes of a part. */
  remove(part: Pick<VideoPart, 'id'>): Promise<void>
  /** Removes fragments without a row, which a crash left. */
  sweep(ctx: Context): Promise<void>
}

/** The store of the site's storage: local files of a folder, or objects of a bucket. */
export function partStoreOf({ house: { blobs } }: Context): PartStore {
  return blobs.parts.kind === 'files' ? partsInFiles(blobs.parts) : partsInBucket(blobs, blobs.parts)
}

/** Size (bytes) up to which a part continues when so many of its bytes are stored. */
const continuesAt = (stored: number, { size }: Part): number =>
  stored >= size ? size : Math.floor(stored / FRAGMENT_BYTES) * FRAGMENT_BYTES

const accessTo = (file: FileHandle, size: number): RandomAccess => ({
  size,
  async read(at, length) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  },
})

function partsInFiles(files: PartFiles): PartStore {
  const pathOf = ({ id }: Pick<VideoPart, 'id'>) => files.path(`video-${id}`)
  const openPart = async (part: Part, flags: 'r' | 'r+') => open(await pathOf(part), flags).catch(() => null)
  return {
    write: async (fragment) => writePart(await pathOf(fragment), fragment),
    async measure(part) {
      const file = await openPart(part, 'r')
      if (!file) return 0
      const { size } = await file.stat()
      await file.close()
      return continuesAt(size, part)
    },
    async hasMd5(part) {
      const file = await openPart(part, 'r')
      try {
        return file !== null && (await md5Of(file, await pathOf(part), part)) === part.md5
      } finally {
        await file?.close()
      }
    },
    async complete(part) {
      const path = await pathOf(part)
      const file = await openPart(part, 'r+')
      if (!file) return 'VIDEO_NONE'
      try {
        const hashes = await hashesOf(file, path, part)
        if (hashes.md5 !== part.md5) return 'VIDEO_MD5'
        await file.truncate(part.size)
        if (!(await isWholeMp4(accessTo(file, part.size)))) return 'VIDEO_TYPE'
        await file.sync()
        return { hash: hashes.sha256, take: () => files.takeIn(path), discard: async () => {} }
      } finally {
        await file.close()
      }
    },
    remove: async (part) => rm(await pathOf(part), { force: true }),
    // Old files go with the other drafts (modules/file/blobSweep.ts).
    sweep: async () => {},
  }
}

/** Fragments that are read before they are needed. */
const AHEAD = 4

/** A fragment is missing: another server has published or removed its part. */
class LostFragment extends Error {}

/** Returns `lost` when a fragment is missing, also below an error of the storage. */
function whenLost<T>(lost: T): (error: Error) => T {
  return (error) => {
    if (error instanceof LostFragment || error.cause instanceof LostFragment) return lost
    throw error
  }
}

/**
 * A fragment is one small object. S3 joins no parts below 5 MiB by itself, so a complete part is read and written once
 * more as one object; its hashes are computed on the way.
 */
function partsInBucket(blobs: Blobs, objects: PartObjects): PartStore {
  const read = async (id: string, at: number) => {
    const bytes = await objects.read(id, at)
    if (!bytes) throw new LostFragment()
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  /** The bytes of a part in order. */
  async function* bytesOf({ id, size }: Part): AsyncGenerator<Buffer> {
    const count = Math.ceil(size / FRAGMENT_BYTES)
    const reading: Promise<Buffer>[] = []
    for (let at = 0, next = 0; at < count; at++) {
      for (; next < count && reading.length <= AHEAD; next++) {
        const one = read(id, next)
        // Awaited later, or never when an earlier one fails.
        one.catch(() => {})
        reading.push(one)
      }
      const bytes = await reading.shift()
      if (bytes) yield bytes.subarray(0, size - at * FRAGMENT_BYTES)
    }
  }
  /** Reads whole fragments, and keeps the last one: the boxes of some videos are many and small. */
  const accessTo = ({ id, size }: Part): RandomAccess => {
    let last: { at: number; bytes: Buffer } | null = null
    const readIn = async (at: number) => {
      if (last?.at !== at) last = { at, bytes: await read(id, at) }
      return last.bytes
    }
    return {
      size,
      async read(from, length) {
        const end = Math.min(from + length, size)
        const pieces: Buffer[] = []
        for (let at = from; at < end; ) {
          const number = Math.floor(at / FRAGMENT_BYTES)
          const begin = number * FRAGMENT_BYTES
          pieces.push((await readIn(number)).subarray(at - begin, end - begin))
          at = begin + FRAGMENT_BYTES
        }
        return Buffer.concat(pieces)
      },
    }
  }
  const join = async (part: NamedPart): Promise<WholePart | PartFault> => {
    if (!(await isWholeMp4(accessTo(part)))) return 'VIDEO_TYPE'
    const md5 = createHash('md5')
    const passing = async function* () {
      for await (const bytes of bytesOf(part)) {
        md5.update(bytes)
        yield bytes
      }
    }
    const { place, hash } = await blobs.putStream(passing(), part.size)
    if (md5.digest('hex') !== part.md5) {
      await blobs.removeAt(place)
      return 'VIDEO_MD5'
    }
    let isTaken = false
    return {
      hash,
      async take() {
        isTaken = true
        return place
      },
      discard: async () => (isTaken ? undefined : blobs.removeAt(place)),
    }
  }
  const hasMd5 = async (part: NamedPart): Promise<boolean> => {
    const md5 = createHash('md5')
    for await (const bytes of bytesOf(part)) md5.update(bytes)
    return md5.digest('hex') === part.md5
  }
  const measure: PartStore['measure'] = async (part) => {
    let stored = 0
    for (const size of await objects.sizes(part.id)) {
      stored += size
      if (size < FRAGMENT_BYTES) break
    }
    return continuesAt(stored, part)
  }
  return {
    async write({ id, offset, pieces }) {
      await objects.put(id, offset / FRAGMENT_BYTES, Buffer.concat(pieces))
      return true
    },
    measure,
    hasMd5: (part) => hasMd5(part).catch(whenLost(false)),
    async complete(part) {
      if ((await measure(part)) < part.size) return 'VIDEO_NONE'
      return join(part).catch(whenLost<WholePart | PartFault>('VIDEO_NONE'))
    },
    remove: ({ id }) => objects.remove(id),
    async sweep({ db }) {
      for await (const ids of objects.uploads()) {
        const rows = await db.videoPart.findMany({ where: { id: { in: ids } }, select: { id: true } })
        const living = new Set(rows.map(({ id }) => id))
        // The row is written before its first fragment, so nothing of these is on its way.
        for (const id of ids) if (!living.has(id)) await objects.remove(id)
      }
    },
  }
}
