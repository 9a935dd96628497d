/**
 * The only caller of the sandbox binary. A `Sandbox` is one long-lived `sandboxd`; a `Slot` is one
 * set of namespaces that serves a submission; a run is one boxed process.
 */

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type FrameReader, FrameWriter, splitFrames } from './frames.ts'

/** A file placed in the slot's /w before anything runs there. */
export type BoxFile = { name: string; mode?: number } & ({ path: string } | { content: string | Uint8Array })

export type SlotSpec = {
  /** 'compile' may write its /w (tmpfs of `writableBytes`); 'run' and 'checker' get /w read-only unless writableBytes > 0. */
  profile: 'run' | 'compile' | 'checker'
  files: BoxFile[]
  /** Size of a fresh writable tmpfs at /w for every run (file IO, languages that need it); 0: /w is read-only. */
  writableBytes: number
  /** Host directories bound read-only at the same place, beyond the base runtime tree (toolchains outside /usr). */
  roots: string[]
  /** JVM and Node want more of /proc than `subset=pid`. */
  fullProc?: boolean
}

export type RunLimits = {
  cpuMs: number
  wallMs: number
  memoryBytes: number
  stackBytes: number
  /** Cap on each of stdout and written files. */
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
   * Host path that receives stdout / stderr; null: discarded (still capped). The box never sees these paths. What an
   * earlier run left there is gone; where nothing was written there may be no file.
   */
  stdout: string | null
  stderr: string | null
  /** A stdout of at most 4 KiB comes with the outcome, and no file is made for it. */
  answerShort?: boolean
  /** Cap for stderr (64 KiB when not given); bytes beyond are dropped without a verdict. */
  stderrBytes?: number
  /** Placed in /w for this run only, beside the slot's files; /w is made afresh for it (kept in 'compile'). */
  files?: BoxFile[]
  limits: RunLimits
}

/** What became of the program. `failed` speaks of the box, never of the program: it must become JUDGE_ERROR. */
export type RunOutcome = {
  reason: 'exited' | 'signalled' | 'cpu' | 'wall' | 'memory' | 'output' | 'failed'
  /** Exit code when exited, signal number when signalled. */
  code: number
  /** CPU time of all processes of the run, in microseconds. */
  cpuUs: number
  wallUs: number
  /** Peak of all processes of the run together. */
  peakBytes: number
  stdoutBytes: number
  stderrBytes: number
  /** All of stdout, when it was asked for with the outcome and is short; else the file has it. */
  stdout?: Uint8Array
  /** What failed, when reason is 'failed'. */
  detail: string | null
}

export interface Slot {
  /** Runs one process. Calls queue up: a second call before the first has ended is sent at once and runs after it. */
  run(spec: RunSpec): Promise<RunOutcome>
  /** Copies a regular file out of the slot's /w to a host path (opened inside with RESOLVE_BENEATH|NO_SYMLINKS, nlink 1, capped). False when there is none. */
  collect(name: string, to: string, maxBytes: number): Promise<boolean>
  /** Kills whatever runs and queues; pending runs answer reason 'failed', detail 'cancelled'. */
  cancel(): void
  /** Gives the slot back; its namespaces are destroyed and a fresh one is prepared in the background. */
  release(): Promise<void>
}

export interface Sandbox {
  /** Protections that are active on this host, e.g. ['pid','mount','net','ipc','seccomp','cgroup.memory','cgroup.cpu','cgroup.pids']. */
  readonly protections: string[]
  /** Waits for a free slot. */
  acquire(spec: SlotSpec): Promise<Slot>
  /**
   * Runs a program and an interactor in slots of their own with crossed pipes; resolves when both have ended. With
   * `record`, a host path, what they say goes through a process that notes it there (see transcript.ts).
   */
  interact(
    program: { slot: Slot; spec: RunSpec },
    interactor: { slot: Slot; spec: RunSpec },
    record?: string | null,
  ): Promise<{ program: RunOutcome; interactor: RunOutcome }>
  close(): Promise<void>
}

export type SandboxOptions = {
  /** Path of the sandboxd binary; default: judge/sandbox/build/sandboxd of this installation. */
  binary?: string
  /** How many slots may run at once, each pinned to a core where there are enough. */
  slots: number
  /** Start although memory or process limits cannot be enforced exactly. */
  allowWeak?: boolean
}

/** Numbers are part of the wire: sandbox.h has the same lists. */
const VERB = { open: 1, run: 2, interact: 3, collect: 4, cancel: 5, close: 6 } as const
const PROFILE = { run: 0, compile: 1, checker: 2 } as const
const REASONS = ['exited', 'signalled', 'cpu', 'wall', 'memory', 'output', 'failed'] as const
const STDERR_BYTES = 64 * 1024
/** Bytes of stdout that may come with an outcome. */
const SHORT = 4096

/** How long `sandboxd` may take to greet, and to leave, before it is taken for stuck (ms). */
const GREETING = 20_000
const LEAVING = 5_000
/** A life shorter than this makes the next start wait (ms), longer each time. */
const SHORT_LIFE = 10_000
const FIRST_WAIT = 100
const LONGEST_WAIT = 5_000

const failedOutcome = (detail: string): RunOutcome => ({
  reason: 'failed',
  code: 0,
  cpuUs: 0,
  wallUs: 0,
  peakBytes: 0,
  stdoutBytes: 0,
  stderrBytes: 0,
  detail,
})

function readOutcome(frame: FrameReader, { answerShort = false }: RunSpec): RunOutcome {
  const outcome: RunOutcome = {
    reason: REASONS[frame.u32()] ?? 'failed',
    code: frame.u32() | 0,
    cpuUs: frame.u64(),
    wallUs: frame.u64(),
    peakBytes: frame.u64(),
    stdoutBytes: frame.u64(),
    stderrBytes: frame.u64(),
    detail: frame.text() || null,
  }
  const short = frame.bytes()
  return answerShort && outcome.stdoutBytes <= SHORT ? { ...outcome, stdout: short } : outcome
}

function writeFiles(frame: FrameWriter, files: BoxFile[]) {
  frame.u32(files.length)
  for (const file of files) {
    frame.text(file.name).u32(file.mode ?? 0o644)
    if ('path' in file) frame.u32(0).text(resolve(file.path))
    else frame.u32(1).bytes(file.content)
  }
}

/** What a path in a request means: where to, or where to what does not fit into the answer. */
const ALWAYS = 1
const UNLESS_SHORT = 2

function writePath(frame: FrameWriter, path: string | null, kind = ALWAYS) {
  if (path === null) frame.u32(0)
  else frame.u32(kind).text(resolve(path))
}

function writeRun(frame: FrameWriter, slot: number, spec: RunSpec) {
  const env = Object.entries(spec.env)
  frame.u32(slot).u32(spec.argv.length)
  for (const word of spec.argv) frame.text(word)
  frame.u32(env.length)
  for (const [name, value] of env) frame.text(`${name}=${value}`)
  writePath(frame, spec.stdin)
  writePath(frame, spec.stdout, spec.answerShort ? UNLESS_SHORT : undefined)
  writePath(frame, spec.stderr)
  frame.u64(spec.stderrBytes ?? STDERR_BYTES)
  const { cpuMs, wallMs, memoryBytes, stackBytes, outputBytes, processes } = spec.limits
  frame
    .u64(cpuMs * 1000)
    .u64(wallMs * 1000)
    .u64(memoryBytes)
    .u64(stackBytes)
    .u64(outputBytes)
    .u32(processes)
  writeFiles(frame, spec.files ?? [])
}

/** Where the binary lies: beside this file in the source tree, or in the tree the bundle was built from. */
function findBinary() {
  const here = dirname(fileURLToPath(import.meta.url))
  const places = [join(here, 'build/sandboxd'), join(here, '../judge/sandbox/build/sandboxd')]
  return places.find((place) => existsSync(place)) ?? 'sandboxd'
}

type Reply = (frame: FrameReader | null) => void

/** One life of `sandboxd`: dies once, and then every question it owes an answer is answered with null. */
class Daemon {
  readonly gone: Promise<void>
  #child: ChildProcess
  #wire: Duplex
  #replies = new Map<number, Reply>()
  #ticket = 0
  #received: Buffer = Buffer.alloc(0)
  #dead = false

  constructor(binary: string, options: SandboxOptions) {
    const words = [`--places=${options.slots}`, ...(options.allowWeak ? ['--weak'] : [])]
    this.#child = spawn(binary, words, {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      detached: true,
      env: {},
    })
    this.#wire = this.#child.stdio[3] as Duplex
    this.#wire.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#wire.on('error', () => this.#die())
    this.#wire.on('close', () => this.#die())
    this.gone = new Promise((done) => {
      this.#child.once('error', () => done())
      this.#child.once('exit', () => done())
    })
    void this.gone.then(() => this.#die())
  }

  /** What `sandboxd` says of itself before anything else: ticket 0. */
  greeting(): Promise<FrameReader | null> {
    return new Promise((done) => this.#replies.set(0, done))
  }

  ask(verb: number, fill: (frame: FrameWriter) => void): Promise<FrameReader | null> {
    if (this.#dead) return Promise.resolve(null)
    this.#ticket = (this.#ticket % 0x7fffffff) + 1
    const frame = new FrameWriter(this.#ticket, verb)
    fill(frame)
    return new Promise((done) => {
      this.#replies.set(frame.ticket, done)
      this.#wire.write(frame.finish())
    })
  }

  tell(verb: number, fill: (frame: FrameWriter) => void) {
    if (this.#dead) return
    const frame = new FrameWriter(0, verb)
    fill(frame)
    this.#wire.write(frame.finish())
  }

  /** Ends it in good order, by force if it does not listen. */
  async close() {
    this.#wire.end()
    const force = setTimeout(() => this.#child.kill('SIGKILL'), LEAVING)
    await this.gone
    clearTimeout(force)
  }

  #receive(chunk: Buffer) {
    this.#received = splitFrames(
      this.#received.length ? Buffer.concat([this.#received, chunk]) : chunk,
      (frame) => {
        const reply = this.#replies.get(frame.ticket)
        this.#replies.delete(frame.ticket)
        reply?.(frame)
      },
    )
  }

  #die() {
    if (this.#dead) return
    this.#dead = true
    this.#wire.destroy()
    const replies = [...this.#replies.values()]
    this.#replies.clear()
    for (const reply of replies) reply(null)
  }
}

const DIED = 'the sandbox died'

class BoxSlot implements Slot {
  readonly daemon: Daemon
  readonly handle: number

  constructor(daemon: Daemon, handle: number) {
    this.daemon = daemon
    this.handle = handle
  }

  async run(spec: RunSpec): Promise<RunOutcome> {
    const reply = await this.daemon.ask(VERB.run, (frame) => writeRun(frame, this.handle, spec))
    return reply ? readOutcome(reply, spec) : failedOutcome(DIED)
  }

  async collect(name: string, to: string, maxBytes: number): Promise<boolean> {
    const reply = await this.daemon.ask(VERB.collect, (frame) => {
      frame.u32(this.handle).text(name).text(resolve(to)).u64(maxBytes)
    })
    if (!reply) throw new Error(DIED)
    const found = reply.u32()
    if (found > 1) throw new Error(`collecting ${name}: ${reply.text()}`)
    return found === 1
  }

  cancel() {
    this.daemon.tell(VERB.cancel, (frame) => frame.u32(this.handle))
  }

  async release() {
    await this.daemon.ask(VERB.close, (frame) => frame.u32(this.handle))
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
      const reply = await daemon.ask(VERB.open, (frame) => {
        frame
          .u32(PROFILE[spec.profile])
          .u32(spec.fullProc ? 1 : 0)
          .u64(spec.writableBytes)
          .u32(spec.roots.length)
        for (const root of spec.roots) frame.text(resolve(root))
        writeFiles(frame, spec.files)
      })
      if (this.#closed) throw new Error('the sandbox is closed')
      if (!reply) {
        await daemon.gone // then the next one is on its way
        continue
      }
      const handle = reply.u32()
      if (handle) return new BoxSlot(daemon, handle)
      throw new Error(`preparing a slot: ${reply.text()}`)
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
    const reply =
      first.daemon === second.daemon
        ? await first.daemon.ask(VERB.interact, (frame) => {
            writeRun(frame, first.handle, program.spec)
            writeRun(frame, second.handle, interactor.spec)
            writePath(frame, record)
          })
        : null
    if (!reply) return { program: failedOutcome(DIED), interactor: failedOutcome(DIED) }
    return { program: readOutcome(reply, program.spec), interactor: readOutcome(reply, interactor.spec) }
  }

  async close() {
    this.#closed = true
    const daemon = await this.#daemon.catch(() => null)
    await daemon?.close()
  }

  /** Starts `sandboxd`, and starts it again when it dies, until the sandbox is closed. */
  async #start(): Promise<Daemon> {
    const daemon = new Daemon(this.#options.binary ?? findBinary(), this.#options)
    const force = setTimeout(() => daemon.close(), GREETING)
    const greeting = await daemon.greeting()
    clearTimeout(force)
    if (!greeting) throw new Error('sandboxd did not start')
    const able = greeting.u32()
    const words = greeting.text()
    if (!able) throw new Error(`no sandbox on this host: ${words}`)
    this.protections = words.split(',')
    const born = Date.now()
    void daemon.gone.then(() => this.#restart(Date.now() - born))
    return daemon
  }

  #restart(life: number) {
    if (this.#closed) return
    this.#wait = life > SHORT_LIFE ? 0 : Math.min(LONGEST_WAIT, Math.max(FIRST_WAIT, this.#wait * 2))
    this.#daemon = new Promise<void>((done) => setTimeout(done, this.#wait)).then(() => this.#start())
    // Whoever acquires meanwhile sees the reason; it is tried again all the same.
    this.#daemon.catch(() => this.#restart(0))
  }
}

/** Starts the sandbox; refuses on a host where limits cannot be enforced, unless `allowWeak`. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = new BoxSandbox(options)
  await sandbox.ready()
  return sandbox
}
