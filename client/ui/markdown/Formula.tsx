import 'katex/dist/katex.min.css'

type Props = { html: string; display: boolean }

/** A formula that KaTeX has set; its style comes with this file. */
export function Formula({ html, display }: Props) {
  const Place = display ? 'div' : 'span'
  // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX escapes what it is given, and is not told to trust it
  return <Place dangerouslySetInnerHTML={{ __html: html }} />
}
