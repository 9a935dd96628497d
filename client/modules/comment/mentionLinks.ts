import type { MarkdownNode, MarkdownTree } from '#server/shared/markdown/tree.ts'
import { mentionsIn } from '#server/shared/mentions.ts'
import { homeOf } from '../user/UserLink.tsx'

/** Text in these is shown as it is. */
const KEPT = ['a', 'code', 'pre']

function linked(node: MarkdownNode): MarkdownNode[] {
  if (typeof node !== 'string') {
    const [tag, props, ...content] = node
    return KEPT.includes(tag) ? [node] : [[tag, props, ...content.flatMap(linked)]]
  }
  const nodes: MarkdownNode[] = []
  let read = 0
  for (const { name, from, to } of mentionsIn(node)) {
    if (from > read) nodes.push(node.slice(read, from))
    nodes.push(['a', { href: homeOf(name) }, node.slice(from, to)])
    read = to
  }
  return read === 0 ? [node] : [...nodes, ...(read < node.length ? [node.slice(read)] : [])]
}

/** A text whose mentions lead to home pages; the page of an unknown name says so. */
export const withMentionLinks = (tree: MarkdownTree): MarkdownTree =>
  tree.some((node) => JSON.stringify(node).includes('@')) ? tree.flatMap(linked) : tree
