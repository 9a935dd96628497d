/**
 * Whether this host is fit to judge. What fails because of the host itself (no room on the disk, no memory, a
 * process that gets no turn, a sandbox that fails, test data that comes damaged or not at all) takes it out of
 * service: it takes no work, gives back what it could not do, says why in its row, and comes back when the cause is
 * gone. A host to which something happens that nobody can explain proves itself before it is trusted again.
 */

import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { say } from '../messages.ts'
import type { JudgementReport } from '../protocol.ts'
import { BlobCorrupt, BlobMissing, LinkBroken } from '../store/blobs.ts'
import { log, messageOf } from './log.ts'
import { availableMemory } from './memory.ts'

/** What the transport asks of the host's health. */
export type Health = {
  /** Why it takes no work, as a message; null while it does. */
  readonly reason: string | null
  /** Resolves as soon as it may take work. */
  fit: () => Promise<void>
  /** Whether this host and not the task is to blame for what was thrown; it is out of service then. */
  blame: (error: unknown) => Promise<boolean>
  /** The same of a report: a box that failed may be the program's doing, or the host's. */
  blameReport: (report: Pick<JudgementReport, 'verdict' | 'message'>) => Promise<boolean>
  /** A task has stood still for too long. */
  stalled: () => void
}

/** The health of a host that has nothing to go wrong. */
export const SOUND: Health = {
  reason: null,
  fit: async () => undefined,
  blame: async () => false,
  blameReport: async () => false,
  stalled: () => undefined,
}

export type HealthOptions = {
  /** Where test data and programs are kept. */
  cacheFolder: string
  /** Free bytes below which nothing is judged. */
  leastDisk: number
  leastMemory: number
  /** Fetches a blob again; rejects when its bytes do not match its hash. */
  prove: (hash: string) => Promise<void>
  /** Compiles and runs a program in the box; rejects when that does not work. */
  tryBox: () => Promise<void>
}

const LOOK_INTERVAL = 1000
/** The process got no turn for so long (ms): whatever it measures now is not true. */
const LONGEST_LAG = 2000
const MARGIN = 1.25
/** A box that has not shown for so long (ms) that it works does not. */
const PATIENCE = 60_000
/** With fewer files left, or with less that can be written, a disk is full whatever it says. */
const LEAST_FILES = 1000
const DRAFT = Buffer.alloc(1024 ** 2)
/** Waits before the tries to get a corrupt blob whole (ms); if none does, the site's copy is to blame. */
const PROVING = [1000, 2000, 4000]
const MIB = 1024 ** 2

const CAUSES = ['hostDisk', 'hostMemory', 'hostStalled', 'hostTestset', 'hostLink', 'hostSandbox'] as const
type Cause = (typeof CAUSES)[number]

export class HostHealth implements Health {
  readonly #options: HealthOptions
  readonly #causes = new Map<Cause, string>()
  readonly #spoiled = new Set<string>()
  readonly #lag = monitorEventLoopDelay({ resolution: 20 })
  readonly #timer: NodeJS.Timeout
  #waiting: (() => void)[] = []
  #looking: Promise<void> | null = null
  #proof: Promise<void> | null = null
  /** The disk took no more, although it says that it has room. */
  #refused = false
  #closed = false

  constructor(options: HealthOptions) {
    this.#options = options
    this.#lag.enable()
    this.#timer = setInterval(() => void this.#look(), LOOK_INTERVAL)
  }

  get reason(): string | null {
    const [first] = this.#causes.values()
    return first ?? null
  }

  /** Everything that may be wrong with a host, and whether it is. */
  get ailments(): Record<string, boolean> {
    return Object.fromEntries(
      CAUSES.map((cause) => [cause.slice('host'.length).toLowerCase(), this.#causes.has(cause)]),
    )
  }

  async fit(): Promise<void> {
    while (this.#causes.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async blame(error: unknown): Promise<boolean> {
    if (error instanceof BlobCorrupt) {
      if (this.#spoiled.has(error.hash)) return false
      this.#begin('hostTestset', say('hostTestset', {}, error.message), () => this.#proveBlob(error.hash))
      return true
    }
    if (error instanceof BlobMissing) return false
    if (error instanceof LinkBroken) {
      const { hash } = error
      this.#begin('hostLink', say('hostLink', {}, error.message), () => this.#repeat(() => this.#reach(hash)))
      return true
    }
    const code = error instanceof Error && 'code' in error ? error.code : null
    // A quota, or a file system of its own below the cache, is full before the disk is.
    if (code === 'ENOSPC' || code === 'EDQUOT') this.#refused = true
    await this.#look()
    if (code === 'ENOMEM') this.#set('hostMemory', say('hostMemory', { free: 0 }))
    return this.#causes.size > 0 || this.#blameBox()
  }

  async blameReport({ verdict, message }: Pick<JudgementReport, 'verdict' | 'message'>): Promise<boolean> {
    if (verdict !== 'JUDGE_ERROR' || !message?.startsWith(say('boxFailed'))) return false
    await this.#look()
    return this.#causes.size > 0 || this.#blameBox()
  }

  /** Out of service when the box fails without anybody's program in it. */
  async #blameBox(): Promise<boolean> {
    const fault = await this.#tryBox().then(
      () => null,
      (error: unknown) => messageOf(error),
    )
    await this.#look()
    if (fault !== null)
      this.#begin('hostSandbox', say('hostSandbox', {}, fault), () => this.#repeat(() => this.#tryBox()))
    return this.#causes.size > 0
  }

  /** One proof at a time, however many wait for it. */
  async #tryBox(): Promise<void> {
    this.#proof ??= this.#options.tryBox().finally(() => {
      this.#proof = null
    })
    const late = new AbortController()
    const tooLong = delay(PATIENCE, null, { ref: false, signal: late.signal }).then(() => {
      throw new Error('the sandbox does not answer')
    })
    tooLong.catch(() => undefined)
    await Promise.race([this.#proof, tooLong]).finally(() => late.abort())
  }

  stalled(): void {
    this.#begin('hostStalled', say('hostStalled'), () => this.#repeat(() => this.#tryBox()))
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    this.#lag.disable()
  }

  #look(): Promise<void> {
    this.#looking ??= this.#examine().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #examine(): Promise<void> {
    const { leastMemory } = this.#options
    const free = await this.#freeDisk()
    this.#set('hostDisk', free === null ? null : say('hostDisk', { free: Math.floor(free / MIB) }))
    const memory = await availableMemory()
    const lacksMemory = memory !== null && memory < this.#least('hostMemory', leastMemory)
    this.#set('hostMemory', lacksMemory ? say('hostMemory', { free: Math.floor(memory / MIB) }) : null)
    const lag = this.#lag.max / 1e6
    this.#lag.reset()
    if (lag > LONGEST_LAG && !this.#causes.has('hostStalled')) this.stalled()
  }

  /** What is nearly full again at once is not fit yet. */
  #least(cause: Cause, bytes: number): number {
    return this.#causes.has(cause) ? bytes * MARGIN : bytes
  }

  /** Bytes that may still be written, when they are too few; null when there is room, or nobody can tell. */
  async #freeDisk(): Promise<number | null> {
    const { cacheFolder, leastDisk } = this.#options
    const disk = await statfs(cacheFolder).catch(() => null)
    const free = disk ? disk.bavail * disk.bsize : null
    if (free !== null && free < this.#least('hostDisk', leastDisk)) return free
    // Not every file system counts its files.
    if (disk && disk.files > 0 && disk.ffree < this.#least('hostDisk', LEAST_FILES)) return 0
    if (this.#refused && !(await canWrite(cacheFolder))) return 0
    this.#refused = false
    return null
  }

  /** Out of service until `mend` ends. */
  #begin(cause: Cause, reason: string, mend: () => Promise<void>): void {
    if (this.#causes.has(cause) || this.#closed) return
    this.#set(cause, reason)
    void mend().finally(() => this.#set(cause, null))
  }

  #set(cause: Cause, reason: string | null): void {
    const before = this.#causes.get(cause)
    if (reason === null) this.#causes.delete(cause)
    else this.#causes.set(cause, reason)
    if (reason !== null && before === undefined) log('warning', 'out of service', { reason })
    if (this.#causes.size > 0 || (before === undefined && reason === null)) return
    if (before !== undefined) log('note', 'in service again', { after: cause })
    for (const go of this.#waiting.splice(0)) go()
  }

  async #proveBlob(hash: string): Promise<void> {
    for (const wait of PROVING) {
      await delay(wait, undefined, { ref: false })
      try {
        return await this.#options.prove(hash)
      } catch (error) {
        log('warning', 'test data is still corrupt', { hash, error: messageOf(error) })
      }
    }
    this.#spoiled.add(hash)
  }

  /** Whether the site gives this host blobs again; what they are like is another question. */
  async #reach(hash: string): Promise<void> {
    await this.#options.prove(hash).catch((error: unknown) => {
      if (!(error instanceof BlobCorrupt || error instanceof BlobMissing)) throw error
    })
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (!this.#closed) {
      await delay(LOOK_INTERVAL, undefined, { ref: false })
      const works = await act().then(
        () => true,
        () => false,
      )
      if (works) return
    }
  }
}

async function canWrite(folder: string): Promise<boolean> {
  const path = join(folder, `.room-${process.pid}`)
  const written = await writeFile(path, DRAFT).then(
    () => true,
    () => false,
  )
  await rm(path, { force: true }).catch(() => undefined)
  return written
}
