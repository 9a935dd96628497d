import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own with little room. It is seen by nobody else and gone with whoever opened it. */
export type SmallDisk = {
  path: string
  /** Leaves no byte free. */
  fill(): void
  /** Gives back what `fill` took. */
  clear(): void
  close(): Promise<void>
}

/** Mounts so many MiB of memory in a namespace of a process that lives as long as this one. */
export async function openSmallDisk(mib: number): Promise<SmallDisk> {
  const place = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const script = `mount -t tmpfs -o size=${mib}m,mode=755 tmpfs ${place} && echo mounted && exec cat`
  const holder = spawn('unshare', ['--mount', 'sh', '-c', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(holder, 'exit')
  await Promise.race([once(holder.stdout, 'data'), ended])
  const path = `/proc/${holder.pid}/root${place}`
  const ballast = join(path, 'ballast')
  return {
    path,
    fill() {
      try {
        for (let at = 0; ; at++) writeFileSync(ballast, Buffer.alloc(2 ** 16, at), { flag: 'a' })
      } catch {
        // Full, as wanted.
      }
    },
    clear: () => rmSync(ballast, { force: true }),
    async close() {
      holder.stdin.end()
      await ended
      rmdirSync(place)
    },
  }
}
