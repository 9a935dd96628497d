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

/** Cells of a table as LaTeX, without its rules. A cell that spans several columns is followed by empty ones. */
export const tableRows = (raw: string): string[][] =>
  raw
    .replace(RULES, '')
    .split(/\\\\(?:\[[^\]]{0,50}\])?|\\tabularnewline(?![a-zA-Z])/)
    .map((row) =>
      row.split(/(?<!\\)&/).flatMap((cell) => [cell, ...Array<string>(spanOf(cell) - 1).fill('')]),
    )

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
