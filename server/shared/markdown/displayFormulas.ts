/** A node of remark's tree, with the fields that are read here. */
type Node = {
  type: string
  value?: string
  position?: { start: { offset?: number } }
  data?: object
  children?: Node[]
}

/** Whether a formula is alone in its line towards one side: `end` of the text before it, `start` of the text after it. */
const isApart = (beside: Node | undefined, edge: 'start' | 'end') =>
  beside === undefined ||
  beside.type === 'break' ||
  (beside.type === 'text' && (edge === 'end' ? /\n[ \t]*$/ : /^[ \t]*\n/).test(beside.value ?? ''))

/** The node that remark-math creates for a formula between lines of two dollars. */
const displayed = (value = ''): Node => {
  const code = {
    type: 'element',
    tagName: 'code',
    children: [{ type: 'text', value }],
    properties: { className: ['language-math', 'math-display'] },
  }
  return { type: 'math', value, data: { hName: 'pre', hChildren: [code] } }
}

/** A paragraph of these nodes without line breaks at its ends; empty when nothing is left. */
function paragraphOf(nodes: readonly Node[]): Node[] {
  const children = nodes.map((node) => ({ ...node }))
  if (children[0]?.type === 'break') children.shift()
  if (children.at(-1)?.type === 'break') children.pop()
  const [first, last] = [children[0], children.at(-1)]
  if (first?.type === 'text') first.value = first.value?.trimStart() ?? ''
  if (last?.type === 'text') last.value = last.value?.trimEnd() ?? ''
  const left = children.filter(({ type, value }) => type !== 'text' || value !== '')
  return left.length > 0 ? [{ type: 'paragraph', children: left }] : []
}

/** Splits a paragraph at formulas in two dollars that have their own line. */
function cut(paragraph: Node, text: string): Node[] {
  const parts: Node[] = []
  let words: Node[] = []
  const nodes = paragraph.children ?? []
  for (const [at, node] of nodes.entries()) {
    const opens = node.type === 'inlineMath' && text.startsWith('$$', node.position?.start.offset)
    if (opens && isApart(nodes[at - 1], 'end') && isApart(nodes[at + 1], 'start')) {
      parts.push(...paragraphOf(words), displayed(node.value))
      words = []
    } else words.push(node)
  }
  return parts.length > 0 ? [...parts, ...paragraphOf(words)] : [paragraph]
}

function cutAll(node: Node, text: string): void {
  if (!node.children) return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'paragraph') return cut(child, text)
    cutAll(child, text)
    return [child]
  })
}

/** Remark plugin: `$$…$$` alone on its line becomes a display formula; remark-math alone makes it inline. */
export const displayFormulas = () => (tree: Node, file: { toString(): string }) =>
  cutAll(tree, file.toString())
