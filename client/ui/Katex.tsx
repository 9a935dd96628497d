import katex from 'katex'
import { useMemo } from 'react'
import { Formula, type FormulaSource } from './Formula.tsx'

/** As server/core/formulas.ts sets those of statements: no links, no pictures, no macros without end. */
const settings = {
  trust: false,
  maxExpand: 200,
  maxSize: 40,
  strict: false,
  output: 'htmlAndMathml',
  throwOnError: false,
} as const

function htmlOf({ source, display }: FormulaSource): string | null {
  try {
    return katex.renderToString(source, { ...settings, displayMode: display })
  } catch {
    // It names what is wrong in a formula, but not all that can be.
    return null
  }
}

/** A formula set in the browser; a wrong one is shown as it was written. */
export function Katex({ source, display }: FormulaSource) {
  const html = useMemo(() => htmlOf({ source, display }), [source, display])
  if (html === null) return <span className="katex-error">{source}</span>
  return <Formula html={html} display={display} />
}
