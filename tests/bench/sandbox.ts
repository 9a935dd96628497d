/**
 * How much dearer is a boxed run than fork + exec + wait4 of the same static `int main() { return 0; }`?
 *
 * `forkexec` (judge/sandbox/bench) times all of it in one C process, in rounds of random order: a request to the
 * keeper over its socket, the run, the answer; the bare system calls; bubblewrap, where it is installed. Some rounds
 * have a pause of 60 ms before each run. Then the same run is driven from Node through box.ts, in turns with
 * `child_process.spawn`, to show what Node adds.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { openSandbox, type RunSpec } from '#judge/sandbox/box.ts'
import { median, shuffled, timed } from './support/figures.ts'

const SANDBOX = join(import.meta.dirname, '../../judge/sandbox')
const BUILD = join(SANDBOX, 'build')
const PROGRAM = join(BUILD, 'nothing')
const ROUNDS = 1500
const IDLE_ROUNDS = 300
const NODE_ROUNDS = 300
const MIB = 1024 * 1024

const SPEC: RunSpec = {
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
}

const findBubblewrap = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'bwrap'))
    .find((path) => existsSync(path))

/** Microseconds: median, 95th percentile, mean CPU time, and that of the keeper beside it. */
type Series = { median: number; tail: number; cpu: number; keeperCpu: number }

/** The series that the C program prints, by name. */
function measureInC(bubblewrap: string | undefined): Map<string, Series> {
  const words = [join(BUILD, 'sandboxd'), PROGRAM, String(ROUNDS), String(IDLE_ROUNDS)]
  const printed = execFileSync(join(BUILD, 'forkexec'), bubblewrap ? [...words, bubblewrap] : words)
  return new Map(
    String(printed)
      .trim()
      .split('\n')
      .map((line) => {
        const [name = '', ...figures] = line.split(' ')
        const [middle = 0, tail = 0, cpu = 0, keeperCpu = 0] = figures.map(Number)
        return [name, { median: middle, tail, cpu, keeperCpu }]
      }),
  )
}

const microseconds = async (act: () => Promise<unknown>) => (await timed(act)) * 1000

async function measureInNode() {
  const sandbox = await openSandbox({ slots: 1 })
  const slot = await sandbox.acquire({
    profile: 'run',
    files: [{ name: 'program', path: PROGRAM, mode: 0o755 }],
    writableBytes: 0,
    roots: [],
  })
  const times = { boxed: [] as number[], spawned: [] as number[] }
  const acts = [
    async () => times.boxed.push(await microseconds(() => slot.run(SPEC))),
    async () =>
      times.spawned.push(await microseconds(() => once(spawn(PROGRAM, { stdio: 'ignore' }), 'close'))),
  ]
  for (let i = 0; i < NODE_ROUNDS; i++) for (const act of shuffled(acts)) await act()
  await slot.release()
  await sandbox.close()
  return { boxed: median(times.boxed), spawned: median(times.spawned) }
}

execFileSync('make', ['-s', '-C', SANDBOX, 'bench'], { stdio: ['ignore', 'ignore', 'inherit'] })
const bubblewrap = findBubblewrap()
const series = measureInC(bubblewrap)
const inNode = await measureInNode()

const found = (name: string): Series => {
  const one = series.get(name)
  if (!one) throw new Error(`forkexec printed no ${name}`)
  return one
}
const [plain, boxed, idlePlain, idleBoxed] = ['plain', 'boxed', 'idle-plain', 'idle-boxed'].map(found)
if (!plain || !boxed || !idlePlain || !idleBoxed) throw new Error('forkexec printed too little')
const wrapped = series.get('bwrap')

const us = (value: number) => `${value.toFixed(0)} us`
const say = (what: string, one: Series) =>
  console.log(`${what}: median ${us(one.median)}, p95 ${us(one.tail)}, CPU ${us(one.cpu)}`)
say('fork+exec+wait4', plain)
say('boxed run', boxed)
console.log(
  `  and ${us(boxed.keeperCpu)} CPU of the keeper: ${((boxed.cpu + boxed.keeperCpu) / plain.cpu).toFixed(2)} of fork+exec together`,
)
if (wrapped) say('bubblewrap', wrapped)
else console.log('bubblewrap is not installed')
say('fork+exec+wait4 after 60 ms of rest', idlePlain)
say('boxed run after 60 ms of rest', idleBoxed)
console.log(`boxed run from Node: median ${us(inNode.boxed)}; child_process.spawn: ${us(inNode.spawned)}`)
console.log(`sandbox/node-spawn: ${(inNode.boxed / inNode.spawned).toFixed(2)}`)
console.log(`sandbox/fork-exec: ${(boxed.median / plain.median).toFixed(3)}`)
if (wrapped) console.log(`sandbox/bwrap: ${(boxed.median / wrapped.median).toFixed(3)}`)
console.log(`sandbox-idle/fork-exec: ${(idleBoxed.median / idlePlain.median).toFixed(3)}`)
console.log(`sandbox-cpu/fork-exec: ${(boxed.cpu / plain.cpu).toFixed(3)}`)
