/**
 * How much dearer is a boxed run than fork + exec + wait4 of the same static `int main() { return 0; }`?
 *
 * `forkexec` (judge/sandbox/bench) times both in one C process, in rounds that take turns: a request to
 * the keeper over its socket, the run, the answer, against the bare system calls. Then the same run is
 * driven from Node through box.ts, in turns with `child_process.spawn`, to show what Node adds.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openSandbox } from '#judge/sandbox/box.ts'
import { median, timed } from './support/figures.ts'

const SANDBOX = join(import.meta.dirname, '../../judge/sandbox')
const BUILD = join(SANDBOX, 'build')
const PROGRAM = join(BUILD, 'nothing')
const TURNS = 7
const ROUNDS = 300
const NODE_ROUNDS = 60

/** Medians and 95th percentiles in microseconds, as the C program prints them. */
function measureInC() {
  const words = execFileSync(join(BUILD, 'forkexec'), [join(BUILD, 'sandboxd'), PROGRAM, String(ROUNDS)])
  const [plain = [], boxed = []] = String(words)
    .trim()
    .split('\n')
    .map((line) => line.split(' ').slice(1).map(Number))
  const [plainMedian = 0, plainTail = 0] = plain
  const [boxedMedian = 0, boxedTail = 0] = boxed
  return { plainMedian, plainTail, boxedMedian, boxedTail }
}

const microseconds = async (act: () => Promise<unknown>) => (await timed(act)) * 1000

async function measureInNode(run: () => Promise<unknown>) {
  const boxed: number[] = []
  const spawned: number[] = []
  for (let i = 0; i < NODE_ROUNDS; i++) {
    boxed.push(await microseconds(run))
    spawned.push(await microseconds(() => once(spawn(PROGRAM, { stdio: 'ignore' }), 'close')))
  }
  return { boxed: median(boxed), spawned: median(spawned) }
}

execFileSync('make', ['-s', '-C', SANDBOX, 'bench'], { stdio: ['ignore', 'ignore', 'inherit'] })
const sandbox = await openSandbox({ slots: 1 })
const slot = await sandbox.acquire({
  profile: 'run',
  files: [{ name: 'program', path: PROGRAM, mode: 0o755 }],
  writableBytes: 0,
  roots: [],
})
const MIB = 1024 * 1024
const run = () =>
  slot.run({
    argv: ['./program'],
    env: {},
    stdin: null,
    stdout: null,
    stderr: null,
    limits: {
      cpuMs: 1000,
      wallMs: 2000,
      memoryBytes: 64 * MIB,
      stackBytes: 16 * MIB,
      outputBytes: MIB,
      processes: 1,
    },
  })

const inC: ReturnType<typeof measureInC>[] = []
const inNode: Awaited<ReturnType<typeof measureInNode>>[] = []
for (let i = 0; i < TURNS; i++) {
  inC.push(measureInC())
  inNode.push(await measureInNode(run))
}
await slot.release()
await sandbox.close()

const us = (value: number) => `${value.toFixed(0)} us`
const plain = median(inC.map((turn) => turn.plainMedian))
const boxed = median(inC.map((turn) => turn.boxedMedian))
const nodeBoxed = median(inNode.map((turn) => turn.boxed))
const nodeSpawned = median(inNode.map((turn) => turn.spawned))
console.log(`fork+exec+wait4 in C: median ${us(plain)}, p95 ${us(median(inC.map((turn) => turn.plainTail)))}`)
console.log(`boxed run from C: median ${us(boxed)}, p95 ${us(median(inC.map((turn) => turn.boxedTail)))}`)
console.log(`boxed run from Node: median ${us(nodeBoxed)}; child_process.spawn: median ${us(nodeSpawned)}`)
console.log(`sandbox/node-driven: ${(nodeBoxed / plain).toFixed(2)} of fork+exec in C`)
console.log(`sandbox/node-driven-against-spawn: ${(nodeBoxed / nodeSpawned).toFixed(2)}`)
console.log(`sandbox/fork-exec: ${median(inC.map((turn) => turn.boxedMedian / turn.plainMedian)).toFixed(3)}`)
