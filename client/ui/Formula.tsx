import 'katex/dist/katex.min.css'

export type FormulaSource = { source: string; display: boolean }
export type SetFormula = FormulaSource & { html: string }

type Props = { html: string; display: boolean }

/** A formula that KaTeX has set, here or on the server; its style comes with this file. */
export function Formula({ html, display }: Props) {
  const Place = display ? 'div' : 'span'
  // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX escapes what it is given, and is not told to trust it
  return <Place dangerouslySetInnerHTML={{ __html: html }} />
}
