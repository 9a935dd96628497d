import { statfs } from 'node:fs/promises'
import type { Log } from './log.ts'

/** Watches whether the disk of this process is full. */
export type Disk = {
  isFull(): boolean
  /** Reports a write that failed because a disk was full. */
  noteFull(): void
  close(): void
}

/** Free space (bytes, and share of the disk) below which it counts as full: PostgreSQL allocates 16 MiB at a time. */
const LEAST_BYTES = 16 * 2 ** 20
const LEAST_PART = 1 / 16

const CHECK_MS = 2_000
/** Time (ms) for which a failed write counts: the database may be on a disk that this process cannot inspect. */
const NOTED_MS = 10_000

const hasRoom = async (folder: string): Promise<boolean> => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return bavail * bsize >= Math.min(LEAST_BYTES, blocks * bsize * LEAST_PART)
}

/**
 * Watches the disks of these folders; logs, and calls `turned`, when one becomes full and when it has room again.
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
    // A folder that cannot be inspected does not count as full.
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
