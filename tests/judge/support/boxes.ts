import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunLimits, RunOutcome, RunSpec, Sandbox, Slot, SlotSpec } from '#judge/sandbox/box.ts'
import { openSandbox } from '#judge/sandbox/box.ts'

export const MIB = 1024 * 1024
export const SANDBOX_SOURCE = join(import.meta.dirname, '../../../judge/sandbox')
export const SANDBOXD = join(SANDBOX_SOURCE, 'build/sandboxd')

const LIMITS: RunLimits = {
  cpuMs: 1000,
  wallMs: 4000,
  memoryBytes: 64 * MIB,
  stackBytes: 16 * MIB,
  outputBytes: 64 * 1024,
  processes: 1,
}

/** What a compiler may use. */
export const COMPILING: RunLimits = {
  cpuMs: 10_000,
  wallMs: 20_000,
  memoryBytes: 512 * MIB,
  stackBytes: 64 * MIB,
  outputBytes: 16 * MIB,
  processes: 32,
}

const ENV = { PATH: '/usr/bin:/bin', HOME: '/w', LANG: 'C.UTF-8' }

/** A sandbox, a scratch folder of the host, and short ways to say what tests say often. */
export async function openBoxes(slots = 1) {
  execFileSync('make', ['-s', '-C', SANDBOX_SOURCE, 'all', 'hostile'])
  const folder = mkdtempSync(join(tmpdir(), 'boxes-'))
  const sandbox: Sandbox = await openSandbox({ slots, inputs: folder })
  const at = (name: string) => join(folder, name)
  const read = (name: string) => readFileSync(at(name), 'utf8')
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(at(name), content)
    return at(name)
  }
  write('input', 'hello\n')

  /** stdout and stderr go to files of that name in the folder. */
  const spec = (argv: string[], limits: Partial<RunLimits> = {}, rest: Partial<RunSpec> = {}): RunSpec => ({
    argv,
    env: ENV,
    stdin: at('input'),
    stdout: at('stdout'),
    stderr: at('stderr'),
    ...rest,
    limits: { ...LIMITS, ...limits },
  })

  async function withSlot<T>(wanted: Partial<SlotSpec>, use: (slot: Slot) => Promise<T>): Promise<T> {
    const slot = await sandbox.acquire({ profile: 'run', files: [], writableBytes: 0, roots: [], ...wanted })
    try {
      return await use(slot)
    } finally {
      await slot.release()
    }
  }

  /** Compiles C and leaves the program in the folder; the paths of both. */
  const compile = (source: string, name = 'program') =>
    withSlot(
      { profile: 'compile', files: [{ name: 'main.c', content: source }], writableBytes: 64 * MIB },
      async (slot) => {
        const outcome = await slot.run(
          spec(['/usr/bin/gcc', '-O1', '-pthread', '-o', 'main', 'main.c'], COMPILING, { stdin: null }),
        )
        if (fate(outcome) !== 'exited:0') throw new Error(`${fate(outcome)}\n${read('stderr')}`)
        await slot.collect('main', at(name), 16 * MIB)
        return { name, path: at(name), mode: 0o755 }
      },
    )

  async function close() {
    await sandbox.close()
    rmSync(folder, { recursive: true })
  }

  return { sandbox, at, read, write, spec, withSlot, compile, close }
}

export type Boxes = Awaited<ReturnType<typeof openBoxes>>

export const HOSTILE = { name: 'hostile', path: join(SANDBOX_SOURCE, 'build/hostile'), mode: 0o755 }

/** How it ended, in one word: `exited:0`, `signalled:11`, `memory`. */
export const fate = ({ reason, code }: RunOutcome) =>
  reason === 'exited' || reason === 'signalled' ? `${reason}:${code}` : reason
