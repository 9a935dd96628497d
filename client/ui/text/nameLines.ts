/** Most names of one list. */
export const MOST_NAMES = 500

/** First column of a title line, which is no name. */
const TITLES = new Set(['username', 'user', 'name', '用户名'])

type Line = { name: string; second: string }

/** First two columns of each line that has a name, once for each name; separators are comma, semicolon and tab. */
function linesIn(text: string): Line[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line): Line => {
      const [name = '', second = ''] = line.split(/[,;\t]/).map((cell) =>
        cell
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .trim(),
      )
      return { name, second }
    })
    .filter(({ name }, index) => name !== '' && !(index === 0 && TITLES.has(name.toLowerCase())))
  const names = lines.map(({ name }) => name)
  return lines.filter(({ name }, index) => names.indexOf(name) === index)
}

/** Usernames of a list: the first column of each line, once each. */
export const namesIn = (text: string): string[] => linesIn(text).map(({ name }) => name)

/** A name with its own amount; null: the line has none. */
export type NameWithAmount = { name: string; amount: number | null }

const WHOLE = /^[+-]?\d{1,9}$/

/** Names with the whole number in the second column; null where there is none. */
export const amountsIn = (text: string): NameWithAmount[] =>
  linesIn(text).map(({ name, second }) => ({ name, amount: WHOLE.test(second) ? Number(second) : null }))
