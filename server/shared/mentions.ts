/** Mentions of users in a text: `@name`. */

/** A mention: the name without its @, and where it stands in the text. */
export type Mention = { name: string; from: number; to: number }

/** Length of a username in code points. */
const MOST = 20

/** Names of letters, digits and these signs; one with others, such as quotes, can't be mentioned. */
const NAME = String.raw`[\p{L}\p{M}\p{N}_.+\-]+`
const MENTIONS = new RegExp(String.raw`(?<![\p{Script=Latin}\p{N}_.+\-/@])@(${NAME})`, 'gu')
const MENTIONABLE = new RegExp(`^${NAME}$`, 'u')
/** These end a sentence rather than a name. */
const AT_END = /[.+-]+$/
/** A name of Latin letters and digits with Chinese, Japanese or Korean words right behind it. */
const BEFORE_WIDE =
  /^[\p{Script=Latin}\p{N}_.+-]+(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/u

/** Whether a mention of the name is recognized as a whole. */
export const isMentionable = (name: string): boolean =>
  MENTIONABLE.test(name) && !AT_END.test(name) && [...name].length <= MOST

/**
 * The mentions of a text in their order. Addresses of e-mail and names of more than 20 characters are none. A Latin name
 * ends where Chinese words begin, as in `@ada的`.
 */
export function mentionsIn(text: string): Mention[] {
  return [...text.matchAll(MENTIONS)].flatMap(({ index, 1: word = '' }) => {
    const name = (BEFORE_WIDE.exec(word)?.[0] ?? word).replace(AT_END, '')
    return isMentionable(name) ? [{ name, from: index, to: index + 1 + name.length }] : []
  })
}

/** The mention that is typed before the cursor: where its @ stands, and the letters so far; null: none. */
export function mentionBefore(text: string, cursor: number): { from: number; prefix: string } | null {
  // A name of 20 code points has at most 40 units.
  const start = Math.max(0, cursor - 2 * MOST - 2)
  const match = BEFORE.exec(text.slice(start, cursor))
  if (!match) return null
  const prefix = match[1] ?? ''
  return [...prefix].length > MOST ? null : { from: start + match.index, prefix }
}

const BEFORE = new RegExp(String.raw`(?<![\p{Script=Latin}\p{N}_.+\-/@])@(${NAME}|)$`, 'u')
