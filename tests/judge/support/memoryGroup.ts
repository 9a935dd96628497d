import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A control group with a limit, as a container has one. */
export type MemoryGroup = {
  folder: string
  add: (pid: number) => void
  remove: () => Promise<void>
}

/** Null where this machine does not let us make one. */
export function openMemoryGroup(limitMib: number): MemoryGroup | null {
  const limit = String(limitMib * 1024 ** 2)
  const name = `judge-test-${process.pid}`
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n')
  const placeOf = (mark: RegExp) => mounts.find((line) => mark.test(line))?.split(' ')[4]
  const places = [
    [placeOf(/ - cgroup \S+ .*\bmemory\b/), 'memory.limit_in_bytes'],
    [placeOf(/ - cgroup2 /), 'memory.max'],
  ] as const
  for (const [place, file] of places) {
    if (!place) continue
    const folder = join(place, name)
    try {
      mkdirSync(folder)
    } catch {
      continue
    }
    if (existsSync(join(folder, file))) {
      writeFileSync(join(folder, file), limit)
      return groupIn(folder)
    }
    rmdirSync(folder)
  }
  return null
}

const groupIn = (folder: string): MemoryGroup => ({
  folder,
  add: (pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid)),
  remove: async () => {
    // Processes that were ended a moment ago may still be in it.
    for (let tries = 0; tries < 100; tries++) {
      try {
        return rmdirSync(folder)
      } catch {
        await pause(20)
      }
    }
  },
})

/** A process in the group that takes so much memory and keeps it. */
export async function hungry({ folder }: MemoryGroup, mib: number): Promise<{ end: () => Promise<void> }> {
  const eat = `const held = Buffer.alloc(${mib} * 1024 ** 2, 1)
    process.stdout.write('full')
    setInterval(() => held.length, 1000)`
  const script = `echo $$ > "${folder}/cgroup.procs" && exec "$0" -e "$1"`
  const child: ChildProcess = spawn('sh', ['-c', script, process.execPath, eat], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  if (!child.stdout) throw new Error('no output to wait for')
  await Promise.race([
    once(child.stdout, 'data'),
    gone.then(() => {
      throw new Error('there was not enough memory to begin with')
    }),
  ])
  return {
    end: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
