import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

/** A file system of its own with little room. It is private to the process that opened it and ends with it. */
export type SmallDisk = {
  path: string
  /** Leaves no byte free. */
  fill(): void
  /** Gives back what `fill` took. */
  clear(): void
  /** What runs there. */
  program: ChildProcessByStdio<Writable, Readable, null>
  close(): Promise<void>
}

/**
 * Mounts so many MiB of memory in a namespace of a process that lives as long as this one: a program that is given the path as
 * its last argument and ends when its input does.
 */
export async function openSmallDisk(mib: number, program = ['sh', '-c', 'exec cat']): Promise<SmallDisk> {
  const place = mkdtempSync(join(tmpdir(), 'small-disk-'))
  const script = `mount -t tmpfs -o size=${mib}m,mode=755 tmpfs ${place} && echo mounted && exec "$@"`
  const command = ['--mount', 'sh', '-c', script, 'sh', ...program, place]
  const holder = spawn('unshare', command, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(holder, 'exit')
  await Promise.race([once(holder.stdout, 'data'), ended])
  const path = `/proc/${holder.pid}/root${place}`
  const ballast = join(path, 'ballast')
  return {
    path,
    program: holder,
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
