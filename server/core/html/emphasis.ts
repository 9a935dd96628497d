/**
 * Marks at the start and end of bold, italic or struck text while a text becomes Markdown; noncharacters, so no text has
 * them.
 */
export const MARKS: Record<string, [start: string, end: string]> = {
  '**': ['\uFDD0', '\uFDD1'],
  '*': ['\uFDD2', '\uFDD3'],
  '~~': ['\uFDD4', '\uFDD5'],
}

const SIGNS = new Map(
  Object.entries(MARKS).flatMap(([sign, marks]) => marks.map((mark) => [mark, sign] as const)),
)
const STARTS = /[\uFDD0\uFDD2\uFDD4]/
const ENDS = /[\uFDD1\uFDD3\uFDD5]/

/** The text without its marks. */
export const withoutMarks = (text: string): string => text.replace(/[\uFDD0-\uFDD5]/g, '')

const isPunctuation = (sign: string): boolean => /[\p{P}\p{S}]/u.test(sign)
const isWord = (sign: string): boolean => sign !== '' && !isPunctuation(sign) && !/\s/.test(sign)
const entityOf = (letter: string): string => `&#x${(letter.codePointAt(0) ?? 32).toString(16).toUpperCase()};`

const firstOf = (text: string): string => /^./su.exec(text)?.[0] ?? ''
const lastOf = (text: string): string => [...text.slice(-2)].at(-1) ?? ''

/**
 * Writes the signs of Markdown instead of the marks. Emphasis that begins or ends with punctuation beside a letter is none
 * in Markdown, unless the letter is an entity.
 */
export function emphasized(text: string): string {
  const pieces = text.split(/([\uFDD0-\uFDD5]+)/)
  for (let at = 1; at < pieces.length; at += 2) {
    const [before = '', marks = '', after = ''] = pieces.slice(at - 1, at + 2)
    const [left, right] = [lastOf(before), firstOf(after)]
    if (STARTS.test(marks) && isWord(left) && isPunctuation(right))
      pieces[at - 1] = before.slice(0, -left.length) + entityOf(left)
    if (ENDS.test(marks) && isPunctuation(left) && isWord(right))
      pieces[at + 1] = entityOf(right) + after.slice(right.length)
    pieces[at] = marks.replace(/./g, (mark) => SIGNS.get(mark) ?? '')
  }
  return pieces.join('')
}
