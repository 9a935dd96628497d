/**
 * How much memory programs may still take: what the machine has left, and what the groups this process is in, such as
 * a container, may take before the kernel kills something in them. Hierarchies of version 1 and 2 are read alike.
 */

import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** One limit with what is taken of it, in bytes. */
type MemoryLimit = { limit: number; used: number; reclaimable: number }

/** Where the groups of one hierarchy are seen, and which files there hold what. */
type Hierarchy = { folder: string; path: string; files: { limit: string; used: string; cached: RegExp } }

const V1 = {
  limit: 'memory.limit_in_bytes',
  used: 'memory.usage_in_bytes',
  cached: /^total_(?:in)?active_file (\d+)$/gm,
}
const V2 = {
  limit: 'memory.max',
  used: 'memory.current',
  /** Here the kernel's own caches count too: names and inodes of every file that was looked at. */
  cached: /^(?:(?:in)?active_file|slab_reclaimable) (\d+)$/gm,
}

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

/** Bytes that programs may still take; null when nobody can tell. */
export async function availableMemory(): Promise<number | null> {
  const [machine, groups, mounts] = await Promise.all(
    ['/proc/meminfo', '/proc/self/cgroup', '/proc/self/mountinfo'].map(read),
  )
  const rations = await Promise.all(memoryGroups(groups ?? '', mounts ?? '').map(rationOf))
  const left = [leftOnMachine(machine ?? ''), ...rations.map(leftOf)].filter((bytes) => bytes !== null)
  return left.length > 0 ? Math.min(...left) : null
}

/** By the words of /proc/meminfo. */
export function leftOnMachine(meminfo: string): number | null {
  const kib = /^MemAvailable:\s+(\d+) kB$/m.exec(meminfo)?.[1]
  return kib === undefined ? null : Number(kib) * 1024
}

/** What is only cached is given back before anything is killed. Without a limit a group has no word in this. */
export const leftOf = (ration: MemoryLimit | null): number | null =>
  ration && Math.max(0, ration.limit - ration.used + ration.reclaimable)

/**
 * Every group that may limit the memory of this process, from its own up to the one at the mount: by the words of
 * /proc/self/cgroup and /proc/self/mountinfo.
 */
export function memoryGroups(groups: string, mounts: string): { folder: string; files: typeof V1 }[] {
  return mounts.split('\n').flatMap((line) => {
    const hierarchy = hierarchyOf(line, groups)
    if (!hierarchy) return []
    const { folder, path, files } = hierarchy
    const folders = [folder]
    for (let at = path; at !== '/'; at = dirname(at)) folders.push(join(folder, at))
    return folders.map((each) => ({ folder: each, files }))
  })
}

/** The hierarchy behind a line of mountinfo, when it is one that may account for memory. */
function hierarchyOf(line: string, groups: string): Hierarchy | null {
  const [places = '', kind = ''] = line.split(' - ')
  const [, , , root = '', folder = ''] = places.split(' ')
  const [type, , options = ''] = kind.split(' ')
  const isV1 = type === 'cgroup' && options.split(',').includes('memory')
  if (!isV1 && type !== 'cgroup2') return null
  const path = (isV1 ? /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(\/.*)$/m : /^0::(\/.*)$/m).exec(groups)?.[1]
  if (path === undefined) return null
  // A mount may show only a part of the hierarchy; a process outside of it sees the limits of the part.
  const inside = root === '/' ? path : path.startsWith(`${root}/`) ? path.slice(root.length) : '/'
  return { folder, path: inside.includes('..') ? '/' : inside, files: isV1 ? V1 : V2 }
}

/** What a group may take and has taken; null when it has no limit. */
export async function rationOf({
  folder,
  files,
}: {
  folder: string
  files: typeof V1
}): Promise<MemoryLimit | null> {
  const limit = Number.parseInt(await read(join(folder, files.limit)), 10)
  // `max`, and version 1's word for it: all that fits into a page count.
  if (!Number.isFinite(limit) || limit >= 2 ** 60) return null
  const used = Number.parseInt(await read(join(folder, files.used)), 10)
  if (!Number.isFinite(used)) return null
  const cached = (await read(join(folder, 'memory.stat'))).matchAll(files.cached)
  return { limit, used, reclaimable: [...cached].reduce((sum, [, bytes]) => sum + Number(bytes), 0) }
}
