/**
 * What a compiler would do again for every source, done once per host and bound into its boxes: the
 * precompiled form of a header everybody includes, or the packages of a standard library. It is made in a
 * box like everything else, in the background when the first source comes that it would help; until it is
 * there, and where it cannot be made, sources are compiled without. What comes out is the same either way,
 * so none of this is part of the key under which a program is kept.
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
/** Holds the precompiled headers of every row of C++, and one more of everything from before an upgrade. */
const CAPACITY = 3 * 1024 * MIB
const PRODUCT_BYTES = 512 * MIB
const LOG_BYTES = 4096
/** Folders are bound at their own place, and a box has something else in these. */
const HIDDEN = /^\/(?:tmp|w|dev|proc)\//

const run = promisify(execFile)

/** What one compilation gets: a folder to bind, words for the command line, and settings. */
export type Help = { root: string; words: string[]; env: Record<string, string> }

export class Prepared {
  readonly #sandbox: Sandbox
  readonly #shelf: Shelf
  readonly #scratchFolder: string
  /** By language key: null while it is being made, and for good when it cannot be. */
  readonly #folders = new Map<string, string | null>()
  readonly #holds: Hold[] = []
  #seen = true
  /** One after the other: a host that has just started has better things to do with its slots. */
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

  /** What helps to compile this source, when it is there; when it is not, it soon will be. */
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
      // The account in the box is nobody's.
      await run('chmod', ['-R', 'a+rX', folder])
      await chmod(folder, 0o755)
    } finally {
      await slot.release()
      scratch.remove()
    }
  }
}

/** Another compiler of the same version may not understand what this one has made. */
async function nameOf({ language, version, tool }: Toolchain, preparation: Preparation): Promise<string> {
  const binary = tool(language.tools[0] ?? '')
  const { size, mtimeMs } = await stat(binary)
  const argv = preparation.argv({ tool, memoryMb: 0, stackMb: 0 })
  const parts = [language.key, version, binary, size, mtimeMs, argv, preparation.env ?? {}, preparation.files]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
