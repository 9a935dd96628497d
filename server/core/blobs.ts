import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Disk, type DriveFile } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Database } from './db.ts'

/** Storage of the bytes: a local folder, or an S3 bucket. */
export type Storage =
  | { kind: 'folder'; path: string }
  | {
      kind: 's3'
      bucket: string
      region: string
      endpoint: string | null
      accessKeyId: string
      secretAccessKey: string
    }

/**
 * Immutable bytes under the SHA-256 of their content. The row of Blob is written first, on its own connection, so it stays
 * when the caller's transaction rolls back. Another row has to refer to it within a day, or the sweep
 * (modules/file/blobSweep.ts) removes it.
 */
export type Blobs = {
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
  /** Stores a stream in a new place; an interrupted one leaves nothing behind. */
  putStream(content: AsyncIterable<Uint8Array>): Promise<Stored>
  readAt(place: string): Promise<Readable>
  /** Bytes at a place from `from` (inclusive) to `end` (exclusive), without reading those before. */
  readRange(place: string, from: number, end: number): Promise<Readable>
  /**
   * Path of a local file for bytes that arrive in parts; its folder exists. A day after its last write the sweep removes
   * it.
   */
  draftPath(name: string): Promise<string>
  /** Moves a complete local file to a new place; returns that. */
  takeIn(path: string): Promise<string>
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
export async function* contentOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** A stored stream: its place, size (bytes) and SHA-256 in hex. */
export type Stored = { place: string; size: number; hash: string }

export const isBlobHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

export const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** Files written at the same time. */
const ABREAST = 8

/** Two levels, so that no folder holds millions of files. */
const pathOf = (hash: string) => `${hash.slice(0, 2)}/${hash}`
const FILES = 'files/'
const newPlace = () => {
  const name = randomUUID().replaceAll('-', '')
  return `${FILES}${name.slice(0, 2)}/${name}`
}
const BRANCHES = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'))
const FOLDERS: readonly { kind: StoredFolder['kind']; path: string }[] = [
  { kind: 'drafts', path: 'drafts' },
  ...BRANCHES.map((branch) => ({ kind: 'blobs' as const, path: branch })),
  ...BRANCHES.map((branch) => ({ kind: 'files' as const, path: `${FILES}${branch}` })),
]

const objectOf = (disk: Disk, file: DriveFile): StoredObject => ({
  place: file.key,
  name: file.name,
  look: () =>
    file.getMetaData().then(
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

/** Opens the bytes of a place from `from` (inclusive) to `end` (exclusive). */
type ReadRange = Blobs['readRange']

async function openDisk(storage: Storage): Promise<{ disk: Disk; readRange: ReadRange }> {
  if (storage.kind === 'folder') {
    // Holds hidden tests, so only this account can read it; folders of older sites are closed too.
    await mkdir(storage.path, { recursive: true })
    await chmod(storage.path, 0o700)
    const disk = new Disk(
      new FSDriver({ location: new URL(`file://${storage.path}/`), visibility: 'private' }),
    )
    return {
      disk,
      readRange: async (place, from, end) =>
        createReadStream(join(storage.path, place), { start: from, end: end - 1 }),
    }
  }
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    region: storage.region,
    ...(storage.endpoint ? { endpoint: storage.endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId: storage.accessKeyId, secretAccessKey: storage.secretAccessKey },
  })
  return {
    disk: new Disk(new S3Driver({ client, bucket: storage.bucket, visibility: 'private' })),
    async readRange(place, from, end) {
      const range = { Bucket: storage.bucket, Key: place, Range: `bytes=${from}-${end - 1}` }
      return (await client.send(new GetObjectCommand(range))).Body as Readable
    },
  }
}

/** Prefix of local draft folders when the storage is a bucket. */
const SPOOL = 'judge-uploads-'

/** Folder of drafts that arrive in parts: beside a local storage, in the temporary folder of this machine for a bucket. */
const draftFolder = (storage: Storage): string =>
  storage.kind === 's3' ? join(tmpdir(), `${SPOOL}parts`) : join(storage.path, 'drafts')

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

/** Opens the storage that the settings name; its rows are in the database of `pool`. */
export async function openBlobs(storage: Storage, { pool }: Pick<Database, 'pool'>): Promise<Blobs> {
  const { disk, readRange } = await openDisk(storage)
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
  const takeIn = async (draft: string, place: string) => {
    if (storage.kind === 's3') return disk.copyFromFs(draft, place)
    const path = join(storage.path, place)
    await mkdir(dirname(path), { recursive: true })
    await rename(draft, path)
  }
  /** Stores a stream at `placeOf` its hash and size, which are known at its end. */
  const keep = async (
    content: AsyncIterable<Uint8Array>,
    placeOf: (blob: { hash: string; size: number }) => Promise<string> | string,
  ) => {
    const hashing = createHash('sha256')
    let size = 0
    const measured = async function* () {
      for await (const chunk of content) {
        hashing.update(chunk)
        size += chunk.byteLength
        yield chunk
      }
    }
    const draft = await spool(measured())
    try {
      const hash = hashing.digest('hex')
      const place = await placeOf({ hash, size })
      if (!(await disk.exists(place))) await takeIn(draft.path, place)
      return { place, size, hash }
    } finally {
      await draft.remove()
    }
  }
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
    read: (hash) => disk.getStream(pathOf(hash)),
    // flydrive's `getBytes` returns its 64 KiB read buffer for an empty file.
    readBytes: async (hash) => new Uint8Array(await buffer(await disk.getStream(pathOf(hash)))),
    has: (hash) => disk.exists(pathOf(hash)),
    async readHead(hash, most) {
      const pieces: Buffer[] = []
      let length = 0
      // Leaving the loop closes the stream.
      for await (const piece of await disk.getStream(pathOf(hash))) {
        pieces.push(piece as Buffer)
        length += (piece as Buffer).length
        if (length >= most) break
      }
      return Buffer.concat(pieces).subarray(0, most)
    },
    putStream: (content) => keep(content, newPlace),
    readAt: (place) => disk.getStream(place),
    readRange,
    async draftPath(name) {
      const folder = draftFolder(storage)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return join(folder, name)
    },
    async takeIn(path) {
      const place = newPlace()
      await takeIn(path, place)
      return place
    },
    removeAt: async (place) => (place.startsWith(FILES) ? disk.delete(place) : undefined),
    async *folders() {
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
    },
  }
}
