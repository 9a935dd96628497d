/** Compiles sources in a box; programs are cached by the hash of all inputs. */

import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BASE_ENV } from './environment.ts'
import type { CompileStep, Language } from './languages/language.ts'
import type { Toolchain } from './languages/probe.ts'
import { presentable, say } from './messages.ts'
import { type Help, Prepared } from './prepared.ts'
import type { BoxFile, RunOutcome, Sandbox } from './sandbox/box.ts'
import { head, Scratch } from './store/scratch.ts'
import { type Hold, Shelf } from './store/shelf.ts'

/** A program ready to run: `path` is its file on the host, placed in a box as `language.product`. */
export type Program = {
  language: Language
  toolchain: Toolchain
  path: string
  /** Number of lines of its source. */
  lines: number
  /** Files that a run needs beside it. */
  modules: BoxFile[]
  release: () => void
}

export type Compilation =
  | { program: Program }
  /** Compile error, with the compiler's output. */
  | { refused: string }
  /** The box failed twice; says nothing about the source. */
  | { failed: string }

const MIB = 1024 * 1024
const LOG_BYTES = 64 * 1024
const PRODUCT_BYTES = 64 * MIB
const WORKSPACE_BYTES = 256 * MIB
/** Part of the cache key; raise it when compiling changes in a way that the other parts do not contain. */
const CACHE_VERSION = '2'

/** Thrown on a compile error, so that no cache entry is kept. */
class Refused extends Error {}
class BoxFailed extends Error {}

/** One compilation. */
type Work = {
  toolchain: Toolchain
  step: CompileStep
  /** Arguments after the command. */
  words: string[]
  files: BoxFile[]
  scratch: Scratch
  product: string
  signal: AbortSignal
}

export class Compiler {
  readonly #sandbox: Sandbox
  readonly #shelf: Shelf
  readonly #scratchFolder: string
  readonly prepared: Prepared

  private constructor(sandbox: Sandbox, shelf: Shelf, scratchFolder: string, prepared: Prepared) {
    this.#sandbox = sandbox
    this.#shelf = shelf
    this.#scratchFolder = scratchFolder
    this.prepared = prepared
  }

  static async open(
    sandbox: Sandbox,
    folder: string,
    capacity: number,
    scratchFolder: string,
  ): Promise<Compiler> {
    const prepared = await Prepared.open(sandbox, `${folder}-prepared`, scratchFolder)
    return new Compiler(sandbox, await Shelf.open(folder, capacity), scratchFolder, prepared)
  }

  /** Bytes of programs in the cache. */
  get bytes(): number {
    return this.#shelf.bytes
  }

  /** Compiles `written` with `beside` next to it; the same input compiles once. */
  async compile(
    toolchain: Toolchain,
    written: string,
    beside: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Compilation> {
    const { language } = toolchain
    // Drop a byte order mark, which some languages read as a letter or print.
    const source = written.replace(/^\uFEFF/, '')
    for (;;) {
      try {
        const hold = await this.#shelf.hold(
          keyOf(toolchain, source, beside),
          (folder) => this.#make(folder, toolchain, source, beside, signal),
          isWhole,
        )
        return { program: programOf(toolchain, source, beside, hold) }
      } catch (error) {
        if (error instanceof Refused) return { refused: error.message }
        if (error instanceof BoxFailed) {
          // The shared compilation was cancelled with another task; retry for this one.
          if (error.message === 'cancelled' && !signal.aborted) continue
          signal.throwIfAborted()
          return { failed: say('boxFailed', {}, `${language.name}: ${error.message}`) }
        }
        throw error
      }
    }
  }

  async #make(
    folder: string,
    toolchain: Toolchain,
    source: string,
    beside: Record<string, string>,
    signal: AbortSignal,
  ): Promise<void> {
    const { language } = toolchain
    await mkdir(folder)
    const product = join(folder, language.product)
    const scratch = Scratch.open(this.#scratchFolder)
    try {
      const placed = { ...language.compile.files, ...beside }
      const files: BoxFile[] = Object.entries(placed).map(([name, content]) => ({ name, content }))
      const unit = language.unit?.(source) ?? { file: language.source, words: [] }
      const words = [...unit.words, ...linkedWords(language, beside)]
      files.push({ name: unit.file, content: source })
      const work: Work = { toolchain, step: language.compile, words, files, scratch, product, signal }
      const help = this.prepared.helpFor(toolchain, source)
      let outcome = await this.#runTwiceIfBroken(work, help)
      // After a failure compile without the prepared files, so that errors and limits are the usual ones.
      if (help && outcome !== 'made') outcome = await this.#runTwiceIfBroken(work, null)
      if (outcome !== 'made') throw new Refused(await refusal(outcome, scratch, toolchain.roots))
      await seal(folder, language.product)
    } finally {
      scratch.remove()
    }
  }

  async #runTwiceIfBroken(work: Work, help: Help | null): Promise<RunOutcome | 'made'> {
    const { signal } = work
    const first = await this.#run(work, help)
    if (first === 'made' || first.reason !== 'failed') return first
    if (signal.aborted) throw new BoxFailed('cancelled')
    const second = await this.#run(work, help)
    if (second === 'made' || second.reason !== 'failed') return second
    throw new BoxFailed(signal.aborted ? 'cancelled' : (second.detail ?? ''))
  }

  async #run(work: Work, help: Help | null): Promise<RunOutcome | 'made'> {
    const { step, words, files, scratch, product, signal } = work
    const { language, tool, roots } = work.toolchain
    const slot = await this.#sandbox.acquire({
      profile: 'compile',
      files,
      writableBytes: WORKSPACE_BYTES,
      roots: help ? [...roots, help.root] : roots,
      fullProc: language.fullProc ?? false,
    })
    const cancel = () => slot.cancel()
    signal.addEventListener('abort', cancel)
    try {
      if (signal.aborted) throw new BoxFailed('cancelled')
      const outcome = await slot.run({
        argv: [
          ...step.argv({ tool, memoryMb: step.memoryMb, stackMb: 64 }),
          ...words,
          ...(help?.words ?? []),
        ],
        env: { ...BASE_ENV, ...step.env, ...help?.env },
        stdin: null,
        stdout: scratch.file('log'),
        stderr: scratch.file('errors'),
        stderrBytes: LOG_BYTES,
        limits: {
          cpuMs: step.cpuMs,
          wallMs: step.wallMs,
          memoryBytes: step.memoryMb * MIB,
          stackBytes: 256 * MIB,
          outputBytes: PRODUCT_BYTES,
          processes: step.processes,
        },
      })
      if (outcome.reason !== 'exited' || outcome.code !== 0) return outcome
      return (await slot.collect(language.product, product, PRODUCT_BYTES)) ? 'made' : outcome
    } finally {
      signal.removeEventListener('abort', cancel)
      await slot.release()
    }
  }
}

/** Messages of compilers and linkers about the file size limit. */
const TOO_LARGE = /File size limit exceeded|File too large/

/** Output of the compiler, after our own sentence when it was stopped. */
async function refusal(outcome: RunOutcome, scratch: Scratch, roots: readonly string[]): Promise<string> {
  const errors = head(scratch.file('errors'), LOG_BYTES)
  const said = [errors, head(scratch.file('log'), LOG_BYTES)].filter(Boolean).join('\n')
  const log = presentable(said, roots).slice(0, LOG_BYTES)
  if (outcome.reason === 'cpu' || outcome.reason === 'wall') return say('compilerTime', {}, log)
  if (outcome.reason === 'memory') return say('compilerMemory', {}, log)
  if (outcome.reason === 'output' || TOO_LARGE.test(log))
    return say('programTooLarge', { limit: PRODUCT_BYTES / MIB }, log)
  if (outcome.reason === 'exited' && outcome.code === 0) return say('compilerLeftNothing', {}, log)
  return log || say('compilerLeftNothing')
}

/** Arguments that link the extra files of a problem with the source, such as the grader of a function. */
function linkedWords({ linked }: Language, beside: Record<string, string>): string[] {
  const names = Object.keys(beside).filter((name) => linked?.names.test(name))
  return linked && names.length > 0 ? [...names, ...linked.words] : []
}

function keyOf(
  { language, version, tool }: Toolchain,
  source: string,
  beside: Record<string, string>,
): string {
  const argv = language.compile.argv({ tool, memoryMb: 0, stackMb: 0 })
  const files = Object.entries(beside).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(
      JSON.stringify([
        CACHE_VERSION,
        language.key,
        version,
        argv,
        language.compile.env ?? {},
        language.compile.files ?? {},
        files,
        source,
        // Programs without them keep their keys.
        ...linkedWords(language, beside),
      ]),
    )
    .digest('hex')
}

function programOf(
  toolchain: Toolchain,
  source: string,
  beside: Record<string, string>,
  hold: Hold,
): Program {
  const { language } = toolchain
  const modules = Object.entries(beside)
    .filter(([name]) => name !== language.product && language.modules?.test(name))
    .map(([name, content]) => ({ name, content }))
  return {
    language,
    toolchain,
    modules,
    path: join(hold.path, language.product),
    lines: source.split('\n').length,
    release: hold.release,
  }
}

/** Writes the hash beside the program, so that a file damaged by a power cut is not run. */
async function seal(folder: string, product: string): Promise<void> {
  await writeFile(join(folder, 'seal'), `${product}\n${await sumOf(join(folder, product))}`)
}

async function isWhole(folder: string): Promise<boolean> {
  const [product, sum] = (await readFile(join(folder, 'seal'), 'utf8').catch(() => '')).split('\n')
  if (!product || !sum) return false
  return (await sumOf(join(folder, product)).catch(() => '')) === sum
}

async function sumOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}
