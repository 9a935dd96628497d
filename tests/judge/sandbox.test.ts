import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunLimits, RunOutcome, RunSpec, Sandbox, Slot, SlotSpec } from '#judge/sandbox/box.ts'
import { openSandbox } from '#judge/sandbox/box.ts'

const SOURCE = join(import.meta.dirname, '../../judge/sandbox')
const MIB = 1024 * 1024

let sandbox: Sandbox
let folder: string

const at = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(at(name), 'utf8')

const LIMITS: RunLimits = {
  cpuMs: 1000,
  wallMs: 4000,
  memoryBytes: 64 * MIB,
  stackBytes: 16 * MIB,
  outputBytes: 64 * 1024,
  processes: 1,
}

const runSpec = (argv: string[], limits: Partial<RunLimits> = {}, rest: Partial<RunSpec> = {}): RunSpec => ({
  argv,
  env: {},
  stdin: at('input'),
  stdout: at('stdout'),
  stderr: at('stderr'),
  limits: { ...LIMITS, ...limits },
  ...rest,
})

const hostile = (): SlotSpec => ({
  profile: 'run',
  files: [{ name: 'hostile', path: join(SOURCE, 'build/hostile'), mode: 0o755 }],
  writableBytes: 0,
  roots: [],
})

async function withSlot<T>(spec: SlotSpec, use: (slot: Slot) => Promise<T>): Promise<T> {
  const slot = await sandbox.acquire(spec)
  try {
    return await use(slot)
  } finally {
    await slot.release()
  }
}

beforeAll(async () => {
  execFileSync('make', ['-s', '-C', SOURCE, 'all', 'hostile'])
  folder = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  writeFileSync(at('input'), 'hello\n')
  writeFileSync(at('answer.secret'), 'secret')
  sandbox = await openSandbox({ slots: 1 })
})

afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

/** `make check` goes through the same list. */
const acts = readFileSync(join(SOURCE, 'check/acts.txt'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [row = '', act = '', fate = '', ...figures] = line.split(/\s+/)
    const [cpuMs = 0, wallMs = 0, memory = 0, output = 0, processes = 0] = figures.map(Number)
    const limits = { cpuMs, wallMs, memoryBytes: memory * MIB, outputBytes: output * 1024, processes }
    return { row, act, fate, limits }
  })

const fateOf = ({ reason, code }: RunOutcome) =>
  reason === 'exited' || reason === 'signalled' ? `${reason}:${code}` : reason

describe('hostile programs', () => {
  let slot: Slot
  beforeAll(async () => {
    slot = await sandbox.acquire(hostile())
  })
  afterAll(() => slot.release())

  it.each(acts)('$row $act: $fate', async ({ act, fate, limits }) => {
    const argument = act === 'read-answers' ? [act, at('answer.secret')] : act.split(':')
    const outcome = await slot.run(runSpec(['./hostile', ...argument], limits))
    if (fate === 'held') {
      expect(read('stdout')).toBe('held\n')
      expect(fateOf(outcome)).toBe('exited:0')
    } else {
      expect(fate.split('|')).toContain(fateOf(outcome))
    }
    expect(outcome.detail).toBeNull()
    const after = await slot.run(runSpec(['./hostile', 'get']))
    expect({ fate: fateOf(after), said: read('stdout') }).toEqual({ fate: 'exited:0', said: 'held\n' })
  })
})
