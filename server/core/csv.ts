/** One row of a file, with the line it begins on, from 1. */
export type CsvRow = { line: number; cells: string[] }

/** A quote that nothing closes: where it stands. */
export class CsvBroken extends Error {
  readonly line: number

  constructor(line: number) {
    super(`the quote of line ${line} is open at the end`)
    this.line = line
  }
}

/** What spreadsheets put between cells, by how much one of them wants it to be another. */
const SEPARATORS = [',', ';', '\t'] as const

/** The separator of a file: the one that its first line has the most of. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r|\n/, 1)
  const count = (separator: string) => first.split(separator).length
  return [...SEPARATORS].sort((one, other) => count(other) - count(one))[0] ?? ','
}

/**
 * The rows of a CSV file as RFC 4180 has them and as spreadsheets write them: with or without the mark of UTF-8, cells
 * in quotes that hold line ends, and any of three separators. Empty lines are passed over.
 */
export function* readCsv(file: string): Generator<CsvRow> {
  const text = file.replace(/^\ufeff/, '')
  const separator = separatorOf(text)
  const token = new RegExp(`"([^"]*(?:""[^"]*)*)("?)|[^${separator}\\r\\n]+|${separator}|\\r\\n?|\\n`, 'y')
  let line = 1
  let row: CsvRow = { line, cells: [''] }
  while (token.lastIndex < text.length) {
    const isAtCell = row.cells.at(-1) === ''
    if (!isAtCell && text[token.lastIndex] === '"') {
      // A quote within a cell that began without one is a letter like any other.
      append(row, '"')
      token.lastIndex++
      continue
    }
    const [whole = '', quoted, closing] = token.exec(text) ?? []
    if (quoted !== undefined) {
      if (!closing) throw new CsvBroken(line)
      line += quoted.split(/\r\n?|\n/).length - 1
      append(row, quoted.replaceAll('""', '"'))
    } else if (whole === separator) row.cells.push('')
    else if (/^[\r\n]/.test(whole)) {
      if (!isEmpty(row)) yield row
      row = { line: ++line, cells: [''] }
    } else append(row, whole)
  }
  if (!isEmpty(row)) yield row
}

function append({ cells }: CsvRow, text: string): void {
  cells.push(`${cells.pop() ?? ''}${text}`)
}

const isEmpty = ({ cells }: CsvRow): boolean => cells.every((cell) => cell.trim() === '')
