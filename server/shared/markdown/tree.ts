/**
 * Version of the parser's output; the server parses texts of other versions again. Raise it with every change of
 * parse.ts, formulas.ts and the packages that they call; parse.test.ts fails otherwise.
 */
export const VERSION = 1

/** An element: its name, its React props and its children. */
export type MarkdownElement = [tag: string, props: { [name: string]: unknown }, ...content: MarkdownNode[]]

export type MarkdownNode = string | MarkdownElement

/** A sanitized text, rendered by client/ui/markdown/MarkdownBody.tsx. */
export type MarkdownTree = MarkdownNode[]

/** The tree of a text that is not parsed: the text itself, with its line breaks. */
export const asTyped = (text: string): MarkdownTree =>
  text.trim() ? [['p', { className: 'as-typed' }, text]] : []

/** The text within an element. */
export const textWithin = ([, , ...content]: MarkdownElement): string =>
  content.map((node) => (typeof node === 'string' ? node : textWithin(node))).join('')

/** The text of a tree, with a space between its blocks. */
export const textOf = (tree: MarkdownTree): string =>
  tree.map((node) => (typeof node === 'string' ? node : textWithin(node))).join(' ')

/** A formula in a tree. The first of equal formulas has KaTeX's HTML in `props.html`. */
export type MarkdownFormula = {
  /** TeX as it was typed, without the dollars. */
  source: string
  /** Whether it is a display formula. */
  display: boolean
  props: MarkdownElement[1]
}

/** The formulas of a tree in their order. */
export function* formulasIn(nodes: readonly MarkdownNode[], display = false): Generator<MarkdownFormula> {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    const [tag, props, ...content] = node
    if (/\blanguage-math\b/.test(String(props.className))) yield { source: textWithin(node), display, props }
    else yield* formulasIn(content, tag === 'pre')
  }
}

/** Key of equal formulas. */
export const formulaKey = ({ source, display }: Pick<MarkdownFormula, 'source' | 'display'>) =>
  `${display} ${source}`

/** A formula that KaTeX rendered. */
export type Formula = Omit<MarkdownFormula, 'props'> & { html: string }

/** The rendered formulas of a tree, each once. */
export function formulasOf(tree: readonly MarkdownNode[]): Formula[] {
  const found = new Map<string, Formula>()
  for (const formula of formulasIn(tree)) {
    const { source, display, props } = formula
    if (typeof props.html === 'string') found.set(formulaKey(formula), { source, display, html: props.html })
  }
  return [...found.values()]
}
