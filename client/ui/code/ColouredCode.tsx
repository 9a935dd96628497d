import type { ElementContent } from 'hast'
import { type ReactNode, useMemo } from 'react'
import { highlight } from './highlight.ts'

/** Highlighted spans as React elements. */
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

/** Highlighted code, for a `code` element around it. */
export function ColouredCode({ code, language }: Props) {
  return useMemo(() => drawn(highlight(code, language).children as ElementContent[]), [code, language])
}
