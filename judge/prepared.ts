/**
 * Precompiled parts, made once per host and bound into its boxes: a header that everybody includes, or the packages of
 * a standard library. They are made in a box in the background, when the first source that they help arrives; until
 * then, and where making fails, sources are compiled without. The resulting program is the same, so they are not part of the
 * cache key.
 */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { BASE_ENV } from './environment.ts'
import { log, messageOf } from './health/log.ts'
import type { Preparation } from './languages/language.ts'
import type { Toolchain } from './languages/probe.ts'
import type { Sandbox } from './sandbox/box.ts'
import { head, Scratch } from './store/scratch.ts'
import { type Hold, Shelf } from './store/shelf.ts'

const MIB = 1024 * 1024
/** Size (bytes) for the headers of all C++ rows, and another set from before an upgrade. */
const CAPACITY = 3 * 1024 * MIB
const PRODUCT_BYTES = 512 * MIB
const LOG_BYTES = 4096
/** Folders that cannot be bound, because a box has its own in their place. */
const HIDDEN = /^\/(?:tmp|w|dev|proc)\//

const run = promisify(execFile)

/** Additions to a compilation: a folder to bind, arguments, and environment. */
export type Help = { root: string; words: string[]; env: Record<string, string> }

export class Prepared {
  readonly #sandbox: Sandbox
  readonly #shelf: Shelf
  readonly #scratchFolder: string
  /** By language key: null while it is made, or when making failed. */
  readonly #folders = new Map<string, string | null>()
  readonly #holds: Hold[] = []
  #seen = true
  /** Makes one after another, to leave the slots to judging. */
  #queue: Promise<void> = Promise.resolve()

  private constructor(sandbox: Sandbox, shelf: Shelf, scratchFolder: string) {
    this.#sandbox = sandbox
    this.#shelf = shelf
    this.#scratchFolder = scratchFolder
  }

  static async open(sandbox: Sandbox, folder: string, scratchFolder: string): Promise<Prepared> {
    const prepared = new Prepared(sandbox, await Shelf.open(folder, CAPACITY), scratchFolder)
    prepared.#seen = !HIDDEN.test(`${await realpath(folder)}/`)
    return prepared
  }

  /** The prepared part for this source; when missing, starts making it and returns null. */
  helpFor(toolchain: Toolchain, source: string): Help | null {
    const { language, version } = toolchain
    const preparation = language.compile.prepared
    if (!this.#seen || !preparation?.helps(source, version)) return null
    const root = this.#folders.get(language.key)
    if (root === undefined) this.#begin(toolchain, preparation)
    return root ? { root, ...preparation.use(root) } : null
  }

  /** Resolves when nothing is being made. */
  async drained(): Promise<void> {
    await this.#queue
  }

  #begin(toolchain: Toolchain, preparation: Preparation): void {
    const { key } = toolchain.language
    this.#folders.set(key, null)
    this.#queue = this.#queue.then(async () => {
      try {
        const name = await nameOf(toolchain, preparation)
        const hold = await this.#shelf.hold(name, (folder) => this.#make(folder, toolchain, preparation))
        this.#holds.push(hold)
        this.#folders.set(key, hold.path)
      } catch (error) {
        log('warning', 'compiling goes on without help', { language: key, error: messageOf(error) })
      }
    })
  }

  async #make(folder: string, { tool, roots, language }: Toolchain, preparation: Preparation): Promise<void> {
    const scratch = Scratch.open(this.#scratchFolder)
    const slot = await this.#sandbox.acquire({
      profile: 'compile',
      files: Object.entries(preparation.files).map(([name, content]) => ({ name, content })),
      writableBytes: PRODUCT_BYTES,
      roots,
      fullProc: language.fullProc ?? false,
    })
    try {
      const { cpuMs, memoryMb, processes, product } = preparation
      const outcome = await slot.run({
        argv: preparation.argv({ tool, memoryMb, stackMb: 64 }),
        env: { ...BASE_ENV, ...language.compile.env, ...preparation.env },
        stdin: null,
        stdout: null,
        stderr: scratch.file('errors'),
        limits: {
          cpuMs,
          wallMs: 10 * cpuMs,
          memoryBytes: memoryMb * MIB,
          stackBytes: 256 * MIB,
          outputBytes: PRODUCT_BYTES,
          processes,
        },
      })
      if (outcome.reason !== 'exited' || outcome.code !== 0) {
        throw new Error(`${outcome.reason} ${outcome.code}: ${head(scratch.file('errors'), LOG_BYTES)}`)
      }
      const place = join(folder, preparation.place)
      await mkdir(dirname(place), { recursive: true })
      if (!(await slot.collect(product, place, PRODUCT_BYTES))) throw new Error(`no ${product} was left`)
      if (preparation.unpack) {
        await run('tar', ['-xf', place, '-C', folder, '--no-same-owner', '--no-same-permissions'])
        await rm(place)
      }
      // The box runs as nobody.
      await run('chmod', ['-R', 'a+rX', folder])
      await chmod(folder, 0o755)
    } finally {
      await slot.release()
      scratch.remove()
    }
  }
}

/** Identity of a compiler binary; another one of the same version may not read the result. */
async function nameOf({ language, version, tool }: Toolchain, preparation: Preparation): Promise<string> {
  const binary = tool(language.tools[0] ?? '')
  const { size, mtimeMs } = await stat(binary)
  const argv = preparation.argv({ tool, memoryMb: 0, stackMb: 0 })
  const parts = [language.key, version, binary, size, mtimeMs, argv, preparation.env ?? {}, preparation.files]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
