import type { SyntaxNode } from '#server/shared/markdown/syntax.ts'
import { emphasized, MARKS } from './emphasis.ts'
import type { Addresses } from './toMarkdown.ts'

/** A text whose HTML becomes Markdown. */
export type Mixed = { text: string; addresses: Addresses }

/** Replacement of the characters from `from` up to `to`. */
export type Edit = { from: number; to: number; text: string }

/** Place of a node in the text. */
export const placeOf = ({ position }: SyntaxNode): { from: number; to: number } => ({
  from: position?.start.offset ?? 0,
  to: position?.end.offset ?? 0,
})

/** What a line below has to begin with to belong to the same list item or quote. */
export function prefixAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return line.length > 200 ? '' : line.replace(/[^>\s]/g, ' ')
}

/** A new line that an edit makes: the characters of the break, and the prefix of the line. */
export const newLine = (breaking: string, prefix: string): string => `\uFDD6${breaking}${prefix}\uFDD7`

/** Whether a text has characters that edits leave as marks. */
export const hasMarks = (text: string): boolean => /[\uFDD0-\uFDD7]/.test(text)

/** The edited text. */
export function applied(text: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const { from, to, text: made } of edits.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue
    result += text.slice(at, from) + made
    at = to
  }
  return hasMarks(result + text.slice(at)) ? resolved(result + text.slice(at)) : result + text.slice(at)
}

/** What would begin a list, heading, quote or fence at the start of a line; the sign to escape stands after the first group. */
const BEGINS =
  /^([ \t]{0,9}(?:\d{1,9}(?=[.)](?:\s|$)))?)(?=[.)](?:\s|$)|[-+*](?:\s|$)|#{1,6}(?:\s|$)|>|[=-]{1,99}\s*(?:\n|$)|```|~~~)/

function resolved(text: string): string {
  let plain = text
  for (const [start, end] of Object.values(MARKS)) {
    plain = plain
      .replace(new RegExp(`${start}(\\s{0,99})`, 'g'), `$1${start}`)
      .replace(new RegExp(`(\\s{0,99})${end}`, 'g'), `${end}$1`)
      .replaceAll(start + end, '')
  }
  return emphasized(plain)
    .split('\uFDD6')
    .map((piece, at) => {
      if (at === 0) return piece
      const [head = '', ...rest] = piece.split('\uFDD7')
      return (
        head +
        rest
          .join('')
          .replace(/^[ \t]{1,99}/, '')
          .replace(BEGINS, '$1\\')
      )
    })
    .join('')
}
