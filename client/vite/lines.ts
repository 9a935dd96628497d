/** The table of paths as the build and the tests read it, without running it. */
import { dirname, resolve } from 'node:path'
import { parseAst } from 'vite'

/** A line of the table of paths: where its pages are, the entries from the outermost frame inwards, and what it asks. */
export type Line = { path: string; entries: string[]; ask: string | null }

type Node = { type: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const innerNodes = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const propertyOf = (object: Node, name: string): Node | undefined => {
  const found = (object.properties as Node[]).find(
    ({ type, key }) => type === 'Property' && isNode(key) && key.name === name,
  )?.value
  return isNode(found) ? found : undefined
}

const textOf = (node: Node | undefined) =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null

/** What `() => import('./xEntry.tsx')` imports, also where it takes one entry of several from there. */
function importedBy(arrow: Node): string | null {
  if (arrow.type === 'ImportExpression' && isNode(arrow.source)) return textOf(arrow.source)
  for (const inner of innerNodes(arrow)) {
    const found = importedBy(inner)
    if (found !== null) return found
  }
  return null
}

/** The lines of page() in one file of routes; throws at what cannot be read without running it. */
export function linesOf(code: string, file: string): Line[] {
  const lines: Line[] = []
  const readRoute = (object: Node, above: Line) => {
    const path = textOf(propertyOf(object, 'path'))
    const fileOf = (name: string) => {
      const arrow = propertyOf(object, name)
      const path = arrow ? importedBy(arrow) : null
      return path === null ? null : resolve(dirname(file), path)
    }
    const entry = fileOf('entry')
    const children = propertyOf(object, 'children')
    const here = {
      path: path ? `${above.path}/${path}` : above.path,
      entries: entry === null ? above.entries : [...above.entries, entry],
      ask: fileOf('ask'),
    }
    if (entry !== null) lines.push(here)
    if (!children) return
    if (here.path && JSON.stringify(children).includes('"SpreadElement"'))
      throw new Error(`The children of ${here.path} in ${file} must be written where they are`)
    read(children, here)
  }
  const read = (node: Node, above: Line) => {
    if (node.type === 'ObjectExpression' && (propertyOf(node, 'path') || propertyOf(node, 'children')))
      readRoute(node, above)
    else for (const inner of innerNodes(node)) read(inner, above)
  }
  read(parseAst(code, { lang: 'tsx' }) as unknown as Node, { path: '', entries: [], ask: null })
  if (lines.length !== (code.match(/^(?!\s*\*).*\bpage(?:<\w+>)?\(/gm) ?? []).length)
    throw new Error(`A page() in ${file} has no literal path or no entry that is imported there`)
  // A frame whose own address has a page in it is that page.
  return lines.filter(({ path }, at) => !lines.some((later, place) => place > at && later.path === path))
}

/** Literal parts before parameters, as the router ranks them, so that the first path that fits is the right one. */
export const byRank = (one: { path: string }, other: { path: string }) => {
  const rank = ({ path }: { path: string }) =>
    path
      .split('/')
      .map((part) => (part === '*' ? '3' : part.startsWith(':') ? '2' : '1'))
      .join('')
  const [first, second] = [rank(one) + one.path, rank(other) + other.path]
  return first < second ? -1 : first > second ? 1 : 0
}
