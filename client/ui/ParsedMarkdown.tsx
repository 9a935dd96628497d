import { useMemo } from 'react'
import { parseMarkdown } from '#server/shared/markdown/parse.ts'
import type { MarkdownLook } from './Markdown.tsx'
import { MarkdownBody } from './MarkdownBody.tsx'

/** A text that is parsed here: one that is being written, or that the server gives as it is written. */
export function ParsedMarkdown({ text, ...look }: MarkdownLook & { text: string }) {
  const tree = useMemo(() => parseMarkdown(text), [text])
  return <MarkdownBody tree={tree} {...look} />
}
