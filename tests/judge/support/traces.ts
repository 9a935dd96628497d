import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

const nameOf = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()

/** Fields of /proc/PID/stat from the state on (proc(5)). */
const statOf = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')

const hasEnded = (pid: number) => ['Z', 'X'].includes(statOf(pid)[0] ?? '')

/** Clock ticks from boot to the start of the process. */
const startOf = (pid: number) => Number(statOf(pid)[19])

/** The sandbox that this process (or another) started last. */
export function keeperOf(pid: number) {
  const keepers = childrenOf(pid).filter((child) => nameOf(child) === 'sandboxd' && !hasEnded(child))
  const newest = keepers.toSorted((a, b) => startOf(a) - startOf(b)).at(-1)
  if (!newest) throw new Error('no sandboxd')
  return newest
}

/** The directories of all sandboxes in every hierarchy of the host. */
export const cgroupFamilies = () =>
  readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .filter((line) => / - cgroup2? /.test(line))
    .map((line) => join(line.split(' ')[4] ?? '', 'judge'))
    .filter((path) => existsSync(path))

/** The directories of one sandbox. */
export const groupsOf = (keeper: number) =>
  cgroupFamilies()
    .map((family) => join(family, String(keeper)))
    .filter((path) => existsSync(path))

/** slots.c: the users of one sandbox are its own. */
const FIRST_UID = 600_000_000
const UIDS_PER_SANDBOX = 4096

/** Seat, pid 1 of the slot, and the process that waits for the next order. */
const RESIDENTS = 3

const quietly = <T>(read: () => T, otherwise: T) => {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** What programs of a sandbox have left on the host: nothing, once each run has answered. */
export function tracesOf(keeper: number): string[] {
  const first = FIRST_UID + (keeper % 65536) * UIDS_PER_SANDBOX
  const isTheirs = (uid: number) => uid >= first && uid < first + UIDS_PER_SANDBOX
  const uidOf = (pid: string) =>
    quietly(() => Number(/^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]), -1)

  const processes = readdirSync('/proc').filter((name) => /^\d/.test(name) && isTheirs(uidOf(name)))
  const files = ['/tmp', '/var/tmp', '/dev/shm', '/dev/mqueue', '/run'].flatMap((folder) =>
    quietly(() => readdirSync(folder), [])
      .map((name) => join(folder, name))
      .filter((path) => quietly(() => isTheirs(statSync(path).uid), false)),
  )
  const objects = ['shm', 'sem', 'msg'].flatMap((kind) =>
    quietly(() => readFileSync(`/proc/sysvipc/${kind}`, 'utf8'), '')
      .split('\n')
      .filter((line) =>
        line
          .trim()
          .split(/\s+/)
          .some((word) => isTheirs(Number(word))),
      ),
  )
  // Only its own namespaces may know the names that `hostile` gives, and the mounts of a box.
  const sockets = readFileSync('/proc/net/unix', 'utf8')
    .split('\n')
    .filter((line) => line.endsWith(' @mark'))
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .filter((line) => /^(box|work|empty) /.test(line))
  const crowded = groupsOf(keeper).flatMap((group) =>
    readdirSync(group, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(group, entry.name))
      .filter((seat) => readFileSync(join(seat, 'cgroup.procs'), 'utf8').split('\n').length - 1 > RESIDENTS),
  )
  return [...processes, ...files, ...objects, ...sockets, ...mounts, ...crowded]
}
