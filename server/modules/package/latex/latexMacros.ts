/** Expands the macros that a LaTeX text defines, and the quantities of siunitx, before it is converted. */
import { QUANTITIES } from './latexQuantities.ts'
import { Scanner } from './latexScanner.ts'

type Macro = {
  count: number
  fallback: string | null
  /** Whether blanks after its name are shown, as its body asks for by `\xspace`. */
  keepsBlanks?: boolean
  body: (given: readonly string[]) => string
}

/** Bounds of expansion: hostile macros double their text with each level. */
const MAX_DEPTH = 20
const MAX_EXPANSIONS = 10_000
const MAX_TEXT = 1_000_000

const DEFINES = /^(?:newcommand|renewcommand|providecommand|DeclareMathOperator)\*?$|^(?:def|let)$/

/** Commands of Kattis, which some statements define to be printed without its style. */
const KNOWN = new Set(['problemname', 'illustration'])

/** A text without the definitions of macros, and with each of them in place of its name. */
export function expandMacros(text: string): string {
  const macros = new Map<string, Macro>(Object.entries(QUANTITIES))
  const expander = new Expander(macros)
  return expander.expand(text, 0)
}

class Expander {
  readonly #macros: Map<string, Macro>
  #expansions = 0
  #written = 0

  constructor(macros: Map<string, Macro>) {
    this.#macros = macros
  }

  expand(text: string, depth: number): string {
    const source = new Source(text)
    let out = ''
    while (!source.isOver) {
      out += source.plain()
      const kept = source.isOver ? '' : source.kept()
      if (kept !== null) {
        out += kept
        continue
      }
      const from = source.at
      const name = this.#nameAt(source)
      if (DEFINES.test(name) && this.#define(source, name)) continue
      const macro = this.#macros.get(name)
      const given = macro && this.#mayExpand(depth) ? source.argumentsOf(macro) : null
      if (!macro || !given) {
        source.at = from
        out += `\\${source.command()}`
        continue
      }
      const made = this.expand(macro.body(given), depth + 1)
      this.#written += made.length
      // A letter that follows the name of a command would become part of it.
      const parts = /\\[a-zA-Z]+$/.test(made) && /^[a-zA-Z]/.test(source.ahead(1))
      out += parts ? `${made} ` : made
    }
    return out
  }

  /** Name of a command; a star after the name of a macro is a sign of its own. */
  #nameAt(source: Source): string {
    const name = source.command()
    const bare = name.replace(/\*$/, '')
    if (bare === name || this.#macros.has(name) || !this.#macros.has(bare)) return name
    source.at--
    return bare
  }

  #mayExpand(depth: number): boolean {
    return depth < MAX_DEPTH && ++this.#expansions <= MAX_EXPANSIONS && this.#written < MAX_TEXT
  }

  /** Reads a definition; false, and nothing read, when it is none that is known here. */
  #define(source: Source, command: string): boolean {
    const from = source.at
    const name = source.definedName()
    const macro = name === null ? null : this.#definition(source, command)
    if (name === null || macro === null) {
      source.at = from
      return false
    }
    if (!KNOWN.has(name)) this.#macros.set(name, macro)
    return true
  }

  #definition(source: Source, command: string): Macro | null {
    if (command === 'let') {
      source.match(/^\s*=?\s*/)
      const target = source.match(/^\\(?:[a-zA-Z]+|[\s\S])/)
      return target === null ? null : { count: 0, fallback: null, body: () => target }
    }
    if (command === 'def') {
      const parameters = source.match(/^(?:#\d){0,9}/) ?? ''
      return asMacro(parameters.length / 2, null, source.braces())
    }
    if (command.startsWith('DeclareMathOperator')) {
      const words = source.braces()
      return asMacro(
        0,
        null,
        words === null ? null : `\\operatorname${command.endsWith('*') ? '*' : ''}{${words}}`,
      )
    }
    source.blanks()
    const count = Number(source.match(/^\[(\d)\]\s*/)?.match(/\d/)?.[0] ?? 0)
    const fallback = count > 0 ? source.option() : null
    return asMacro(count, fallback, source.braces())
  }
}

function asMacro(count: number, fallback: string | null, body: string | null): Macro | null {
  if (body === null) return null
  const pieces = body.replace(/\\xspace\s*$/, '').split(/#([1-9])/)
  const filled = (given: readonly string[]) =>
    pieces.map((piece, at) => (at % 2 === 1 ? (given[Number(piece) - 1] ?? '') : piece)).join('')
  return {
    count,
    fallback,
    keepsBlanks: /\\xspace\s*$/.test(body),
    body: (given) => {
      const longest = Math.max(0, ...given.map(({ length }) => length))
      return body.length + longest * (pieces.length / 2) > MAX_TEXT ? '' : filled(given)
    },
  }
}

/** The longest argument or body. */
const MAX_GROUP = 5000

class Source extends Scanner {
  /** Text up to the next backslash or comment. */
  plain(): string {
    let end = this.at
    while (end < this.text.length && this.text[end] !== '\\' && this.text[end] !== '%') end++
    return this.take(end)
  }

  /** A comment, or code that is no LaTeX; null: neither begins here. */
  kept(): string | null {
    const from = this.at
    if (this.text[from] === '%') return this.until('\n') && this.#since(from)
    const name = /^\\begin\{(verbatim\*?|Verbatim|lstlisting|minted|comment)\}/.exec(this.ahead(30))?.[1]
    const verb = /^\\verb\*?([^a-zA-Z\s*])/.exec(this.ahead(8))
    if (!name && !verb) return null
    this.at += verb?.[0].length ?? 0
    this.until(name ? `\\end{${name}}` : (verb?.[1] ?? ''))
    return this.#since(from)
  }

  #since = (from: number): string => this.text.slice(from, this.at)

  blanks(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++
  }

  braces(): string | null {
    this.blanks()
    return this.group(MAX_GROUP)
  }

  /** `\name` or `{\name}`, without its backslash. */
  definedName(): string | null {
    this.blanks()
    const found = this.match(/^(?:\\[a-zA-Z]{1,60}|\{\s{0,9}\\[a-zA-Z]{1,60}\s{0,9}\})/)
    return found?.replace(/[^a-zA-Z]/g, '') ?? null
  }

  /** Arguments of a macro; null, and nothing read, when the text ends before. */
  argumentsOf({ count, fallback, keepsBlanks = false }: Macro): string[] | null {
    const from = this.at
    if (count === 0) {
      if (this.match(/^\{\}/) === null && !keepsBlanks) this.match(/^[ \t]{1,90}/)
      return []
    }
    const given = fallback === null ? [] : [this.option() ?? fallback]
    while (given.length < count) {
      const one = this.braces() ?? this.match(/^(?:\\(?:[a-zA-Z]{1,60}|[\s\S])|[^{}])/)
      if (one === null) {
        this.at = from
        return null
      }
      given.push(one)
    }
    return given
  }
}
