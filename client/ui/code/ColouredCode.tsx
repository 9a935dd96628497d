import type { ElementContent } from 'hast'
import { type ReactNode, useMemo } from 'react'
import { highlight } from './highlight.ts'

/** Coloured spans as React's; a tree of highlight.js has nothing else. */
export const drawn = (nodes: readonly ElementContent[]): ReactNode[] =>
  nodes.map((node, place) => {
    if (node.type === 'text') return node.value
    if (node.type !== 'element') return null
    const names = node.properties.className
    return (
      <span key={place} className={Array.isArray(names) ? names.join(' ') : undefined}>
        {drawn(node.children)}
      </span>
    )
  })

type Props = { code: string; language: string }

/** Code as coloured spans, for a `code` around them. */
export function ColouredCode({ code, language }: Props) {
  return useMemo(() => drawn(highlight(code, language).children as ElementContent[]), [code, language])
}
