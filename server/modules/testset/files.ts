import { Refusal } from '../../core/errors.ts'

/** What an archive or a folder may hold before it is refused. */
export type PackageBounds = {
  /** Files and folders, counted together. */
  entries: number
  /** Bytes of one file, and of all of them, unpacked. */
  fileBytes: number
  totalBytes: number
  /** How many times its own size an archive may unpack to, once `ratioFromBytes` are reached: tests compress well. */
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

/** The path of an entry as a relative one with single slashes, or a refusal: nothing may lead out of the package. */
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

/** Some systems take a backslash for a slash, so nobody knows where such a name leads; it costs the file alone. */
export const hasBackslash = (name: string): boolean => name.includes('\\')

/** A name of an entry as far as it can be repeated to people. */
export const shown = (name: string): string => JSON.stringify(name).slice(1, -1).slice(0, 120)

/** What file managers leave lying about; nobody misses it. */
const LITTER = /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini|\.git)(?:\/|$)|(?:^|\/)\._[^/]*$/i

export const isLitter = (path: string): boolean => LITTER.test(path)

const utf8 = new TextDecoder('utf-8', { fatal: true })
const chinese = new TextDecoder('gb18030')

/** Text of unknown encoding: UTF-8 where it is that, else what Chinese systems wrote before. No byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return chinese.decode(bytes)
  }
}

/** The same with the line ends of Unix, for everything that people read. */
export const unixText = (bytes: Uint8Array): string => decodeText(bytes).replace(/\r\n?/g, '\n')

const byName = new Intl.Collator('en', { numeric: true })

/** The files of a package, or of one folder in it; paths are relative, with slashes. */
export class PackageFiles {
  readonly #files: ReadonlyMap<string, Uint8Array>
  readonly #prefix: string
  #paths: string[] | null = null

  constructor(files: ReadonlyMap<string, Uint8Array>, prefix = '') {
    this.#files = files
    this.#prefix = prefix
  }

  has(path: string): boolean {
    return this.#files.has(this.#prefix + path)
  }

  bytes(path: string): Uint8Array | null {
    return this.#files.get(this.#prefix + path) ?? null
  }

  /** Text of a file, null when there is none. */
  text(path: string): string | null {
    const bytes = this.bytes(path)
    return bytes && unixText(bytes)
  }

  /** Text of a file the package cannot do without. */
  needText(path: string): string {
    const text = this.text(path)
    if (text === null) throw new Refusal('PACKAGE_INCOMPLETE', { file: this.#prefix + path })
    return text
  }

  /** Every path in it or below, in code point order, which is the order the formats speak of. */
  get paths(): readonly string[] {
    this.#paths ??= [...this.#files.keys()]
      .filter((path) => path.startsWith(this.#prefix))
      .map((path) => path.slice(this.#prefix.length))
      .sort(byCodePoint)
    return this.#paths
  }

  /** Names of the files that lie directly in a folder (`''`: here). */
  filesIn(folder: string): string[] {
    return this.#names(folder, (rest) => !rest.includes('/'))
  }

  /** Names of the folders that lie directly in a folder, in the order a reader would count them. */
  foldersIn(folder: string): string[] {
    return this.#names(folder, (rest) => rest.includes('/')).sort(byName.compare)
  }

  /** The same files seen from a folder (`''`: from here). */
  within(folder: string): PackageFiles {
    return folder ? new PackageFiles(this.#files, `${this.#prefix}${folder}/`) : this
  }

  /** The same files and others beside them, which take the place of those of their paths. */
  and(others: ReadonlyMap<string, Uint8Array>): PackageFiles {
    const added = [...others].map(([path, bytes]) => [this.#prefix + path, bytes] as const)
    return new PackageFiles(new Map([...this.#files, ...added]), this.#prefix)
  }

  /** The path of a file as the whole package calls it, for messages. */
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
