/** Splits a command into words as a shell does; at every space when a quotation mark is not closed. */
export function splitWords(text: string): string[] {
  const words: string[] = []
  let word: string | null = null
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const one = text.charAt(at)
    if (quote !== '' && one === quote) quote = ''
    else if (one === '\\' && quote !== "'" && (quote === '' || /["\\]/.test(text.charAt(at + 1))))
      word = (word ?? '') + text.charAt(++at)
    else if (quote === '' && (one === '"' || one === "'")) {
      quote = one
      word ??= ''
    } else if (quote === '' && /\s/.test(one)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + one
  }
  if (quote !== '') return text.split(/\s+/).filter(Boolean)
  return word === null ? words : [...words, word]
}

/** Joins words to a command that `splitWords` splits again; words with spaces or quotation marks are quoted. */
export const joinWords = (words: readonly string[]): string =>
  words.map((word) => (/^[^\s'"\\]+$/.test(word) ? word : `"${word.replace(/["\\]/g, '\\$&')}"`)).join(' ')
