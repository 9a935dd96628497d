import { readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Plugin, parseAst } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Every identifier that is written within a node; more than are read, which only keeps too much. */
function namesIn(node: Node, found = new Set<string>()): Set<string> {
  if (node.type === 'Identifier') found.add(String(node.name))
  for (const inner of Object.values(node).flat()) if (isNode(inner)) namesIn(inner, found)
  return found
}

/** The table of exports, when this is the statement that makes it. */
const exportsOf = ({ expression }: Node): Node | null =>
  isNode(expression) &&
  expression.type === 'AssignmentExpression' &&
  isNode(expression.right) &&
  expression.right.type === 'ObjectExpression'
    ? expression.right
    : null

/** A CommonJS index with what `isUsed` of its exports, and what those need; null when it is not written like one. */
export function pruned(code: string, isUsed: (name: string) => boolean): string | null {
  const statements = (parseAst(code) as unknown as { body: Node[] }).body
  const textOf = ({ start, end }: Node) => code.slice(start, end)
  /** A table with those of its entries that are used, and the names that these need. */
  const keptOf = (table: Node) => {
    const kept = (table.properties as Node[]).filter(({ key }) => isNode(key) && isUsed(String(key.name)))
    const names = new Set(kept.flatMap(({ value }) => (isNode(value) ? [...namesIn(value)] : [])))
    return { text: `{ ${kept.map(textOf).join(', ')} }`, names }
  }
  const parts: { name: string | null; needs: Set<string>; text: string }[] = []
  const wanted = new Set<string>()
  let table: string | null = null
  for (const statement of statements) {
    const exported = exportsOf(statement)
    if (exported) {
      const { text, names } = keptOf(exported)
      for (const name of names) wanted.add(name)
      table = `module.exports = ${text};`
    } else if (statement.type === 'VariableDeclaration') {
      for (const one of statement.declarations as Node[]) {
        const { id, init } = one
        if (!isNode(id) || id.type !== 'Identifier' || !isNode(init)) return null
        const name = String(id.name)
        const { text, names } =
          init.type === 'ObjectExpression' ? keptOf(init) : { text: textOf(init), names: namesIn(init) }
        parts.push({ name, needs: names, text: `var ${name} = ${text};` })
      }
    } else parts.push({ name: null, needs: namesIn(statement), text: textOf(statement) })
  }
  if (table === null) return null
  // What is defined stands before what needs it, so one walk from the end finds all.
  const kept = parts.reverse().filter(({ name, needs }) => {
    if (name !== null && !wanted.has(name)) return false
    for (const need of needs) wanted.add(need)
    return true
  })
  return [...kept.reverse().map(({ text }) => text), table].join('\n')
}

const wordsOf = (code: string) => new Set(code.match(/[A-Za-z_$][\w$]*/g))

/**
 * Relay is CommonJS, whose indices bring all of it: live resolvers' loaders, entry points, pagination, three kinds of
 * proxies. Of its two indices the build keeps what our code names, and what the hooks that are kept name of the runtime;
 * a name counts wherever it is written, so at worst too much is kept. What a newer Relay writes differently stays whole.
 */
export function relayIndices(client: string): Plugin {
  const packages = resolve(client, '../node_modules')
  const hooks = resolve(packages, 'react-relay/lib/hooks.js')
  const runtime = resolve(packages, 'relay-runtime/lib/index.js')

  let named: ReturnType<typeof readNames> | null = null
  const readNames = () => {
    const ours = new Set<string>()
    for (const file of readdirSync(client, { recursive: true, encoding: 'utf8' })) {
      if (!/(?<!\.test)\.tsx?$/.test(file) || file.startsWith('__generated__')) continue
      const code = readFileSync(resolve(client, file), 'utf8')
      if (/from '(?:react-relay|relay-runtime)'/.test(code)) for (const name of wordsOf(code)) ours.add(name)
    }
    const theirs = new Set(ours)
    const seen = new Set<string>()
    const follow = (code: string, from: string) => {
      for (const name of wordsOf(code)) theirs.add(name)
      for (const [, path = ''] of code.matchAll(/require\(['"](\.[^'"]+)['"]\)/g)) {
        const file = `${resolve(dirname(from), path)}.js`
        if (seen.has(file)) continue
        seen.add(file)
        follow(readFileSync(file, 'utf8'), file)
      }
    }
    const kept = pruned(readFileSync(hooks, 'utf8'), (name) => ours.has(name))
    if (kept !== null) follow(kept, hooks)
    return { hooks: ours, runtime: kept === null ? null : theirs }
  }

  return {
    name: 'relay-indices',
    apply: 'build',
    transform(code, id) {
      if (id !== hooks && id !== runtime) return null
      named ??= readNames()
      const names = named
      const known = id === hooks ? names.hooks : names.runtime
      const kept = known && pruned(code, (name) => known.has(name))
      if (!kept) this.warn(`${id} is not written as it was: all of it is in the build`)
      return kept ? { code: kept, map: null } : null
    },
  }
}
