import { spawnSync } from 'node:child_process'

/** Whether a process of this id exists, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Start time of a process; with the id it is unique, although ids are reused. */
export const birthOf = (pid: number) =>
  spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  }).stdout.trim()
