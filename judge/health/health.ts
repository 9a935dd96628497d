/**
 * Health of this host. A failure of the host itself takes it out of service: a full disk, no free memory, a
 * stalled process, a failing sandbox, test data that arrives corrupt or not at all. Out of service it takes no
 * work, hands back failed tasks, shows the reason in its row, and returns when the cause is gone. After a stall
 * or an unexplained failure it tests its sandbox before it takes work again.
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

/** Health of a host, as the transport uses it. */
export type Health = {
  /** Message why the host takes no work; null while it is in service. */
  readonly reason: string | null
  /** Resolves when the host is in service. */
  fit: () => Promise<void>
  /** Whether the host caused a thrown error, not the task; if so, it is out of service now. */
  blame: (error: unknown) => Promise<boolean>
  /** The same for a report: the program or the host may have caused a failed box. */
  blameReport: (report: Pick<JudgementReport, 'verdict' | 'message'>) => Promise<boolean>
  /** Takes the host out of service because a task stalled. */
  stalled: () => void
}

/** Health that is always in service. */
export const SOUND: Health = {
  reason: null,
  fit: async () => undefined,
  blame: async () => false,
  blameReport: async () => false,
  stalled: () => undefined,
}

export type HealthOptions = {
  /** Folder of test data and compiled programs. */
  cacheFolder: string
  /** Free bytes (disk, memory) below which the host takes no work. */
  leastDisk: number
  leastMemory: number
  /** Fetches a blob again; rejects when its bytes do not match its hash. */
  prove: (hash: string) => Promise<void>
  /** Compiles and runs a program in the box; rejects when that does not work. */
  tryBox: () => Promise<void>
}

const LOOK_INTERVAL = 1000
/** Event loop lag (ms) above which the process's measurements are wrong. */
const LONGEST_LAG = 2000
const MARGIN = 1.25
/** Time limit (ms) of a sandbox test. */
const PATIENCE = 60_000
/** Free inodes below which the disk counts as full, whatever its free bytes. */
const LEAST_FILES = 1000
/** Test write (1 MiB); when it fails, the disk counts as full. */
const DRAFT = Buffer.alloc(1024 ** 2)
/** Delays (ms) before each new fetch of a corrupt blob; when all fail, the site's copy is corrupt. */
const PROVING = [1000, 2000, 4000]
const MIB = 1024 ** 2

const CAUSES = ['hostDisk', 'hostMemory', 'hostStalled', 'hostTestset', 'hostLink', 'hostSandbox'] as const
type Cause = (typeof CAUSES)[number]

export class HostHealth implements Health {
  readonly #options: HealthOptions
  readonly #causes = new Map<Cause, string>()
  /** Hashes of blobs whose stored copy is corrupt; a failure with one of them is no fault of this host. */
  readonly #corruptBlobs = new Set<string>()
  readonly #lag = monitorEventLoopDelay({ resolution: 20 })
  readonly #timer: NodeJS.Timeout
  #waiting: (() => void)[] = []
  #looking: Promise<void> | null = null
  #proof: Promise<void> | null = null
  /** Whether a write failed for lack of space, although the disk may report free bytes. */
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

  /** Possible causes of being out of service, and whether each is present. */
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
      if (this.#corruptBlobs.has(error.hash)) return false
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
    // A quota, or a separate file system inside the cache folder, can be full before the disk.
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

  /** Tests the sandbox with our own program; returns whether the host is out of service then. */
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

  /** Tests the sandbox; concurrent callers share one test. Rejects when it fails or exceeds `PATIENCE`. */
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

  /** Threshold of a resource, larger by `MARGIN` while it is exhausted, so that the host does not flap. */
  #least(cause: Cause, bytes: number): number {
    return this.#causes.has(cause) ? bytes * MARGIN : bytes
  }

  /** Free bytes when they are too few, 0 when no file can be written; null when there is room, or unknown. */
  async #freeDisk(): Promise<number | null> {
    const { cacheFolder, leastDisk } = this.#options
    const disk = await statfs(cacheFolder).catch(() => null)
    const free = disk ? disk.bavail * disk.bsize : null
    if (free !== null && free < this.#least('hostDisk', leastDisk)) return free
    // Some file systems do not count inodes.
    if (disk && disk.files > 0 && disk.ffree < this.#least('hostDisk', LEAST_FILES)) return 0
    if (this.#refused && !(await canWrite(cacheFolder))) return 0
    this.#refused = false
    return null
  }

  /** Takes the host out of service until `mend` settles. */
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
    this.#corruptBlobs.add(hash)
  }

  /** Resolves when the site answers a fetch again, even with a corrupt or missing blob; else rejects. */
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
