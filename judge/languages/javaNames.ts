/** File name and start class of a Java program, found in its source. */

/** `file` is the name that the compiler requires, `start` the class whose `main` is run. */
export type JavaNames = { file: string; start: string }

type Token = { text: string; depth: number }
type Type = { name: string; isPublic: boolean; hasMain: boolean }

/** Names that are safe as file names and command arguments. Other names are ignored, with `Main` as default. */
const PLAIN = /^[A-Za-z_$][\w$]{0,99}$/

const DEFAULT = 'Main'

/**
 * The file is named after the public class. The start class is the first one with a `main`, in this order: the
 * public class, `Main`, the other classes. When none has one, the first in that order is started and Java reports
 * the error.
 */
export function javaNames(source: string): JavaNames {
  const tokens = tokensOf(withoutEscapes(source))
  const types = typesOf(tokens).filter(({ name }) => PLAIN.test(name))
  const shown = types.find(({ isPublic }) => isPublic)
  const called = types.find(({ name }) => name === DEFAULT)
  const started = [shown, called, ...types].find((type) => type?.hasMain) ?? shown ?? called ?? types[0]
  const packageName = packageOf(tokens)
  const name = started?.name ?? DEFAULT
  return {
    file: `${shown?.name ?? DEFAULT}.java`,
    start: packageName ? `${packageName}.${name}` : name,
  }
}

/** Replaces Unicode escapes: `\u0041` is an A everywhere in a source, unless its backslash is escaped. */
const withoutEscapes = (source: string): string =>
  source.includes('\\u')
    ? source.replace(/(\\\\)|\\u+([0-9a-fA-F]{4})/g, (whole, pair: string | undefined, code: string) =>
        pair ? whole : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : source

/**
 * Tokens in this order: spaces, comments, text blocks, strings, character literals, words, single characters. The
 * alternatives are unambiguous, and an unterminated token extends to the end of its line or of the text, so that
 * every source takes linear time.
 */
const TOKEN =
  /\s+|\/\/[^\n\r]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|"""(?:[^"\\]|\\[\s\S]|"(?!""))*(?:""")?|"(?:[^"\\\n\r]|\\.)*"?|'(?:[^'\\\n\r]|\\.)*'?|[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Nd}\p{Mn}_$]*|[\s\S]/gu

const SKIPPED = /^(?:\s|\/\/|\/\*|["'])/

/** Tokens of a source without spaces, comments and literals, each with its bracket depth. */
function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let depth = 0
  for (const [text] of source.matchAll(TOKEN)) {
    if (SKIPPED.test(text)) continue
    if ('})]'.includes(text)) depth = Math.max(0, depth - 1)
    tokens.push({ text, depth })
    if ('{(['.includes(text)) depth++
  }
  return tokens
}

/** Package name of a source; empty when it has none or an unsafe one. */
function packageOf(tokens: readonly Token[]): string {
  const at = tokens.findIndex(({ text, depth }) => depth === 0 && text === 'package')
  if (at < 0) return ''
  const end = tokens.findIndex(({ text }, place) => place > at && text === ';')
  const parts = tokens.slice(at + 1, Math.max(at, end)).map(({ text }) => text)
  const names = parts.filter((text) => text !== '.')
  const isName = parts.join('') === names.join('.') && names.every((name) => PLAIN.test(name))
  return isName && names.length <= 20 ? names.join('.') : ''
}

const KINDS = new Set(['class', 'interface', 'enum', 'record'])

/** Top-level types, and whether each has a method `void main(…)`. */
function typesOf(tokens: readonly Token[]): Type[] {
  const types: Type[] = []
  let isPublic = false
  /** The current type, until the end of its body. */
  let open: Type | null = null
  for (const [at, { text, depth }] of tokens.entries()) {
    if (depth > 0) {
      if (open && depth === 1 && text === 'main' && isMethod(tokens, at)) open.hasMain = true
    } else if (text === 'public') isPublic = true
    else if (text === ';' || text === '}') {
      isPublic = false
      open = null
    } else if (KINDS.has(text) && isDeclared(tokens, at)) {
      open = { name: tokens[at + 1]?.text ?? '', isPublic, hasMain: false }
      types.push(open)
    }
  }
  return types
}

/** Whether a type keyword starts a declaration: `record` does only before a name with components. */
function isDeclared(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.text !== 'record') return true
  return '(<'.includes(tokens[at + 2]?.text ?? ' ')
}

/** Whether `main` is a void method. It may be an instance method, because newer Java versions start that too. */
const isMethod = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.text === 'void' && tokens[at + 1]?.text === '('
