import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from '#server/env.ts'
import type { Site } from './site.ts'

/** The built API server in a process of its own, as it runs in earnest. */
export type ServerProcess = {
  url: string
  process: ChildProcess
  /** Ends it as a crash does. */
  kill(): Promise<void>
  /** Ends it as an operator does; the exit code. */
  stop(): Promise<number | null>
}

/** Starts one more server on the database of `site`. */
export async function startServerProcess(
  site: Pick<Site, 'databaseUrl' | 'settings'>,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--no-deprecation', 'build/server.mjs'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: site.databaseUrl,
      DATA_DIR: site.settings.dataDir,
      PUBLIC_URL: site.settings.publicUrl,
      JUDGE_SECRET: site.settings.judgeSecret,
      LOG_LEVEL: 'silent',
      // Where the site has limits it has them here, too: a cold process lets a guest wait for seconds.
      COST_PER_MINUTE: String(site.settings.costPerMinute),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (bytes) => {
    said += bytes
  })
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { url: string }).url))
    ended.then(() => reject(new Error(`The server did not start:\n${said}`)), reject)
  })
  return {
    url,
    process: child,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}
