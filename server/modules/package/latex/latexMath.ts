/** Formulas of LaTeX as KaTeX reads them. */

/** Environments of lines inside a formula, by those that KaTeX lacks or takes outside of formulas alone. */
const LINES: Readonly<Record<string, string>> = {
  align: 'aligned',
  flalign: 'aligned',
  eqnarray: 'aligned',
  gather: 'gathered',
  multline: 'gathered',
  alignat: 'alignedat',
}

/** Environments that are formulas on lines of their own. */
export const MATH = new Set([
  ...['equation', 'equation*', 'displaymath'],
  ...Object.keys(LINES).flatMap((name) => [name, `${name}*`]),
])

/** The formula of a display environment. */
export const displayMath = (name: string, formula: string): string => {
  const lines = LINES[name.replace('*', '')]
  const inner = plainMath(formula)
  return lines ? `$$\n\\begin{${lines}}\n${inner}\n\\end{${lines}}\n$$` : `$$\n${inner}\n$$`
}

const ENVIRONMENT = new RegExp(`\\\\(begin|end)\\{(${Object.keys(LINES).join('|')})\\*?\\}`, 'g')
const ARRAY = /\\begin\{array\}\s{0,9}(?:\[[a-z]\]\s{0,9})?\{((?:[^{}]|\{[^{}]{0,99}\}){0,200})\}/g

/** A formula without what KaTeX rejects: environments that it lacks, and columns of arrays with lengths and separators. */
export const plainMath = (formula: string): string =>
  formula
    .replace(ENVIRONMENT, (_, side: string, name: string) => `\\${side}{${LINES[name]}}`)
    .replace(ARRAY, (_, columns: string) => `\\begin{array}{${plainColumns(columns)}}`)
    .replace(/\\makebox\s{0,9}(?:\[[^\][]{0,50}\]\s{0,9}){1,2}(?=\{)/g, '\\mbox')

/** Columns as letters and lines: `@{}l@{ }p{2cm}*{2}{c|}` is `llc|c|`. */
const plainColumns = (columns: string): string =>
  columns
    .replace(/\*\s?\{(\d{1,2})\}\s?\{([^{}]{0,99})\}/g, (_, count: string, inner: string) =>
      inner.repeat(Number(count)),
    )
    .replace(/[@!<>]\s?\{[^{}]{0,99}\}/g, '')
    .replace(/[pmb]\s?\{[^{}]{0,99}\}/g, 'l')
    .replace(/[^lcr|:]/g, '')

/** Longest formula (characters) in which dollars are looked for in groups. */
const MOST_WITHIN = 2000

/**
 * Where a formula ends: at its mark, or where the text does. Dollars in a group, as in `\\text{if $x$}`, end none, unless
 * nothing behind them does.
 */
export function endOfMath(text: string, from: number, mark: string): number {
  let first: number | null = null
  let depth = 0
  const last = () => (first === null ? text.length : Math.min(text.length, from + MOST_WITHIN))
  for (let at = from; at < last(); at++) {
    if (text.startsWith(mark, at)) {
      if (depth <= 0 || mark !== '$') return at
      first ??= at
    }
    const sign = text[at]
    if (sign === '\\') at++
    else if (sign === '{') depth++
    else if (sign === '}') depth--
    else if (sign === '\n' && text[at + 1] === '\n' && first !== null) break
  }
  return first ?? text.length
}

/** A formula in a line whose text has formulas of its own: Markdown would end it at their dollars. */
export const withoutDollars = (formula: string): string =>
  formula.replace(/(?<!\\)\$([^$]{0,1000})(?<!\\)\$/g, (_, inner: string) => `\\(${inner}\\)`)
