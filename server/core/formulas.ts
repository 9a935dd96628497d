import katex from 'katex'
import { createRecent } from './recent.ts'

/** A formula as Markdown has it between its dollar signs, white space made one, and as HTML with MathML. */
export type Formula = { source: string; display: boolean; html: string }

/** What is beyond is left to the reader's browser, as is all that this file does not find. */
const MOST_FORMULAS = 200
const LONGEST = 500
const MOST_CHARACTERS = 400_000

/** The HTML is some fifty times as long as the texts that are the keys. */
const set = createRecent<readonly Formula[]>(300_000)

/** As client/ui/Katex.tsx sets what is not found here: no links, no pictures, no macros without end. */
function htmlOf(source: string, display: boolean): string | null {
  try {
    return katex.renderToString(source, {
      displayMode: display,
      trust: false,
      maxExpand: 200,
      maxSize: 40,
      strict: false,
      output: 'htmlAndMathml',
    })
  } catch {
    // KaTeX names what is wrong in a formula by one error, and fails at some by others.
    return null
  }
}

/** Formulas of a line between dollar signs, or between lines of two. */
const FORMULA = /^[ \t]*\$\$[ \t]*\n([^$]+)\n[ \t]*\$\$[ \t]*$|\$\$?([^$\n]+)\$\$?/gm

function setFormulas(text: string): readonly Formula[] {
  const found = new Map<string, Formula>()
  let characters = 0
  for (const [, block, inline] of text.matchAll(FORMULA)) {
    const display = block !== undefined
    const source = (block ?? inline ?? '').replace(/\s+/g, ' ').trim()
    const key = `${display} ${source}`
    // After a % the end of a line means something.
    if (found.has(key) || source.length > LONGEST || source.includes('%')) continue
    const html = htmlOf(source, display)
    if (html === null) continue
    characters += html.length
    if (characters > MOST_CHARACTERS || found.size === MOST_FORMULAS) break
    found.set(key, { source, display, html })
  }
  return [...found.values()]
}

/** The formulas of a Markdown text, set, so that its readers need not load what sets them; it may leave some out. */
export function formulasOf(text: string): readonly Formula[] {
  const known = set.get(text)
  if (known) return known
  const formulas = setFormulas(text)
  set.set(text, formulas)
  return formulas
}
