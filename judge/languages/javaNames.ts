/** What a Java source must be called and where its program starts: both stand in the source itself. */

/** `file` has the name that the compiler asks for, `start` is the class whose `main` is run. */
export type JavaNames = { file: string; start: string }

type Token = { text: string; depth: number }
type Type = { name: string; isPublic: boolean; hasMain: boolean }

/** Names become those of files and words of a command, so only the plainest are taken; all others stay with Main. */
const PLAIN = /^[A-Za-z_$][\w$]{0,99}$/

const DEFAULT = 'Main'

/**
 * A public class gives its file the name. The program starts in it when it has a `main`, else in the class that has
 * one, of several in `Main` or the first. Where nothing has, `Main` or the first class is started, and says so.
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

/** `\u0041` is an A wherever it stands, unless its backslash is escaped itself. */
const withoutEscapes = (source: string): string =>
  source.includes('\\u')
    ? source.replace(/(\\\\)|\\u+([0-9a-fA-F]{4})/g, (whole, pair: string | undefined, code: string) =>
        pair ? whole : String.fromCharCode(Number.parseInt(code, 16)),
      )
    : source

/**
 * Comments and spaces, text blocks, strings, characters, then words and single signs. None of these can be read in
 * two ways, and one without its end is read to the end of its line or of the text: whatever is sent takes linear time.
 */
const TOKEN =
  /\s+|\/\/[^\n\r]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|"""(?:[^"\\]|\\[\s\S]|"(?!""))*(?:""")?|"(?:[^"\\\n\r]|\\.)*"?|'(?:[^'\\\n\r]|\\.)*'?|[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Nd}\p{Mn}_$]*|[\s\S]/gu

const SKIPPED = /^(?:\s|\/\/|\/\*|["'])/

/** The words and signs of a source, each with the number of brackets that it stands in. */
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

/** The words between `package` and its semicolon. */
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

/** The types that are declared outside of all brackets, and which of them have a method `void main(…)`. */
function typesOf(tokens: readonly Token[]): Type[] {
  const types: Type[] = []
  let isPublic = false
  /** Declared, and its body not yet over. */
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

/** `record` is a word like any other unless a name and its parts follow. */
function isDeclared(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.text !== 'record') return true
  return '(<'.includes(tokens[at + 2]?.text ?? ' ')
}

/** Newer versions start a `main` that is not static as well. */
const isMethod = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.text === 'void' && tokens[at + 1]?.text === '('
