/** Tables of LaTeX as Markdown. */

/** Environments of tables, with their number of arguments. */
export const TABLES: Record<string, number> = {
  tabular: 1,
  array: 1,
  longtable: 1,
  'tabular*': 2,
  tabularx: 2,
}

const RULES =
  /\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot)(?![a-zA-Z])|\\c(?:line|midrule)(?:\([^)]{0,9}\))?\{[^}]{0,50}\}/g
const MOST_COLUMNS = 50

/** What decides where cells end: groups, ends of rows and columns, and comments, but not in code. */
const PARTS =
  /\\(?:verb|lstinline)\*?(?<quote>[^a-zA-Z\s*{]).{0,200}?\k<quote>|\\(?<side>begin|end)\s?\{[^{}]{0,50}\}|(?<row>\\\\\*?(?:\s{0,9}\[[^\][]{0,50}\])?|\\tabularnewline(?![a-zA-Z]))|\\[\s\S]|(?<comment>%[^\n]*\n?[ \t]*)|[{}&]/g

/**
 * Cells of a table as LaTeX, without its rules and comments. Ends of rows and columns in a group or a nested environment
 * belong to the cell. A cell that spans several columns is followed by empty ones.
 */
export function tableRows(raw: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let at = 0
  let depth = 0
  const close = () => {
    const words = cell.replace(RULES, '')
    rows.at(-1)?.push(words, ...Array<string>(spanOf(words) - 1).fill(''))
    cell = ''
  }
  for (const { 0: part, groups = {}, index } of raw.matchAll(PARTS)) {
    cell += raw.slice(at, index)
    at = index + part.length
    if (groups.comment !== undefined) continue
    if (part === '{' || groups.side === 'begin') depth++
    else if (part === '}' || groups.side === 'end') depth = Math.max(0, depth - 1)
    else if (depth === 0 && (part === '&' || groups.row !== undefined)) {
      close()
      if (part !== '&') rows.push([])
      continue
    }
    cell += part
  }
  cell += raw.slice(at)
  close()
  return rows
}

function spanOf(cell: string): number {
  const [, columns] = /^\s{0,99}\\multicolumn\s{0,9}\{\s{0,9}(\d{1,3})\s{0,9}\}/.exec(cell) ?? []
  return Math.min(Math.max(Number(columns ?? 1), 1), MOST_COLUMNS)
}

/** A table whose first row is the head that Markdown requires; empty when it has no words. */
export function tableText(cells: readonly string[][]): string {
  const rows = cells.filter((row) => row.some(Boolean))
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width === 0) return ''
  const line = (row: string[]) => `| ${[...row, ...Array<string>(width - row.length).fill('')].join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(Array<string>(width).fill('---')), ...body.map(line)].join('\n')
}
