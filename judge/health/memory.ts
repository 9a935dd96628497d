/**
 * Memory that programs can still use: the minimum over the host's available memory and the room in each cgroup of
 * this process, such as a container, before the kernel kills a process in it. Supports cgroup v1 and v2.
 */

import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Limit and usage of a cgroup, in bytes. */
type MemoryLimit = { limit: number; used: number; reclaimable: number }

/** Mount folder of a cgroup hierarchy, the path of this process below it, and the names of its files. */
type Hierarchy = { folder: string; path: string; files: { limit: string; used: string; cached: RegExp } }

const V1 = {
  limit: 'memory.limit_in_bytes',
  used: 'memory.usage_in_bytes',
  cached: /^total_(?:in)?active_file (\d+)$/gm,
}
const V2 = {
  limit: 'memory.max',
  used: 'memory.current',
  /** On v2 the kernel's own caches count too: names and inodes of every file that was accessed. */
  cached: /^(?:(?:in)?active_file|slab_reclaimable) (\d+)$/gm,
}

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

/** Bytes that programs can still use; null when unknown. */
export async function availableMemory(): Promise<number | null> {
  const [machine, groups, mounts] = await Promise.all(
    ['/proc/meminfo', '/proc/self/cgroup', '/proc/self/mountinfo'].map(read),
  )
  const rations = await Promise.all(memoryGroups(groups ?? '', mounts ?? '').map(rationOf))
  const left = [leftOnMachine(machine ?? ''), ...rations.map(leftOf)].filter((bytes) => bytes !== null)
  return left.length > 0 ? Math.min(...left) : null
}

/** Available bytes in the text of /proc/meminfo; null when it does not say. */
export function leftOnMachine(meminfo: string): number | null {
  const kib = /^MemAvailable:\s+(\d+) kB$/m.exec(meminfo)?.[1]
  return kib === undefined ? null : Number(kib) * 1024
}

/** Free bytes of a cgroup; null without a limit. The kernel reclaims caches before it kills, so they are free. */
export const leftOf = (ration: MemoryLimit | null): number | null =>
  ration && Math.max(0, ration.limit - ration.used + ration.reclaimable)

/**
 * Cgroups that can limit the memory of this process: its own and all parents up to the mount. `groups` and
 * `mounts` are the texts of /proc/self/cgroup and /proc/self/mountinfo.
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

/** Memory hierarchy of a line of mountinfo; null for other mounts. */
function hierarchyOf(line: string, groups: string): Hierarchy | null {
  const [places = '', kind = ''] = line.split(' - ')
  const [, , , root = '', folder = ''] = places.split(' ')
  const [type, , options = ''] = kind.split(' ')
  const isV1 = type === 'cgroup' && options.split(',').includes('memory')
  if (!isV1 && type !== 'cgroup2') return null
  const path = (isV1 ? /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(\/.*)$/m : /^0::(\/.*)$/m).exec(groups)?.[1]
  if (path === undefined) return null
  // A mount can show a part of the hierarchy only; a process outside of it sees the limits of that part.
  const inside = root === '/' ? path : path.startsWith(`${root}/`) ? path.slice(root.length) : '/'
  return { folder, path: inside.includes('..') ? '/' : inside, files: isV1 ? V1 : V2 }
}

/** Limit and usage of a cgroup; null when it has no limit. */
export async function rationOf({
  folder,
  files,
}: {
  folder: string
  files: typeof V1
}): Promise<MemoryLimit | null> {
  const limit = Number.parseInt(await read(join(folder, files.limit)), 10)
  // No limit is `max` on v2, and the largest page count in bytes on v1.
  if (!Number.isFinite(limit) || limit >= 2 ** 60) return null
  const used = Number.parseInt(await read(join(folder, files.used)), 10)
  if (!Number.isFinite(used)) return null
  const cached = (await read(join(folder, 'memory.stat'))).matchAll(files.cached)
  return { limit, used, reclaimable: [...cached].reduce((sum, [, bytes]) => sum + Number(bytes), 0) }
}
