/**
 * The only caller of the sandbox binary. A `Sandbox` is one long-lived `sandboxd`; a `Slot` is one
 * set of namespaces that serves a submission; a run is one boxed process.
 */

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
  /** Host path that receives stdout / stderr; null: discarded (still capped). The box never sees these paths. */
  stdout: string | null
  stderr: string | null
  /** Cap for stderr, bytes beyond are dropped without a verdict. */
  stderrBytes?: number
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
  /** Runs a program and an interactor in slots of their own with crossed pipes; resolves when both have ended. */
  interact(program: { slot: Slot; spec: RunSpec }, interactor: { slot: Slot; spec: RunSpec }): Promise<{ program: RunOutcome; interactor: RunOutcome }>
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
