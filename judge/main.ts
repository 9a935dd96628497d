/** A judge host: sandbox, languages, and work from the queue until it is told to stop. */

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Compiler } from './compile.ts'
import { databaseSetting, type JudgeEnv, readEnv } from './env.ts'
import { HostHealth } from './health/health.ts'
import { log, messageOf } from './health/log.ts'
import { Metrics } from './health/metrics.ts'
import { scripts } from './languages/package.ts'
import { findToolchains, tryOut } from './languages/probe.ts'
import { LANGUAGES } from './languages.ts'
import { makeCases } from './making/making.ts'
import { stress } from './making/stress.ts'
import { OUTPUT } from './outputs.ts'
import { PROTOCOL_VERSION } from './protocol.ts'
import { openSandbox, type Sandbox } from './sandbox/box.ts'
import { databaseFault, folderFault, NEEDS_A_PERSON, SetupError, settingsError } from './setup.ts'
import { Source } from './source.ts'
import { fetchBlobsFrom, keepBlobsAt } from './store/blobs.ts'
import { readTestlib } from './testlib.ts'
import { Testsets } from './testset.ts'
import { tryProgram } from './trial.ts'
import { judge, type Workshop } from './worker.ts'

/** Longest time (ms) for running judgements after the first signal. */
const DRAIN_MS = 15_000

/** Idle time after which the host logs why it has no work. */
const PATIENCE_MS = 8_000
const STILL_TRYING = 'still trying the languages of this machine; work is taken when that is done'

/** Folder of test data in the cache. */
const BLOBS = 'blobs'

const NOT_ROOT =
  'nothing is judged, because only root can limit memory and processes exactly. Start as root, or, on a machine of your own, with JUDGE_ALLOW_WEAK=on'

async function main(): Promise<void> {
  const env = readEnv()
  await checkSurroundings(env)
  const sandbox = await openSandbox({
    slots: env.slots,
    allowWeak: env.allowWeak,
    inputs: join(env.cacheFolder, BLOBS),
  })
  const shop = await openWorkshop(env, sandbox)
  const ofToolchains = [...shop.toolchains.values()].map(({ language: { key }, version }) => ({
    key,
    version,
  }))
  const languages = [...ofToolchains, { key: OUTPUT, version: '' }]
  const health = watchHealth(env, shop)
  const keepBlob = keepBlobsAt(env.serverUrl, env.secret)
  const metrics = new Metrics()
  const judging = metrics.measured({
    judge: (task, desk) => judge(task, shop, desk),
    tryProgram: (task, desk) => tryProgram(task, shop, desk),
    makeCases: (task, desk) => (task.stress ? stress : makeCases)(task, { ...shop, keepBlob }, desk),
  })
  const source = new Source(
    env.databaseUrl,
    {
      name: env.name,
      version: PROTOCOL_VERSION,
      cores: availableParallelism(),
      slots: env.slots,
      languages,
      protections: [...sandbox.protections],
    },
    judging,
    health,
    { standstill: env.standstill, ahead: true },
  )
  if (env.metrics) {
    metrics.serve(env.metrics, () => ({
      slots: env.slots,
      running: source.running,
      inService: health.reason === null,
      ailments: health.ailments,
      cacheBytes: { testsets: shop.testsets.bytes, programs: shop.compiler.bytes },
    }))
  }
  stopOnSignals(source, sandbox, shop)
  await source.start()
  process.send?.({ kind: 'ready' })
}

/** What a judge host needs must be there; what is not is named, and what ends it. */
async function checkSurroundings({ allowWeak, cacheFolder, databaseUrl }: JudgeEnv): Promise<void> {
  const fault = folderFault('CACHE_DIR', cacheFolder)
  if (fault) throw settingsError([fault])
  if (process.getuid?.() !== 0 && !allowWeak) throw new SetupError(NOT_ROOT)
  // It may be there in a moment; until then the queue is out of reach, and that is tried again.
  const unreachable = await databaseFault(databaseSetting(process.env), databaseUrl)
  if (unreachable) log('warning', unreachable)
}

/** Creates what all tasks share. */
async function openWorkshop(env: JudgeEnv, sandbox: Sandbox): Promise<Workshop> {
  const folder = (name: string) => join(env.cacheFolder, name)
  await sweepScratch(env.cacheFolder)
  const scratchFolder = folder(`scratch-${process.pid}`)
  await mkdir(scratchFolder, { recursive: true, mode: 0o700 })
  const fetchBlob = fetchBlobsFrom(env.serverUrl, env.secret)
  const testsets = await Testsets.open(folder(BLOBS), env.cacheBytes, fetchBlob)
  const compiler = await Compiler.open(sandbox, folder('programs'), env.cacheBytes / 4, scratchFolder)
  const wanted = LANGUAGES.filter(({ key }) => env.languages?.includes(key) ?? true)
  const found = await findToolchains([...wanted, scripts], env.path)
  const slow = setTimeout(() => log('warning', STILL_TRYING, { languages: found.length }), PATIENCE_MS)
  const { working, broken } = await tryOut(found, sandbox, compiler, scratchFolder)
  clearTimeout(slow)
  for (const { toolchain, reason } of broken) {
    const { key, name } = toolchain.language
    log('warning', `${name} does not work here: ${inOneLine(reason)}`, { language: key, reason })
  }
  if (working.every(({ language }) => language === scripts)) throw new Error('no language works on this host')
  log('note', 'languages', {
    versions: Object.fromEntries(working.map((one) => [one.language.key, one.version])),
  })
  return {
    sandbox,
    compiler,
    testsets,
    scratchFolder,
    toolchains: new Map(working.map((toolchain) => [toolchain.language.key, toolchain])),
    testlib: await readTestlib(),
  }
}

/** First lines of a text, for the console. */
const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 200)

/** Self-test of this host: disk, memory, and a program in a box. */
function watchHealth(env: JudgeEnv, { sandbox, compiler, testsets, scratchFolder, toolchains }: Workshop) {
  return new HostHealth({
    cacheFolder: env.cacheFolder,
    leastDisk: env.leastDisk,
    leastMemory: env.leastMemory,
    prove: (hash) => testsets.prove(hash, AbortSignal.timeout(60_000)),
    tryBox: async () => {
      // Without the cache, so that the compiler runs.
      const afresh = { 'proof.txt': randomUUID() }
      const some = [...toolchains.values()].slice(0, 1)
      const { broken } = await tryOut(some, sandbox, compiler, scratchFolder, afresh)
      const [fault] = broken
      if (fault) throw new Error(fault.reason)
    },
  })
}

/** Removes leftovers of killed hosts. */
async function sweepScratch(cacheFolder: string): Promise<void> {
  for (const name of await readdir(cacheFolder).catch(() => [])) {
    const pid = /^scratch-(\d+)$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(cacheFolder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another account exists too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The first signal drains, the second one releases everything at once. */
function stopOnSignals(source: Source, sandbox: Sandbox, shop: Workshop): void {
  let stopping = false
  const stop = async () => {
    const graceMs = stopping ? 0 : DRAIN_MS
    stopping = true
    log('note', 'stopping', { running: source.running })
    await source.stop(graceMs)
    await sandbox.close()
    await rm(shop.scratchFolder, { recursive: true, force: true })
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop())
}

// The queue's library releases a connection twice when the database crashes at a certain moment; ignore that.
process.on('unhandledRejection', (error) => {
  log('error', 'a rejection nobody handled', { error: messageOf(error) })
})

main().catch((error: unknown) => {
  const forPerson = error instanceof SetupError
  log(
    'error',
    forPerson ? error.message : 'this judge host cannot start',
    forPerson ? {} : { error: messageOf(error) },
  )
  process.exit(forPerson ? NEEDS_A_PERSON : 1)
})
