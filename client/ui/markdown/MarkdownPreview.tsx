import { useEffect, useRef, useState } from 'react'
import type { MarkdownTree } from '#server/shared/markdown/tree.ts'
import { MarkdownTreeView, MarkdownWaiting } from './Markdown.tsx'
import { openPreview } from './previewer.ts'

/** Preview of a text that is being typed. */
export function MarkdownPreview({ text }: { text: string }) {
  const [tree, setTree] = useState<MarkdownTree | null>(null)
  const preview = useRef<ReturnType<typeof openPreview> | null>(null)
  useEffect(() => {
    const opened = openPreview((parsed) => setTree(parsed))
    preview.current = opened
    return opened.close
  }, [])
  useEffect(() => preview.current?.parse(text), [text])
  if (tree === null) return <MarkdownWaiting letters={text.length} />
  return <MarkdownTreeView size="body" tree={tree} />
}
