/**
 * The links of a package. None is ever followed on the machine: where it leads is worked out from its words, among the
 * entries of the package, and what lies there stands under the name of the link as well.
 */

/** The entries of a package before its links are followed; paths are relative, with slashes. */
export type Tree = {
  files: Map<string, Uint8Array>
  /** What each link says, by its path. */
  links: ReadonlyMap<string, string>
}

export type Following = {
  /** Called for every file that a link adds, before it is added. */
  charge: (bytes: number) => void
  /** Called for every link that leads out of the package, nowhere, or in a circle. */
  skip: (path: string) => void
}

/** A path through more links than this, or links in linked folders deeper than this, are a circle. */
const MAX_HOPS = 40

/** Adds what the links of a package lead to; what a link adds is charged like an entry of its own. */
export function followLinks({ files, links }: Tree, { charge, skip }: Following): void {
  if (links.size === 0) return
  const folders = new Set([...files.keys(), ...links.keys()].flatMap(foldersOf))
  /** The links whose targets are being made whole. */
  const open = new Set<string>()
  const followed = new Set<string>()
  const follow = (link: string): boolean => {
    if (followed.has(link)) return true
    const target = open.has(link) || open.size > MAX_HOPS ? null : targetOf(link, links)
    if (target === null || isBelow(link, target)) return false
    const file = files.get(target)
    if (!file && !folders.has(target)) return false
    open.add(link)
    // A linked folder may hold links itself, and what they lead to comes along.
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

/** The entry a link leads to in the end; null when that is outside, the package itself, or a circle. */
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
