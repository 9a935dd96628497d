import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#server/env.ts'

/** A clock tick of the kernel's accounting (µs). */
const TICK = 10_000

/** CPU time (µs) that a process has used so far, in user and kernel mode. */
export function cpuOf({ pid }: ChildProcess): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK
}

/** Resident memory of a process (kB); with `peak` the most since `resetPeak`. */
export function residentOf({ pid }: ChildProcess, peak = false): number {
  const line = peak ? /^VmHWM:\s+(\d+)/m : /^VmRSS:\s+(\d+)/m
  return Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

export type BuiltServer = { url: string; process: ChildProcess; stop(): Promise<void> }

/** The built server in a process of its own, without a limit on what an address may ask. */
export async function startBuiltServer(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<BuiltServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const child = spawn(process.execPath, ['--no-deprecation', 'build/server.mjs'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      JUDGE_SECRET: 'only for this benchmark, and long enough',
      LOG_LEVEL: 'error',
      COST_PER_MINUTE: '0',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the server did not start'))),
  ])) as [{ url: string }]
  return {
    url: message.url,
    process: child,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
