import { statfs } from 'node:fs/promises'
import type { Log } from './log.ts'

/** Whether the disk that this process writes to has room. */
export type Disk = {
  isFull(): boolean
  /** Notes that something could not be written for lack of room, wherever that was. */
  noteFull(): void
  close(): void
}

/** A disk with less left (bytes, and as a part of it) is full: PostgreSQL wants 16 MiB at a time. */
const LEAST_BYTES = 16 * 2 ** 20
const LEAST_PART = 1 / 16

const CHECK_MS = 2_000
/** How long a write that failed counts (ms): the database may lie on a disk that cannot be looked at from here. */
const NOTED_MS = 10_000

const hasRoom = async (folder: string): Promise<boolean> => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return bavail * bsize >= Math.min(LEAST_BYTES, blocks * bsize * LEAST_PART)
}

/**
 * Watches the disks of these folders, and says in the log when one is full and when there is room again. Calls `turned` at both
 * moments.
 */
export function watchDisk(folders: readonly string[], log: Log, turned: () => void): Disk {
  let full = false
  let notedAt = Number.NEGATIVE_INFINITY
  const turn = (now: boolean) => {
    if (now === full) return
    full = now
    if (now) log.error({}, 'the disk is full: nothing can be saved until there is room')
    else log.warn({}, 'there is room on the disk again')
    turned()
  }
  const check = async () => {
    // A folder that cannot be looked at is none that is known to be full.
    const room = await Promise.all(folders.map((folder) => hasRoom(folder).catch(() => true)))
    turn(room.includes(false) || Date.now() - notedAt < NOTED_MS)
  }
  void check()
  const timer = setInterval(check, CHECK_MS)
  timer.unref()
  return {
    isFull: () => full,
    noteFull() {
      notedAt = Date.now()
      turn(true)
    },
    close: () => clearInterval(timer),
  }
}
