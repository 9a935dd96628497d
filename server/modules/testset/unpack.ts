import { isUtf8 } from 'node:buffer'
import { constants, type Stats } from 'node:fs'
import { lstat, open, readdir, readlink, realpath, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { Refusal } from '../../core/errors.ts'
import { decodeText } from '../../shared/decodeText.ts'
import { hasBackslash, isLitter, PACKAGE_BOUNDS, type PackageBounds, safePath, shown } from './files.ts'
import { followLinks } from './links.ts'

/** Why an entry was skipped: a key of `note` in locales/<locale>/problem/package.json. */
export type LeftEntry = { file: string; key: 'link' | 'notPlain' | 'backslash' }

/** Contents of all files of a package, by path. */
export type Unpacked = Map<string, Uint8Array> & {
  /** Skipped entries. */
  left?: readonly LeftEntry[]
  /** Name of the archive or folder. */
  name?: string
}

/** Counts unpacked bytes and entries, and refuses too many before they are in memory. */
class Measure {
  #entries = 0
  #bytes = 0
  readonly #bounds: PackageBounds
  readonly #packed: number

  constructor(bounds: PackageBounds, packedBytes: number) {
    this.#bounds = bounds
    this.#packed = packedBytes
  }

  entry(): void {
    if (++this.#entries > this.#bounds.entries) this.#refuse('entries', this.#bounds.entries)
  }

  /** Counts `more` bytes of a file that has `ofFile` bytes so far. */
  bytes(more: number, ofFile: number): void {
    this.#bytes += more
    const { fileBytes, totalBytes, ratio, ratioFromBytes } = this.#bounds
    if (ofFile > fileBytes) this.#refuse('fileBytes', fileBytes)
    if (this.#bytes > totalBytes) this.#refuse('totalBytes', totalBytes)
    if (this.#bytes > ratioFromBytes && this.#bytes > ratio * this.#packed) {
      throw new Refusal('PACKAGE_BOMB', { ratio })
    }
  }

  #refuse(bound: string, max: number): never {
    throw new Refusal('PACKAGE_TOO_LARGE', { bound, max })
  }
}

class Collected {
  readonly files: Map<string, Uint8Array> = new Map()
  /** Link targets, by path. */
  readonly links = new Map<string, string>()
  readonly left: LeftEntry[] = []
  readonly #kinds = new Map<string, 'file' | 'folder'>()

  /** Claims a path; folders may repeat, files may not. */
  claim(path: string, name: string, kind: 'file' | 'folder'): void {
    const before = this.#kinds.get(path)
    if (before && (before === 'file' || kind === 'file')) {
      throw new Refusal('PACKAGE_DUPLICATE', { file: shown(name) })
    }
    this.#kinds.set(path, kind)
  }

  leave(file: string, key: LeftEntry['key']): void {
    this.left.push({ file: shown(file), key })
  }

  /** Refuses a file and a folder of the same path; nothing is written through a link. */
  #requireTree(): void {
    for (const path of [...this.files.keys(), ...this.links.keys()]) {
      for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
        const folder = path.slice(0, at)
        const taken = this.files.has(folder) || this.links.has(folder)
        if (taken) throw new Refusal('PACKAGE_DUPLICATE', { file: shown(folder) })
      }
    }
  }

  /** All files, with resolved links. */
  finish(measure: Measure, name: string): Unpacked {
    this.#requireTree()
    followLinks(this, {
      charge: (bytes) => {
        measure.entry()
        measure.bytes(bytes, bytes)
      },
      skip: (path) => this.leave(path, 'link'),
    })
    const [first] = this.left
    if (this.files.size === 0 && first) {
      const code = first.key === 'backslash' ? 'PACKAGE_BACKSLASH' : 'PACKAGE_PATH'
      throw new Refusal(code, { file: first.file })
    }
    return Object.assign(this.files, { left: this.left, name })
  }
}

/**
 * Unpacks a zip from memory or a file as a stream, within the limits. `name`: its file name, for refusals.
 */
export async function unpackZip(
  source: Uint8Array | string,
  { name = nameOfSource(source), bounds = PACKAGE_BOUNDS }: { name?: string; bounds?: PackageBounds } = {},
): Promise<Unpacked> {
  const collected = new Collected()
  const measure = await walkZip({ source, name, bounds }, collected, async (path, content) => {
    const pieces: Uint8Array[] = []
    for await (const piece of content) pieces.push(piece)
    collected.files.set(path, Buffer.concat(pieces))
  })
  return collected.finish(measure, name)
}

const nameOfSource = (source: Uint8Array | string) =>
  typeof source === 'string' ? basename(source) : '*.zip'

/** Handles a plain file of an archive; unread content is not unpacked. */
type Take = (path: string, content: AsyncIterable<Uint8Array>) => Promise<void>

/**
 * Passes the plain files of a zip one after another, within the same limits and without keeping any in
 * memory. Returns the skipped entries, links among them. `name`: its file name, for refusals.
 */
export async function eachFileOfZip(
  source: string,
  name: string,
  take: Take,
  bounds: PackageBounds = PACKAGE_BOUNDS,
): Promise<readonly LeftEntry[]> {
  const collected = new Collected()
  await walkZip({ source, name, bounds }, collected, take)
  for (const link of collected.links.keys()) collected.leave(link, 'link')
  return collected.left
}

/** Unpacked size (bytes) of a zip by its directory, capped at the limit. */
export async function weighZip(
  source: string,
  name: string,
  bounds: PackageBounds = PACKAGE_BOUNDS,
): Promise<number> {
  const zip = await openZip({ source, name, bounds })
  let bytes = 0
  try {
    for await (const { uncompressedSize } of zip.eachEntry()) bytes += uncompressedSize
  } catch (error) {
    throw refusalOfZip(error, name)
  } finally {
    zip.close()
  }
  return Math.min(bytes, bounds.totalBytes)
}

type Archive = { source: Uint8Array | string; name: string; bounds: PackageBounds }

async function walkZip(archive: Archive, collected: Collected, take: Take) {
  const { source, name, bounds } = archive
  const packed = typeof source === 'string' ? (await stat(source)).size : source.byteLength
  const zip = await openZip(archive)
  const measure = new Measure(bounds, packed)
  try {
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) {
      measure.entry()
      entries.push(entry)
    }
    const read = namesRead(decodedNames(entries))
    for (const [at, entry] of entries.entries()) {
      const name = read[at] ?? ''
      if (ITSELF.test(name)) continue
      await takeEntry(zip, entry, { name: name.replace(/^(?:\.\/)+/, ''), collected, measure, bounds, take })
    }
  } catch (error) {
    throw refusalOfZip(error, name)
  } finally {
    zip.close()
  }
  return measure
}

/** Names are read as bytes; encoding and safety are checked here. */
const ZIP_OPTIONS = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true }

/** Opens an archive; refuses too many entries before reading any. */
async function openZip({ source, name, bounds }: Archive): Promise<ZipFile> {
  const zip = await openedZip(source).catch((error) => {
    throw refusalOfZip(error, name)
  })
  if (zip.entryCount <= bounds.entries) return zip
  zip.close()
  throw new Refusal('PACKAGE_TOO_LARGE', { bound: 'entries', max: bounds.entries })
}

function openedZip(source: Uint8Array | string): Promise<ZipFile> {
  if (typeof source === 'string') return openPromise(source, ZIP_OPTIONS)
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  return fromBufferPromise(bytes, ZIP_OPTIONS)
}

/** Maps errors of yauzl to the refusal of a broken archive. */
const refusalOfZip = (error: unknown, name: string): unknown => {
  if (error instanceof Refusal) return error
  const { code } = error as NodeJS.ErrnoException
  return code?.startsWith('E') ? error : new Refusal('PACKAGE_NO_ZIP', { file: shown(name) })
}

/** An entry with a wrong checksum. */
class Damaged extends Error {}

const ENCRYPTED = 0x1
const STRONGLY_ENCRYPTED = 0x40
const UTF8 = 0x800
const UNIX = 3
const STORED = 0
const DEFLATED = 8

/**
 * Names of the entries. Those without the UTF-8 flag are decoded by one encoding, since short names in GBK are valid UTF-8,
 * too.
 */
function decodedNames(entries: readonly Entry[]): string[] {
  const names = entries.map(({ fileName }) => Buffer.from(fileName as unknown as Uint8Array))
  const isFlagged = (at: number) => ((entries[at]?.generalPurposeBitFlag ?? 0) & UTF8) !== 0
  const decoder = new TextDecoder(
    names.every((name, at) => isFlagged(at) || isUtf8(name)) ? 'utf-8' : 'gb18030',
  )
  return names.map((name, at) => (isFlagged(at) ? decodeText(name) : decoder.decode(name)))
}

/** Name of the folder of the package itself. */
const ITSELF = /^(?:\.\/)*\.$|^(?:\.\/)+$/

/** Old archivers of Windows separate folders by backslashes; names with both kinds stay as they are. */
const namesRead = (names: string[]): string[] =>
  names.some((name) => name.includes('/')) ? names : names.map((name) => name.replaceAll('\\', '/'))

type Walk = { name: string; collected: Collected; measure: Measure; bounds: PackageBounds; take: Take }

async function takeEntry(
  zip: ZipFile,
  entry: Entry,
  { name, collected, measure, bounds, take }: Walk,
): Promise<void> {
  if (hasBackslash(name)) return collected.leave(name, 'backslash')
  const path = safePath(name, bounds)
  if (entry.generalPurposeBitFlag & (ENCRYPTED | STRONGLY_ENCRYPTED)) {
    throw new Refusal('PACKAGE_ENCRYPTED', { file: shown(name) })
  }
  const mode = entry.versionMadeBy >> 8 === UNIX ? entry.externalFileAttributes >>> 16 : 0
  const kind = mode & constants.S_IFMT
  const isLink = kind === constants.S_IFLNK
  if (!isLink && kind !== 0 && kind !== constants.S_IFREG && kind !== constants.S_IFDIR) {
    return collected.leave(name, 'notPlain')
  }
  const isFolder = !isLink && (name.endsWith('/') || kind === constants.S_IFDIR)
  collected.claim(path, name, isFolder ? 'folder' : 'file')
  if (isFolder) return
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw new Refusal('PACKAGE_BROKEN', { file: shown(name) })
  }
  // The declared size may be wrong; the actual one is checked while streaming.
  if (entry.uncompressedSize > bounds.fileBytes) {
    throw new Refusal('PACKAGE_TOO_LARGE', { bound: 'fileBytes', max: bounds.fileBytes })
  }
  if (isLink && entry.uncompressedSize > bounds.pathLength) return collected.leave(name, 'link')
  if (isLitter(path)) return
  const content = contentOf(zip, entry, measure)
  if (!isLink) return take(path, content)
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  collected.links.set(path, decodeText(Buffer.concat(pieces)).normalize('NFC'))
}

async function* contentOf(zip: ZipFile, entry: Entry, measure: Measure): AsyncGenerator<Uint8Array> {
  const stream = await zip.openReadStreamPromise(entry)
  let length = 0
  let checksum = 0
  for await (const piece of stream) {
    const bytes = piece as Buffer
    length += bytes.length
    measure.bytes(bytes.length, length)
    checksum = crc32(bytes, checksum)
    yield bytes
  }
  if (checksum !== entry.crc32) throw new Damaged()
}

/** Reads a local folder within the same limits, with its links as in an archive. */
export async function readFolder(root: string, bounds: PackageBounds = PACKAGE_BOUNDS): Promise<Unpacked> {
  const measure = new Measure(bounds, Number.POSITIVE_INFINITY)
  const collected = new Collected()
  const top = await realpath(root)
  const walk = async (folder: string) => {
    for (const name of (await readdir(join(top, folder))).sort()) {
      const path = folder ? `${folder}/${name}` : name
      if (isLitter(path)) continue
      measure.entry()
      if (hasBackslash(path)) {
        collected.leave(path, 'backslash')
        continue
      }
      const safe = safePath(path, bounds)
      const there = await lstat(join(top, path))
      collected.claim(safe, path, there.isDirectory() ? 'folder' : 'file')
      if (there.isDirectory()) await walk(path)
      else if (there.isSymbolicLink()) collected.links.set(safe, await saidBy(top, path))
      else if (there.isFile()) collected.files.set(safe, await readPlain(join(top, path), there, measure))
      else collected.leave(path, 'notPlain')
    }
  }
  await walk('')
  return collected.finish(measure, basename(top))
}

/** Target of a link in a folder; an absolute one into the folder becomes relative. */
async function saidBy(top: string, path: string): Promise<string> {
  const said = await readlink(join(top, path))
  const inside = said.startsWith(`${top}/`)
  return (inside ? relative(join(top, path, '..'), said) : said).normalize('NFC')
}

async function readPlain(path: string, there: Stats, measure: Measure): Promise<Uint8Array> {
  measure.bytes(there.size, there.size)
  // O_NOFOLLOW: a file that became a link meanwhile is not followed.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}
