/**
 * Resolves the symbolic links of a package. None is followed in the file system: targets are computed from
 * paths among the package's entries, and added under the name of the link.
 */

/** Entries of a package before its links are resolved; paths are relative, with slashes. */
export type Tree = {
  files: Map<string, Uint8Array>
  /** Link targets, by path. */
  links: ReadonlyMap<string, string>
}

export type Following = {
  /** Called for every file that a link adds, before it is added. */
  charge: (bytes: number) => void
  /** Called for every link whose target is outside, missing or circular. */
  skip: (path: string) => void
}

/** Deepest chain of links or of linked folders; deeper ones count as circular. */
const MAX_HOPS = 40

/** Adds the targets of all links; added files count against the limits. */
export function followLinks({ files, links }: Tree, { charge, skip }: Following): void {
  if (links.size === 0) return
  const folders = new Set([...files.keys(), ...links.keys()].flatMap(foldersOf))
  /** Links whose targets are being resolved. */
  const open = new Set<string>()
  const followed = new Set<string>()
  const follow = (link: string): boolean => {
    if (followed.has(link)) return true
    const target = open.has(link) || open.size > MAX_HOPS ? null : targetOf(link, links)
    if (target === null || isBelow(link, target)) return false
    const file = files.get(target)
    if (!file && !folders.has(target)) return false
    open.add(link)
    // A linked folder may hold links itself, which are resolved first.
    if (!file) for (const inner of links.keys()) if (isBelow(inner, target)) follow(inner)
    open.delete(link)
    const added = file ? [[link, file] as const] : copiesOf(target, link, files)
    for (const [path, bytes] of added) {
      charge(bytes.byteLength)
      files.set(path, bytes)
      for (const folder of foldersOf(path)) folders.add(folder)
    }
    followed.add(link)
    return added.length > 0
  }
  for (const link of [...links.keys()].sort()) if (!follow(link)) skip(link)
}

const isBelow = (path: string, folder: string) => path.startsWith(`${folder}/`)

const copiesOf = (target: string, link: string, files: ReadonlyMap<string, Uint8Array>) =>
  [...files].flatMap(([path, bytes]) =>
    isBelow(path, target) ? [[link + path.slice(target.length), bytes] as const] : [],
  )

const foldersOf = (path: string): string[] => {
  const steps = path.split('/')
  return steps.slice(1).map((_, at) => steps.slice(0, at + 1).join('/'))
}

/** Final target of a link; null when it is outside, the package itself, or circular. */
function targetOf(link: string, links: ReadonlyMap<string, string>): string | null {
  const rest = stepsOf(link)
  const at: string[] = []
  for (let hops = 0; rest.length > 0; ) {
    const step = rest.shift() ?? ''
    if (step === '..') {
      if (at.pop() === undefined) return null
      continue
    }
    const said = links.get([...at, step].join('/'))
    if (said === undefined) {
      at.push(step)
      continue
    }
    if (said.startsWith('/') || ++hops > MAX_HOPS) return null
    rest.unshift(...stepsOf(said))
  }
  return at.join('/') || null
}

const stepsOf = (path: string) => path.split('/').filter((step) => step !== '' && step !== '.')
