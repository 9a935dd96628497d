import { cloneElement, Fragment, type ReactElement } from 'react'

type Props = {
  /** A text of the catalogues with tags such as `<code>…</code>`, none within another. */
  text: string
  /** What each tag becomes; a tag that is not here stays as it is written. */
  tags: Record<string, ReactElement>
}

const TAGGED = /<(\w+)>(.*?)<\/\1>/gs

/** A text whose tagged parts are elements. */
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
