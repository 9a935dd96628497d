import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Disk, DriveFile } from 'flydrive'
import type { Database } from './db.ts'
import { type OpenDisk, openDisk, type Storage } from './storage/disk.ts'
import { FILES, moveIn, newPlace } from './storage/places.ts'

/**
 * Immutable bytes under the SHA-256 of their content. The row of Blob is written first, on its own connection, so it stays
 * when the caller's transaction rolls back. Another row has to refer to it within a day, or the sweep
 * (modules/file/blobSweep.ts) removes it.
 */
export type Blobs = Pick<OpenDisk, 'readRange' | 'parts'> & {
  /** Stores bytes, also when they exist already; returns their hash in hex. */
  put(bytes: Uint8Array): Promise<string>
  /** Stores several; returns their hashes in the same order. */
  putAll(contents: readonly Uint8Array[]): Promise<string[]>
  /** Stores a stream without holding all of it in memory. */
  putContent(content: AsyncIterable<Uint8Array>): Promise<{ hash: string; size: number }>
  /** Removes the bytes of these hashes and ignores missing ones. The caller has locked their rows. */
  removeAll(hashes: readonly string[]): Promise<void>
  /** Writes a stream to a local file until `remove`, for readers that need random access. */
  spool(content: AsyncIterable<Uint8Array>): Promise<{ path: string; remove(): Promise<void> }>
  read(hash: string): Promise<Readable>
  /** The first bytes, at most `most`. */
  readHead(hash: string, most: number): Promise<Uint8Array>
  /** All bytes, in a buffer that holds nothing else. */
  readBytes(hash: string): Promise<Uint8Array>
  has(hash: string): Promise<boolean>
  /**
   * Stores a stream in a new place; an interrupted one leaves nothing behind. A bucket gets a stream of exactly
   * `size` bytes without a local copy.
   */
  putStream(content: AsyncIterable<Uint8Array>, size?: number): Promise<Stored>
  readAt(place: string): Promise<Readable>
  /** Removes what `putStream` stored. Does nothing when it is missing, or a blob (slides of older sites). */
  removeAt(place: string): Promise<void>
  /** Lists the storage folder by folder; drafts are unfinished uploads. */
  folders(): AsyncIterable<StoredFolder>
}

/** Entries of one folder of the storage. */
export type StoredFolder = { kind: 'blobs' | 'files' | 'drafts'; objects: StoredObject[] }

/** An entry of the storage: its place, and the last part of it. */
export type StoredObject = {
  place: string
  name: string
  /** Size (bytes) and write time; null when it no longer exists. */
  look(): Promise<{ size: number; writtenAt: Date } | null>
  remove(): Promise<void>
}

/** An incoming file: the sender's name for it, and its bytes as a stream. */
export type Incoming = { name: string; content: AsyncIterable<Uint8Array> }

/** An uploaded file. `atMost` limits its size (bytes) before it is read. */
export type Upload = Incoming & { atMost: number }

/** Bytes in memory as the content of an incoming file. */
export async function* contentOf(...pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

/** A stored stream: its place, size (bytes) and SHA-256 in hex. */
export type Stored = { place: string; size: number; hash: string }

export const isBlobHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

export const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** Files written at the same time. */
const ABREAST = 8

/** Two levels, so that no folder holds millions of files. */
const pathOf = (hash: string) => `${hash.slice(0, 2)}/${hash}`
const BRANCHES = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'))
const FOLDERS: readonly { kind: StoredFolder['kind']; path: string }[] = [
  { kind: 'drafts', path: 'drafts' },
  ...BRANCHES.map((branch) => ({ kind: 'blobs' as const, path: branch })),
  ...BRANCHES.map((branch) => ({ kind: 'files' as const, path: `${FILES}${branch}` })),
]

const objectOf = (disk: Disk, file: DriveFile): StoredObject => ({
  place: file.key,
  name: file.name,
  // Not by `file`: the list of a bucket gives it no size.
  look: () =>
    disk.getMetaData(file.key).then(
      ({ contentLength, lastModified }) => ({ size: contentLength, writtenAt: lastModified }),
      () => null,
    ),
  remove: () => disk.delete(file.key),
})

/**
 * $1 hashes, $2 sizes. Ordered by hash, so that two callers never deadlock. An existing row is written only when a sweep
 * has marked it; the lock of the sweep is awaited in both cases.
 */
const NOTE = `
  insert into "Blob" ("hash", "size") select * from unnest($1::text[], $2::int[]) as given("hash", "size") order by 1
  on conflict ("hash") do update set "unheldAt" = null where "Blob"."unheldAt" is not null`

/** Prefix of local draft folders when the storage is a bucket. */
const SPOOL = 'judge-uploads-'

/** Age (ms) after which a draft is abandoned. */
export const DRAFT_MS = 24 * 3600_000

/** Removes draft folders of killed servers of this machine. */
async function clearSpools(): Promise<void> {
  const before = Date.now() - DRAFT_MS
  for (const name of await readdir(tmpdir())) {
    const path = join(tmpdir(), name)
    // Ignore folders that no longer exist or belong to another account.
    const info = name.startsWith(SPOOL) ? await stat(path).catch(() => null) : null
    if (info?.isDirectory() && info.uid === process.getuid?.() && info.mtimeMs < before)
      await rm(path, { recursive: true, force: true })
  }
}

/** A path for one draft: on the same disk as a local storage, so that the file can be moved. */
async function newDraft(storage: Storage): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = storage.kind === 's3' ? await mkdtemp(join(tmpdir(), SPOOL)) : join(storage.path, 'drafts')
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  const whole = storage.kind === 's3' ? folder : path
  return { path, remove: () => rm(whole, { recursive: true, force: true }) }
}

/** The bytes of a stream; `measured` are their hash and size when all of them were read. */
function measuring(content: AsyncIterable<Uint8Array>) {
  const hashing = createHash('sha256')
  let size = 0
  return {
    async *bytes() {
      for await (const chunk of content) {
        hashing.update(chunk)
        size += chunk.byteLength
        yield chunk
      }
    },
    measured: () => ({ hash: hashing.digest('hex'), size }),
  }
}

/** Takes streams and local files into a storage. */
function intakeOf(storage: Storage, disk: Disk) {
  /** A bucket needs the length first, so the bytes are buffered in a local file. */
  const spool = async (content: AsyncIterable<Uint8Array>) => {
    const draft = await newDraft(storage)
    try {
      await pipeline(content, createWriteStream(draft.path, { mode: 0o600 }))
    } catch (error) {
      await draft.remove()
      throw error
    }
    return draft
  }
  /** Moves a local file into the storage. */
  const takeIn = (draft: string, place: string) =>
    storage.kind === 's3' ? disk.copyFromFs(draft, place) : moveIn(storage.path, draft, place)
  /** Stores a stream at `placeOf` its hash and size, which are known at its end. */
  const keep = async (
    content: AsyncIterable<Uint8Array>,
    placeOf: (blob: { hash: string; size: number }) => Promise<string> | string,
  ) => {
    const { bytes, measured } = measuring(content)
    const draft = await spool(bytes())
    try {
      const blob = measured()
      const place = await placeOf(blob)
      if (!(await disk.exists(place))) await takeIn(draft.path, place)
      return { place, ...blob }
    } finally {
      await draft.remove()
    }
  }
  /**
   * Streams bytes of this size to a new place of a bucket. The SDK does not catch an error of a body, which would end the
   * process: the body ends early instead, and the bucket refuses its length.
   */
  const stream = async (content: AsyncIterable<Uint8Array>, contentLength: number) => {
    const place = newPlace()
    const { bytes, measured } = measuring(content)
    const errors: unknown[] = []
    const body = async function* () {
      try {
        yield* bytes()
      } catch (error) {
        errors.push(error)
      }
    }
    const writing = disk.putStream(place, Readable.from(body()), { contentLength })
    await writing.catch((error) => errors.push(error))
    if (errors.length === 0) return { place, ...measured() }
    // The sweep removes what stays.
    await disk.delete(place).catch(() => undefined)
    throw errors[0]
  }
  return { spool, keep, stream }
}

/** The first bytes of a stream, at most `most`. */
async function headOf(stream: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  // Leaving the loop closes the stream.
  for await (const piece of stream) {
    pieces.push(piece)
    length += piece.length
    if (length >= most) break
  }
  return Buffer.concat(pieces).subarray(0, most)
}

/** Everything in the storage, a page of a folder at a time. */
async function* foldersOf(disk: Disk): AsyncGenerator<StoredFolder> {
  for (const { kind, path } of FOLDERS) {
    let paginationToken: string | undefined
    do {
      const page = await disk.listAll(path, paginationToken ? { paginationToken } : {})
      yield {
        kind,
        objects: [...page.objects].flatMap((one) => (one.isFile ? [objectOf(disk, one)] : [])),
      }
      paginationToken = page.paginationToken
    } while (paginationToken)
  }
}

/** Opens the storage that the settings name; its rows are in the database of `pool`. */
export async function openBlobs(storage: Storage, { pool }: Pick<Database, 'pool'>): Promise<Blobs> {
  const { disk, readRange, parts } = await openDisk(storage)
  if (storage.kind === 's3') await clearSpools()
  const note = async (rows: readonly { hash: string; size: number }[]) => {
    const sizes = new Map(rows.map(({ hash, size }) => [hash, size]))
    if (sizes.size > 0) await pool.query(NOTE, [[...sizes.keys()], [...sizes.values()]])
  }
  /** Written under another name first, so that a file under its hash is always complete. */
  const write = async (hash: string, bytes: Uint8Array): Promise<void> => {
    if (await disk.exists(pathOf(hash))) return
    const draft = `drafts/${randomUUID()}`
    await disk.put(draft, bytes)
    await disk.move(draft, pathOf(hash))
  }
  /** Runs with limited concurrency. */
  const each = async <Item>(items: readonly Item[], act: (item: Item) => Promise<unknown>) => {
    for (let from = 0; from < items.length; from += ABREAST)
      await Promise.all(items.slice(from, from + ABREAST).map(act))
  }
  const putAll = async (contents: readonly Uint8Array[]): Promise<string[]> => {
    const given = contents.map((bytes) => ({ hash: hashOf(bytes), size: bytes.byteLength, bytes }))
    await note(given)
    await each(given, ({ hash, bytes }) => write(hash, bytes))
    return given.map(({ hash }) => hash)
  }
  const { spool, keep, stream } = intakeOf(storage, disk)
  /** A stream may fail before its reader begins. The reader is told then, and an error without a listener ends the process. */
  const readingAt = async (place: string) => (await disk.getStream(place)).on('error', () => {})
  return {
    async put(bytes) {
      const [hash = ''] = await putAll([bytes])
      return hash
    },
    putAll,
    async putContent(content) {
      const { hash, size } = await keep(content, async (blob) => {
        await note([blob])
        return pathOf(blob.hash)
      })
      return { hash, size }
    },
    removeAll: (hashes) => each(hashes, (hash) => disk.delete(pathOf(hash))),
    spool,
    read: (hash) => readingAt(pathOf(hash)),
    // flydrive's `getBytes` returns its 64 KiB read buffer for an empty file.
    readBytes: async (hash) => new Uint8Array(await buffer(await disk.getStream(pathOf(hash)))),
    has: (hash) => disk.exists(pathOf(hash)),
    readHead: async (hash, most) => headOf(await disk.getStream(pathOf(hash)), most),
    putStream: (content, size) =>
      storage.kind === 's3' && size !== undefined ? stream(content, size) : keep(content, newPlace),
    readAt: readingAt,
    readRange,
    parts,
    removeAt: async (place) => (place.startsWith(FILES) ? disk.delete(place) : undefined),
    folders: () => foldersOf(disk),
  }
}
