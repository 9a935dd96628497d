import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'

/** Does something while every core of the machine has something else to do as well. */
export async function besideBusyCores<T>(act: () => Promise<T>): Promise<T> {
  const busy: ChildProcess[] = []
  try {
    for (let i = 0; i < availableParallelism(); i++) {
      const child = spawn('/bin/sh', ['-c', 'echo; while :; do :; done'])
      busy.push(child)
      await once(child.stdout, 'data')
    }
    return await act()
  } finally {
    for (const child of busy) child.kill('SIGKILL')
  }
}
