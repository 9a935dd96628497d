/** An element: its name, what React is given of it, and what it holds. */
export type MarkdownElement = [tag: string, props: { [name: string]: unknown }, ...content: MarkdownNode[]]

export type MarkdownNode = string | MarkdownElement

/** A text without anything that could do harm, ready to be drawn (client/ui/MarkdownBody.tsx). */
export type MarkdownTree = MarkdownNode[]

/** The text within an element. */
export const textWithin = ([, , ...content]: MarkdownElement): string =>
  content.map((node) => (typeof node === 'string' ? node : textWithin(node))).join('')
