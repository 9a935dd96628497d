import type { MarkdownNode } from '#server/shared/markdown/tree.ts'

/** Elements whose text names nobody: code, and links, which addresses become. */
const SILENT = new Set(['code', 'pre', 'a'])

/** Characters of a user name at most, and mentions of a text that are looked at. */
const MOST_CHARACTERS = 20
const MOST_MENTIONS = 100

/** `@` with what may be a name behind it; one behind letters, digits and dots is part of an e-mail address. */
const MENTION = /(?<![\p{Script=Latin}\p{N}._%+-])@([^\s\p{C}\p{Default_Ignorable_Code_Point}/\\%?#]{1,20})/gu

const LETTER = /[\p{L}\p{N}\p{M}_-]$/u
const MORE_LETTERS = /^[_-]*[\p{L}\p{N}\p{M}]/u
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Whether a name may end between two parts: at punctuation, and where Latin letters meet Chinese characters. */
function mayEnd(name: string, rest: string): boolean {
  if (rest === '' || !LETTER.test(name) || !MORE_LETTERS.test(rest)) return true
  const [last = '', next = ''] = [[...name].at(-1), [...rest][0]]
  return WIDE.test(last) !== WIDE.test(next)
}

/** Names that a mention may mean, longest first: `ada,` and `ada`. */
function namesIn(run: string): string[] {
  const characters = [...run].slice(0, MOST_CHARACTERS)
  const names: string[] = []
  for (let length = characters.length; length > 0; length--) {
    const name = characters.slice(0, length).join('')
    if (mayEnd(name, characters.slice(length).join(''))) names.push(name)
  }
  return names
}

function* textsOf(nodes: readonly MarkdownNode[]): Generator<string> {
  let text = ''
  for (const node of nodes) {
    if (typeof node === 'string') {
      text += node
      continue
    }
    yield text
    text = ''
    const [tag, , ...content] = node
    if (!SILENT.has(tag)) yield* textsOf(content)
  }
  yield text
}

/**
 * The mentions of a parsed text in their order, each as the names that it may mean, longest first: a name may hold
 * punctuation, so only the accounts tell where it ends.
 */
export const mentionsIn = (tree: readonly MarkdownNode[]): string[][] =>
  [...textsOf(tree)]
    .flatMap((text) => [...text.matchAll(MENTION)].map(([, run = '']) => namesIn(run)))
    .slice(0, MOST_MENTIONS)
