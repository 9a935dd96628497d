import katex from 'katex'
import { formulaKey, formulasIn, type MarkdownFormula, type MarkdownTree } from './tree.ts'

/** Most characters (JSON) of a tree with its formulas, which can be 150 times as long as their source. */
export const mostCharacters = (text: string): number => Math.min(100_000 + 15 * text.length, 600_000)

/** KaTeX's HTML and MathML, without links, images and endless macros; marks invalid formulas. Null when KaTeX itself fails. */
function htmlOf({ source, display }: MarkdownFormula): string | null {
  try {
    return katex.renderToString(source, {
      displayMode: display,
      trust: false,
      maxExpand: 200,
      maxSize: 40,
      strict: false,
      output: 'htmlAndMathml',
      throwOnError: false,
    })
  } catch {
    return null
  }
}

/**
 * Renders the formulas of a tree in place, each once, while their HTML fits into `room` (characters); the others are shown
 * as typed. A second call continues where the first was stopped.
 */
export function setFormulas(tree: MarkdownTree, room: number): void {
  const done = new Set<string>()
  let left = room
  for (const formula of formulasIn(tree)) {
    const key = formulaKey(formula)
    if (done.has(key)) continue
    const { html } = formula.props
    const made = typeof html === 'string' ? html : htmlOf(formula)
    if (made === null) continue
    left -= made.length
    if (left < 0) return
    formula.props.html = made
    done.add(key)
  }
}
