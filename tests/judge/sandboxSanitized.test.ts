/**
 * The C of the sandbox under AddressSanitizer and UndefinedBehaviorSanitizer: its wire by itself, the whole hostile
 * list, and thousands of spoilt frames. FUZZ_SEED repeats or varies what the fuzzers do; they print theirs.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, it } from 'vitest'
import { SANDBOX_SOURCE } from './support/boxes.ts'

const SANITIZED = join(SANDBOX_SOURCE, 'build/sanitized')
const SANDBOXD = join(SANITIZED, 'sandboxd')
const HOSTILE = join(SANDBOX_SOURCE, 'build/hostile')

/** All that it says, and its exit code. */
async function saysOf(command: string, ...args: string[]) {
  const child = spawn(command, args, { cwd: SANDBOX_SOURCE, stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number | null>((done) => child.once('close', done))
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { said, complained, code: await code }
}

beforeAll(async () => {
  expect(await saysOf('make', '-s', '-j2', 'sanitized')).toEqual({ said: '', complained: '', code: 0 })
}, 300_000)

const programs: [what: string, program: string, args: string[]][] = [
  ['fields, pieces and descriptors', 'parse', []],
  ['the hostile list', 'checks', [SANDBOXD, HOSTILE, 'check/acts.txt']],
  ['spoilt frames', 'fuzz', [SANDBOXD, HOSTILE]],
]

it.each(programs)(
  '%s',
  async (_what, program, args) => {
    const { said, complained, code } = await saysOf(join(SANITIZED, program), ...args)
    const seed = /FUZZ_SEED=\d+/.exec(said)?.[0]
    if (seed) console.log(`${program}: ${seed}`)
    expect({
      failed: said.split('\n').filter((line) => line.startsWith('not ok')),
      complained,
      code,
    }).toEqual({
      failed: [],
      complained: '',
      code: 0,
    })
    expect(said).toMatch(/^ok 1 - /m)
  },
  180_000,
)
