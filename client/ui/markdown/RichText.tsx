import { cloneElement, Fragment, type ReactElement } from 'react'

type Props = {
  /** A catalogue text with tags such as `<code>…</code>`, not nested. */
  text: string
  /** The element of each tag; unknown tags stay as text. */
  tags: Record<string, ReactElement>
}

const TAGGED = /<(\w+)>(.*?)<\/\1>/gs

/** Text whose tags are replaced by elements. */
export function RichText({ text, tags }: Props) {
  const parts: (string | ReactElement)[] = []
  let end = 0
  for (const { 0: whole, 1: tag = '', 2: inner, index } of text.matchAll(TAGGED)) {
    const element = tags[tag]
    if (!element) continue
    parts.push(text.slice(end, index), cloneElement(element, undefined, inner))
    end = index + whole.length
  }
  parts.push(text.slice(end))
  return parts.map((part, at) => <Fragment key={at}>{part}</Fragment>)
}
