import 'katex/dist/katex.min.css'

type Props = { html: string; display: boolean }

/** Formula rendered by KaTeX; its stylesheet loads with this file. */
export function Formula({ html, display }: Props) {
  const Place = display ? 'div' : 'span'
  // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX escapes its input, and `trust` is off
  return <Place dangerouslySetInnerHTML={{ __html: html }} />
}
