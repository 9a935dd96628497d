/** Most names of one list. */
export const MOST_NAMES = 500

/** First column of a title line, which is no name. */
const TITLES = new Set(['username', 'user', 'name', '用户名'])

/** Usernames of a list: the first column of each line, once each; separators are comma, semicolon and tab. */
export function namesIn(text: string): string[] {
  const names = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) =>
      (/^[^,;\t]*/.exec(line)?.[0] ?? '')
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter((name, index) => name !== '' && !(index === 0 && TITLES.has(name.toLowerCase())))
  return [...new Set(names)]
}
