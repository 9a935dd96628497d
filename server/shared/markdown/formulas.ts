import katex from 'katex'
import { formulaKey, formulasIn, type MarkdownFormula, type MarkdownTree } from './tree.ts'

/** Most characters (JSON) of a tree with its formulas, which can be 150 times as long as their source. */
export const mostCharacters = (text: string): number => Math.min(100_000 + 15 * text.length, 600_000)

/** Commands of LaTeX and MathJax that statements use and KaTeX lacks, by what it has. */
const COMMANDS: Readonly<Record<string, string>> = {
  '\\mbox': '\\text{#1}',
  '\\makebox': '\\text{#1}',
  '\\ensuremath': '#1',
  '\\textsc': '\\text{#1}',
  '\\textsl': '\\textit{#1}',
  '\\uline': '\\underline{#1}',
  '\\mathbbm': '\\mathbb{#1}',
  '\\mathds': '\\mathbb{#1}',
  '\\bold': '\\mathbf{#1}',
  '\\textdegree': '^\\circ',
  '\\textquotesingle': "\\text{'}",
  '\\label': '\\@secondoftwo{#1}{}',
  '\\xspace': '',
  '\\strut': '',
  '\\boldmath': '',
}

/** KaTeX's HTML and MathML, without links, images and endless macros; marks invalid formulas. Null when KaTeX itself fails. */
function htmlOf({ source, display }: MarkdownFormula): string | null {
  try {
    return katex.renderToString(source, {
      displayMode: display,
      // A copy: a formula may define commands, which would stay for the next one.
      macros: { ...COMMANDS },
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
