/** Row of the language table, and constants that several rows share. */

import type { CrashForm } from './crashes.ts'

/** Values that a command line can depend on. */
export type Toolbox = {
  /** Path inside the box of a tool named in `tools`. */
  tool: (name: string) => string
  /** Memory of the program in MiB, after the factor. */
  memoryMb: number
  stackMb: number
}

export type CompileStep = {
  argv: (box: Toolbox) => string[]
  /** Files placed beside the source, by name. */
  files?: Record<string, string>
  env?: Record<string, string>
  cpuMs: number
  wallMs: number
  memoryMb: number
  processes: number
  /** Preparation that runs once per host to make compiling faster. */
  prepared?: Preparation
  /** Command shown on the introduction page when `argv` would not help a reader. */
  shown?: string
}

/** Output of a compiler that is made once and used for many sources; prepared.ts caches it. */
export type Preparation = {
  /** Whether this source compiles faster with it, to the same program. */
  helps: (source: string, version: string) => boolean
  files: Record<string, string>
  argv: (box: Toolbox) => string[]
  env?: Record<string, string>
  /** Output file, and its path in the bound folder. With `unpack`, an archive is extracted there. */
  product: string
  place: string
  unpack?: boolean
  cpuMs: number
  memoryMb: number
  processes: number
  /** Arguments and environment that make the compiler use the folder. */
  use: (folder: string) => { words: string[]; env: Record<string, string> }
}

export type Language = {
  /** Stable: stored in submissions and problems. */
  key: string
  name: string
  /** The toolchain's name, shown before its version. */
  toolchain: string
  /** Programs that a host must have; the first one prints the version. */
  tools: readonly string[]
  /** Arguments that make the first tool print its version, and the pattern that finds it in the text. */
  version: { args: readonly string[]; pattern: RegExp }
  /** Arguments that make the first tool, perhaps a launcher outside /usr, print the root of its installation. */
  home?: readonly string[]
  /** Directories outside /usr the toolchain reads, bound when they exist. */
  roots?: readonly string[]
  /** Whether it needs more of /proc than a native program: virtual machines read their own memory maps. */
  fullProc?: boolean
  source: string
  /** File name that the source determines itself, and further arguments of the compile command. */
  unit?: (source: string) => { file: string; words: string[] }
  /** Name of the problem's extra files that are compiled and linked with the source, and arguments behind them. */
  linked?: { names: RegExp; words: string[] }
  /** File that the compiler makes and a run needs; equal to `source` when that is only checked. */
  product: string
  compile: CompileStep
  /** Names of the problem's extra files that a program loads at run time, not at compile time. */
  modules?: RegExp
  run: (box: Toolbox) => string[]
  /** Set when the product is an archive of all program files; every run extracts it into `roomBytes`. */
  unpacked?: { roomBytes: number }
  runEnv?: Record<string, string>
  timeFactor: 1 | 2
  memoryFactor: 1 | 2
  /** Memory (MiB) of the runtime itself, added to the limit of the box. */
  runtimeMb: number
  /** Threads of the runtime itself, added to the problem's process limit. */
  runtimeProcesses: number
  /** Pattern in stderr when a program ran out of memory; null when the runtime prints nothing. */
  outOfMemory: RegExp | null
  crash: CrashForm
  /** Whether checkers and interactors may be written in it. */
  checker: boolean
  /** MIME type the REST clients expect. */
  contentType: string
  /** Language id of the editor. */
  monaco: string
  comment: { line: string | null; block: readonly [string, string] | null }
  /** An A+B program. */
  template: string
  /** Test program of a host for this language, instead of the template; prints nothing. */
  smoke?: string
}

export const SLASHES = { line: '//', block: ['/*', '*/'] } as const
export const HASHES = { line: '#', block: null } as const

/** Shared by all rows that are not C or C++. */
export const MANAGED = { timeFactor: 2, memoryFactor: 2, checker: true } as const
