/**
 * The only caller of the sandbox binary. A `Sandbox` is one long-lived `sandboxd`; a `Slot` is one
 * set of namespaces that serves a submission; a run is one boxed process.
 */

import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Daemon } from './client/daemon.ts'
import type { FrameReader, FrameWriter } from './client/frames.ts'
import {
  failedOutcome,
  readAnswer,
  readOutcome,
  VERB,
  writeOpening,
  writePath,
  writeRun,
} from './client/requests.ts'

/** A file placed in the slot's /w before anything runs there. */
export type BoxFile = { name: string; mode?: number } & ({ path: string } | { content: string | Uint8Array })

export type SlotSpec = {
  /**
   * 'compile' can write to /w (tmpfs of `writableBytes`); for 'run' and 'checker' /w is read-only unless
   * `writableBytes` is positive.
   */
  profile: 'run' | 'compile' | 'checker'
  files: BoxFile[]
  /** Size of a fresh writable tmpfs at /w for every run (file IO, languages that need it); 0: /w is read-only. */
  writableBytes: number
  /** Host directories bound read-only at the same path, outside the base tree (toolchains outside /usr). */
  roots: string[]
  /** Whether more of /proc is visible than with `subset=pid`; JVM and Node need it. */
  fullProc?: boolean
}

export type RunLimits = {
  cpuMs: number
  wallMs: number
  memoryBytes: number
  stackBytes: number
  /** Limit (bytes) of stdout and of each written file. */
  outputBytes: number
  processes: number
}

export type RunSpec = {
  /** argv[0] is a path inside the box. */
  argv: string[]
  env: Record<string, string>
  /** Host path read as stdin; null: empty. */
  stdin: string | null
  /**
   * Host paths that receive stdout and stderr; null: discarded (still capped). The box never sees these paths.
   * Content of an earlier run is removed; when nothing was written, there may be no file.
   */
  stdout: string | null
  stderr: string | null
  /** Whether a stdout of at most 4 KiB is returned with the outcome, without a file. */
  answerShort?: boolean
  /** Cap for stderr (64 KiB when not given); bytes beyond are dropped without a verdict. */
  stderrBytes?: number
  /** Files in /w for this run only, beside the slot's files; the run gets a new /w (in 'compile' it is kept). */
  files?: BoxFile[]
  /** Whether the run gets the /w of the run before it, whose room does not grow, with `files` in place of older ones. */
  keep?: boolean
  limits: RunLimits
}

/** Result of a run. `failed` is a failure of the box, never of the program: it must become JUDGE_ERROR. */
export type RunOutcome = {
  reason: 'exited' | 'signalled' | 'cpu' | 'wall' | 'memory' | 'output' | 'failed'
  /** Exit code when exited, signal number when signalled. */
  code: number
  /** CPU time of all processes of the run, in microseconds. */
  cpuUs: number
  wallUs: number
  /** Peak memory of all processes of the run together. */
  peakBytes: number
  /** In a pair, all that the program wrote except to stderr; not counted for an interactor. */
  stdoutBytes: number
  stderrBytes: number
  /** Complete stdout, when `answerShort` is set and it is short; otherwise the file has it. */
  stdout?: Uint8Array
  /** What failed, when reason is 'failed'. */
  detail: string | null
}

/** Result of an interactive run. */
export type PairOutcome = {
  program: RunOutcome
  interactor: RunOutcome
  /** Whether the interactor ended, or closed its input, before it could know that the program had ended. */
  interactorLeft: boolean
  /** Whether the program ended before the interactor had read all its output. */
  unheard: boolean
}

export interface Slot {
  /** Runs one process. Calls are queued: a second call is sent at once and runs after the first one. */
  run(spec: RunSpec): Promise<RunOutcome>
  /**
   * Copies a regular file out of the slot's /w to a host path. It is opened inside with
   * RESOLVE_BENEATH|NO_SYMLINKS, and must have one link (nlink 1) and at most `maxBytes`. Returns false when
   * there is no such file.
   */
  collect(name: string, to: string, maxBytes: number): Promise<boolean>
  /** Collects a file and removes it from /w. */
  take(name: string, to: string, maxBytes: number): Promise<boolean>
  /** Kills the running process and drops queued ones; pending runs get reason 'failed', detail 'cancelled'. */
  cancel(): void
  /** Releases the slot: its namespaces are destroyed, and a new slot is prepared in the background. */
  release(): Promise<void>
}

export interface Sandbox {
  /**
   * Protections that are active on this host, e.g.
   * ['pid','mount','net','ipc','seccomp','cgroup.memory','cgroup.cpu','cgroup.pids'].
   */
  readonly protections: string[]
  /** Waits for a free slot; rejects when it cannot be prepared, or the sandbox is closed. */
  acquire(spec: SlotSpec): Promise<Slot>
  /**
   * Runs a program and an interactor, each in its own slot, with crossed pipes; resolves when both have ended.
   * With `record`, a host path, a relay process records the conversation there (see transcript.ts).
   */
  interact(
    program: { slot: Slot; spec: RunSpec },
    interactor: { slot: Slot; spec: RunSpec },
    record?: string | null,
  ): Promise<PairOutcome>
  close(): Promise<void>
}

export type SandboxOptions = {
  /** Path of the sandboxd binary; default: judge/sandbox/build/sandboxd of this installation. */
  binary?: string
  /** Number of slots that may run at once, each pinned to a core when there are enough. */
  slots: number
  /** Start although memory or process limits cannot be enforced exactly. */
  allowWeak?: boolean
  /** Host folder of the inputs. A stdin from elsewhere is copied first, so that a box sees no host path. */
  inputs?: string
}

/** Time (ms) without a greeting after which `sandboxd` counts as stuck. */
const GREETING = 20_000
/** Lifetime (ms) of `sandboxd` below which the next start is delayed, longer each time. */
const SHORT_LIFE = 10_000
const FIRST_WAIT = 100
const LONGEST_WAIT = 5_000

/** Path of the binary: beside this file in the source tree, or in the tree that the bundle was built from. */
function findBinary() {
  const here = dirname(fileURLToPath(import.meta.url))
  const places = [join(here, 'build/sandboxd'), join(here, '../judge/sandbox/build/sandboxd')]
  return places.find((place) => existsSync(place)) ?? 'sandboxd'
}

class BoxSlot implements Slot {
  readonly daemon: Daemon
  readonly handle: number

  constructor(daemon: Daemon, handle: number) {
    this.daemon = daemon
    this.handle = handle
  }

  async run(spec: RunSpec): Promise<RunOutcome> {
    const outcome = await this.daemon.ask(
      VERB.run,
      (frame) => writeRun(frame, this.handle, spec),
      (frame) => readOutcome(frame, spec),
    )
    return outcome ?? failedOutcome(this.daemon.ending)
  }

  collect(name: string, to: string, maxBytes: number): Promise<boolean> {
    return this.#collect(name, to, maxBytes, false)
  }

  take(name: string, to: string, maxBytes: number): Promise<boolean> {
    return this.#collect(name, to, maxBytes, true)
  }

  async #collect(name: string, to: string, maxBytes: number, taking: boolean): Promise<boolean> {
    const answer = await this.daemon.ask(
      VERB.collect,
      (frame) =>
        frame
          .u32(this.handle)
          .text(name)
          .text(resolve(to))
          .u64(maxBytes)
          .u32(taking ? 1 : 0),
      readAnswer,
    )
    if (!answer) throw new Error(this.daemon.ending)
    if (answer.number > 1) throw new Error(`collecting ${name}: ${answer.words}`)
    return answer.number === 1
  }

  cancel() {
    this.daemon.tell(VERB.cancel, (frame) => frame.u32(this.handle))
  }

  async release() {
    await this.daemon.ask(
      VERB.close,
      (frame) => frame.u32(this.handle),
      () => true,
    )
  }
}

class BoxSandbox implements Sandbox {
  protections: string[] = []
  #daemon: Promise<Daemon>
  #options: SandboxOptions
  #closed = false
  #wait = 0

  constructor(options: SandboxOptions) {
    this.#options = options
    this.#daemon = this.#start()
  }

  async ready() {
    await this.#daemon
  }

  async acquire(spec: SlotSpec): Promise<Slot> {
    for (;;) {
      const daemon = await this.#daemon
      const answer = await daemon.ask(VERB.open, (frame) => writeOpening(frame, spec), readAnswer)
      if (this.#closed) throw new Error('the sandbox is closed')
      if (answer?.number) return new BoxSlot(daemon, answer.number)
      if (answer) throw new Error(`preparing a slot: ${answer.words}`)
      if (daemon.fault) throw new Error(daemon.ending)
      await daemon.gone // then the next one is being started
    }
  }

  async interact(
    program: { slot: Slot; spec: RunSpec },
    interactor: { slot: Slot; spec: RunSpec },
    record: string | null = null,
  ) {
    const [first, second] = [program.slot, interactor.slot]
    if (!(first instanceof BoxSlot && second instanceof BoxSlot))
      throw new TypeError('slots of another sandbox')
    const fill = (frame: FrameWriter) => {
      writeRun(frame, first.handle, program.spec)
      writeRun(frame, second.handle, interactor.spec)
      writePath(frame, record)
    }
    const read = (frame: FrameReader) => ({
      program: readOutcome(frame, program.spec),
      interactor: readOutcome(frame, interactor.spec),
      interactorLeft: frame.u32() === 1,
      unheard: frame.u32() === 1,
    })
    // A slot of an earlier daemon does not exist any more.
    const together = first.daemon === second.daemon
    const outcomes = together ? await first.daemon.ask(VERB.interact, fill, read) : null
    const failed = failedOutcome(first.daemon.ending)
    return outcomes ?? { program: failed, interactor: failed, interactorLeft: false, unheard: false }
  }

  async close() {
    this.#closed = true
    const daemon = await this.#daemon.catch(() => null)
    await daemon?.close()
  }

  /** Starts `sandboxd` and restarts it when it dies, until the sandbox is closed. */
  async #start(): Promise<Daemon> {
    const { binary = findBinary(), slots, allowWeak = false, inputs = null } = this.#options
    const daemon = new Daemon(binary, { places: slots, allowWeak, inputs })
    const force = setTimeout(() => daemon.close(), GREETING)
    const greeting = await daemon.greeting(readAnswer)
    clearTimeout(force)
    if (!greeting) throw new Error(daemon.fault ? daemon.ending : 'sandboxd did not start')
    if (!greeting.number) throw new Error(`no sandbox on this host: ${greeting.words}`)
    this.protections = greeting.words.split(',')
    const born = Date.now()
    void daemon.gone.then(() => this.#restart(Date.now() - born))
    return daemon
  }

  #restart(life: number) {
    if (this.#closed) return
    this.#wait = life > SHORT_LIFE ? 0 : Math.min(LONGEST_WAIT, Math.max(FIRST_WAIT, this.#wait * 2))
    this.#daemon = new Promise<void>((done) => setTimeout(done, this.#wait)).then(() => this.#start())
    // A call of `acquire` meanwhile rejects with this error; the start is retried anyway.
    this.#daemon.catch(() => this.#restart(0))
  }
}

/** Starts the sandbox; rejects on a host where limits cannot be enforced, unless `allowWeak` is set. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = new BoxSandbox(options)
  await sandbox.ready()
  return sandbox
}
