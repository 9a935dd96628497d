/** What is known of one language, and what several of them share. */

import type { CrashForm } from './crashes.ts'

/** What a command line may depend on. */
export type Toolbox = {
  /** Path inside the box of a tool named in `tools`. */
  tool: (name: string) => string
  /** Memory of the program in MiB, after the factor. */
  memoryMb: number
  stackMb: number
}

export type CompileStep = {
  argv: (box: Toolbox) => string[]
  /** Placed beside the source. */
  files?: Record<string, string>
  env?: Record<string, string>
  cpuMs: number
  wallMs: number
  memoryMb: number
  processes: number
  /** What is done once per host to make this faster. */
  prepared?: Preparation
  /** Shown on the introduction page instead of argv where argv would not help a reader. */
  shown?: string
}

/** Something a compiler makes once and uses for many sources; prepared.ts keeps it. */
export type Preparation = {
  /** Would this source be compiled faster with it, and to the same program? */
  helps: (source: string, version: string) => boolean
  files: Record<string, string>
  argv: (box: Toolbox) => string[]
  env?: Record<string, string>
  /** What it leaves, and its place in the folder that is bound; an archive is unpacked there. */
  product: string
  place: string
  unpack?: boolean
  cpuMs: number
  memoryMb: number
  processes: number
  /** Arguments that name the folder to the compiler. */
  use: (folder: string) => { words: string[]; env: Record<string, string> }
}

export type Language = {
  /** Stable: stored in submissions and problems. */
  key: string
  name: string
  /** The toolchain's name, shown before its version. */
  toolchain: string
  /** Programs that must be found on a host; the first one is asked for the version. */
  tools: readonly string[]
  /** Arguments that make the first tool print its version, and where in the text it stands. */
  version: { args: readonly string[]; pattern: RegExp }
  /** Arguments that make the first tool print the root of its installation (it may be a launcher outside /usr). */
  home?: readonly string[]
  /** Directories outside /usr the toolchain reads, bound when they exist. */
  roots?: readonly string[]
  /** Needs more of /proc than a plain program (virtual machines read their own maps). */
  fullProc?: boolean
  source: string
  /** What a source is called where it says so itself, and what the compile command is told of it as further words. */
  unit?: (source: string) => { file: string; words: string[] }
  /** What the compiler leaves and the run needs; equal to `source` when it is only looked over. */
  product: string
  compile: CompileStep
  /** Extra files of a problem that a program reads when it runs, not when it is compiled: its modules. */
  modules?: RegExp
  run: (box: Toolbox) => string[]
  /** The product holds all files of the program, and unpacks itself in so much room before it runs. */
  unpacked?: { roomBytes: number }
  runEnv?: Record<string, string>
  timeFactor: 1 | 2
  memoryFactor: 1 | 2
  /** MiB granted on top for the runtime itself. */
  runtimeMb: number
  /** Threads the runtime starts on its own, granted on top of the problem's process limit. */
  runtimeProcesses: number
  /** Found in what a dying program says on stderr: it ran out of memory. */
  outOfMemory: RegExp | null
  /** How its runtime tells of a program that died. */
  crash: CrashForm
  /** May a checker or an interactor be written in it? */
  checker: boolean
  /** MIME type the REST clients expect. */
  contentType: string
  /** Language id of the editor. */
  monaco: string
  comment: { line: string | null; block: readonly [string, string] | null }
  /** An A+B program. */
  template: string
  /** Compiled and run instead of the template when a host tries the language; prints nothing. */
  smoke?: string
}

export const SLASHES = { line: '//', block: ['/*', '*/'] } as const
export const HASHES = { line: '#', block: null } as const

/** Shared by all rows that are not C or C++. */
export const MANAGED = { timeFactor: 2, memoryFactor: 2, checker: true } as const
