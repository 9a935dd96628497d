import { Refusal } from '../../core/errors.ts'
import { decodeText } from '../../shared/decodeText.ts'

/** Size limits of an archive or a folder. */
export type PackageBounds = {
  /** Number of files and folders together. */
  entries: number
  /** Bytes of one file, and of all files, unpacked. */
  fileBytes: number
  totalBytes: number
  /** Largest compression ratio, checked from `ratioFromBytes` on: tests compress well. */
  ratio: number
  ratioFromBytes: number
  /** Length of a path. */
  pathLength: number
}

const MIB = 1024 * 1024

export const PACKAGE_BOUNDS: PackageBounds = {
  entries: 20_000,
  fileBytes: 256 * MIB,
  totalBytes: 1024 * MIB,
  ratio: 200,
  ratioFromBytes: 64 * MIB,
  pathLength: 400,
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters in a name are what is refused
const CONTROL = /[\u0000-\u001f\u007f]/

/** Relative path of an entry with single slashes; refuses paths outside of the package. */
export function safePath(name: string, bounds: PackageBounds): string {
  const path = name.replace(/\/+$/, '')
  const parts = path.split('/')
  const strange =
    path === '' ||
    name.length > bounds.pathLength ||
    name.startsWith('/') ||
    CONTROL.test(name) ||
    /^[A-Za-z]:/.test(name) ||
    parts.some((part) => part === '' || part === '.' || part === '..')
  if (strange) throw new Refusal('PACKAGE_PATH', { file: shown(name) })
  return path.normalize('NFC')
}

/** Whether a name has a backslash, which some systems treat as a slash; such a file is skipped alone. */
export const hasBackslash = (name: string): boolean => name.includes('\\')

/** Printable form of an entry's name. */
export const shown = (name: string): string => JSON.stringify(name).slice(1, -1).slice(0, 120)

/** Junk of file managers, which is dropped. */
const LITTER = /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini|\.git)(?:\/|$)|(?:^|\/)\._[^/]*$/i

export const isLitter = (path: string): boolean => LITTER.test(path)

/** Decoded text with Unix line ends, for texts that people read. */
export const unixText = (bytes: Uint8Array): string => decodeText(bytes).replace(/\r\n?/g, '\n')

/** Bytes of a file that decide its format. */
const MOST_HEAD = 65_536

const byName = new Intl.Collator('en', { numeric: true })

/** Files of a package, or of a folder in it; paths are relative, with slashes. */
export class PackageFiles {
  readonly #files: ReadonlyMap<string, Uint8Array>
  readonly #prefix: string
  readonly #archive: string
  #paths: string[] | null = null

  /** `archive`: name of the whole package. */
  constructor(files: ReadonlyMap<string, Uint8Array>, prefix = '', archive = '') {
    this.#files = files
    this.#prefix = prefix
    this.#archive = archive
  }

  /** Name of this folder, or of the archive without its extension; empty: unknown. */
  get name(): string {
    return this.#prefix.split('/').at(-2) ?? this.#archive.replace(/\.zip$/i, '')
  }

  has(path: string): boolean {
    return this.#files.has(this.#prefix + path)
  }

  bytes(path: string): Uint8Array | null {
    return this.#files.get(this.#prefix + path) ?? null
  }

  /** Text of a file, null when it does not exist. */
  text(path: string): string | null {
    const bytes = this.bytes(path)
    return bytes && unixText(bytes)
  }

  /** Beginning of a text, which decides its format; empty when the file does not exist. */
  head(path: string): string {
    return unixText(this.bytes(path)?.subarray(0, MOST_HEAD) ?? new Uint8Array())
  }

  /** Text of a required file. */
  needText(path: string): string {
    const text = this.text(path)
    if (text === null) throw new Refusal('PACKAGE_INCOMPLETE', { file: this.#prefix + path })
    return text
  }

  /** All paths, in code point order, as the formats require. */
  get paths(): readonly string[] {
    this.#paths ??= [...this.#files.keys()]
      .filter((path) => path.startsWith(this.#prefix))
      .map((path) => path.slice(this.#prefix.length))
      .sort(byCodePoint)
    return this.#paths
  }

  /** Names of the files directly in a folder (`''`: here). */
  filesIn(folder: string): string[] {
    return this.#names(folder, (rest) => !rest.includes('/'))
  }

  /** Names of the folders directly in a folder, in natural order. */
  foldersIn(folder: string): string[] {
    return this.#names(folder, (rest) => rest.includes('/')).sort(byName.compare)
  }

  /** The same files, relative to a folder (`''`: here). */
  within(folder: string): PackageFiles {
    return folder ? new PackageFiles(this.#files, `${this.#prefix}${folder}/`, this.#archive) : this
  }

  /** The files with others added, which replace those with the same path. */
  and(others: ReadonlyMap<string, Uint8Array>): PackageFiles {
    const added = [...others].map(([path, bytes]) => [this.#prefix + path, bytes] as const)
    return new PackageFiles(new Map([...this.#files, ...added]), this.#prefix, this.#archive)
  }

  /** Path of a file in the whole package, for messages. */
  full(path: string): string {
    return this.#prefix + path
  }

  #names(folder: string, wanted: (rest: string) => boolean): string[] {
    const start = folder ? `${folder}/` : ''
    const rests = this.paths.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length))
    return [...new Set(rests.filter(wanted).map((rest) => rest.split('/')[0] ?? ''))]
  }
}

export const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
