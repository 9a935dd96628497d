/** Most names of one list. */
export const MOST_NAMES = 500

/** First column of a title line, which is no name. */
const TITLES = new Set(['username', 'user', 'name', '用户名'])

type Line = { name: string; second: string }

/** First two columns of each line that has a name; separators are comma, semicolon and tab. */
const linesIn = (text: string): Line[] =>
  text
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

/** Usernames of a list: the first column of each line, once each. */
export const namesIn = (text: string): string[] => [...new Set(linesIn(text).map(({ name }) => name))]

/** A name with its own amount; null: the line has none. */
export type NameWithAmount = { name: string; amount: number | null }

const WHOLE = /^[+-]?\d{1,9}$/

/** Names with the whole number in the second column; null where there is none. Equal lines are one. */
export const amountsIn = (text: string): NameWithAmount[] => {
  const lines = linesIn(text).map(({ name, second }) => ({
    name,
    amount: WHOLE.test(second) ? Number(second) : null,
  }))
  return [...new Map(lines.map((line) => [`${line.amount} ${line.name}`, line])).values()]
}

/** The first name that has another amount than on a line before; names that differ only in case are one. */
export function twoAmountsIn(lines: readonly NameWithAmount[]): string | null {
  const amounts = new Map<string, number | null>()
  for (const { name, amount } of lines) {
    const key = name.toLowerCase()
    if (amounts.has(key) && amounts.get(key) !== amount) return name
    amounts.set(key, amount)
  }
  return null
}
