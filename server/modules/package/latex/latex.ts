/**
 * Converts LaTeX statements to Markdown with math. Common commands are converted; others stay in the text for
 * its author to see, and are listed.
 */

import { emphasized, withoutMarks } from '../../../core/html/emphasis.ts'
import { bodyOf, chooseBranches, numberFloats } from './latexFloats.ts'
import { linkText, pictureText, urlText } from './latexLinks.ts'
import { expandMacros } from './latexMacros.ts'
import { displayMath, endOfMath, MATH, plainMath, withoutDollars } from './latexMath.ts'
import { Scanner } from './latexScanner.ts'
import { TABLES, tableRows, tableText } from './latexTable.ts'
import {
  ACCENTS,
  beginsBlock,
  code,
  DROPPED,
  entryOf,
  fenced,
  LAST_ARGUMENT,
  LIGATURES,
  SECTION_COMMANDS,
  SECTIONS,
  SIGNS,
  SILENT,
  SWITCHES,
  script,
  TRANSPARENT,
  tidy,
  VERBATIM,
  WRAPPED,
  wrapWords,
} from './latexWords.ts'

export type LatexAnswer = {
  markdown: string
  /** Title in the text. */
  title: string | null
  /** Unknown commands and environments, each once. */
  unknown: string[]
  /** Picture files, by the name in the text. */
  pictures: string[]
}

/** Converts a statement; `constants` replace `\constant{name}`. */
export function latexToMarkdown(text: string, constants: Record<string, string> = {}): LatexAnswer {
  const source = chooseBranches(withoutMarks(text).replace(/\r\n?/g, '\n'))
  const reader = new Reader(numberFloats(bodyOf(expandMacros(source))), constants)
  const markdown = reader.read(null)
  return {
    markdown: tidy(emphasized(markdown)),
    title: reader.title && emphasized(reader.title),
    unknown: [...reader.unknown],
    pictures: [...reader.pictures],
  }
}

const MAX_DEPTH = 60
/** A length, such as `1.5em` or `-\baselineskip`. */
const LENGTH = /^\s{0,9}-?[\d.]{0,9}\s?(?:[a-z]{2}|\\[a-zA-Z]{1,30})/

class Reader extends Scanner {
  readonly #constants: Record<string, string>
  readonly #isCell: boolean
  #depth: number
  /** Open lists, innermost last. */
  readonly #lists: { ordered: boolean; count: number }[] = []
  title: string | null = null
  readonly unknown = new Set<string>()
  readonly pictures = new Set<string>()

  /** `depth`: nesting of this text in others. `isCell`: a table in it is written as words. */
  constructor(text: string, constants: Record<string, string>, depth = 0, isCell = false) {
    super(text)
    this.#isCell = isCell
    this.#constants = constants
    this.#depth = depth
  }

  /** Converts up to the end, a closing brace (`'}'`) or the end of an environment (its name). */
  read(until: string | null): string {
    if (++this.#depth > MAX_DEPTH) {
      const rest = this.text.slice(this.at)
      this.at = this.text.length
      return rest
    }
    let out = ''
    while (this.at < this.text.length) {
      const sign = this.text[this.at] ?? ''
      if (sign === '}') {
        this.at++
        if (until === '}') break
        continue
      }
      if (sign === '\\') {
        const command = this.#command()
        if (command === 'end') {
          const name = this.#rawGroup() ?? ''
          if (name === until) break
          continue
        }
        out += this.#expand(command)
        continue
      }
      out += this.#plain(sign)
    }
    this.#depth--
    return out
  }

  #plain(sign: string): string {
    const text = this.text
    if (sign === '%') {
      const end = text.indexOf('\n', this.at)
      this.at = end < 0 ? text.length : end + 1
      // A comment swallows its line end and the indentation of the next line.
      while (/[ \t]/.test(text[this.at] ?? '')) this.at++
      return ''
    }
    if (sign === '$') return this.#dollar()
    const [from, shown] = LIGATURES.find(([signs]) => text.startsWith(signs, this.at)) ?? []
    if (from && shown) return this.#skip(from.length, shown)
    this.at++
    if (sign === '{') return this.read('}')
    if (sign === '~') return '\u00a0'
    if (beginsBlock(text, this.at - 1)) return `\\${sign}`
    if (sign === '*' || sign === '_' || sign === '#' || sign === '<') return `\\${sign}`
    if (sign === '\n') return this.#lineEnd()
    return sign
  }

  #skip(count: number, answer: string): string {
    this.at += count
    return answer
  }

  /** Line end without indentation, which would be code in Markdown; inside a list it indents the item. */
  #lineEnd(): string {
    let lines = 1
    for (; /\s/.test(this.text[this.at] ?? ''); this.at++) if (this.text[this.at] === '\n') lines++
    const indent = '   '.repeat(this.#lists.length)
    return lines > 1 ? `\n\n${indent}` : `\n${indent}`
  }

  /** Lines with blank lines around them; inside a list they belong to the item. */
  #block(lines: string): string {
    const indent = '   '.repeat(this.#lists.length)
    return `\n\n${lines.replace(/^(?!$)/gm, indent)}\n\n${indent}`
  }

  #dollar(): string {
    const double = this.text[this.at + 1] === '$'
    const mark = double ? '$$' : '$'
    this.at += mark.length
    return this.#math(mark, double)
  }

  /** Copies math: the page renders it too. */
  #math(end: string, display: boolean): string {
    const from = this.at
    this.at = endOfMath(this.text, from, end)
    const formula = plainMath(this.text.slice(from, this.at).trim()).replace(/\n\s*\n/g, '\n')
    this.at = Math.min(this.text.length, this.at + end.length)
    return display ? this.#block(`$$\n${formula}\n$$`) : `$${withoutDollars(formula).replace(/\n/g, ' ')}$`
  }

  #command(): string {
    const name = this.command()
    if (/^[a-zA-Z]/.test(name)) while (/[ \t]/.test(this.text[this.at] ?? '')) this.at++
    return name
  }

  /** Raw text of the next group in braces, or of all that follows if it does not end; null when no brace follows. */
  #rawGroup(): string | null {
    if (this.text[this.at] !== '{') return null
    return this.group() ?? this.take(this.text.length).slice(1)
  }

  #skipArguments(count: number): void {
    for (let at = 0; at < count; at++) {
      this.option()
      this.#rawGroup()
    }
  }

  /** The next group in braces, converted. */
  #words(): string {
    if (this.text[this.at] !== '{') return ''
    this.at++
    return this.read('}')
  }

  #expand(command: string): string {
    if (command === 'begin') return this.#environment(this.#rawGroup() ?? '')
    if (command === '(') return this.#math('\\)', false)
    if (command === '[') return this.#math('\\]', true)
    if (command === '\\') {
      this.option()
      return '  \n'
    }
    if (command === ' ' || command === '\n' || command === ',' || command === ';' || command === ':')
      return ' '
    if (command === '!' || command === '/' || command === '-' || command === '@') return ''
    if (/^[%&#_{}$]$/.test(command)) return /[#_$]/.test(command) ? `\\${command}` : command
    const wrap = entryOf(WRAPPED, command)
    if (wrap) return this.#wrapped(command, wrap)
    const section = entryOf(SECTION_COMMANDS, command)
    if (section) return `\n\n## ${section}\n\n`
    const sign = entryOf(SIGNS, command)
    if (sign !== undefined) {
      if (this.text.startsWith('{}', this.at)) this.at += 2
      return sign
    }
    const groups = entryOf(SILENT, command)
    if (groups !== undefined) {
      this.option()
      for (let count = 0; count < groups; count++) this.#rawGroup()
      return ''
    }
    return this.#special(command)
  }

  /** `{\bf words}` wraps the rest of its group, `\bf{words}` and `\textbf{words}` the next group. */
  #wrapped(command: string, [before, after]: [string, string]): string {
    if (before === '`') {
      const raw = this.#rawGroup()
      if (raw !== null) return code(raw)
    }
    if (this.text[this.at] === '{') return wrapWords(this.#words(), before, after)
    if (!SWITCHES.has(command)) return ''
    const rest = this.read('}')
    // The brace closes the enclosing group, so it is left to the caller.
    if (this.text[this.at - 1] === '}') this.at--
    return before === '`' ? code(rest) : wrapWords(rest, before, after)
  }

  #special(command: string): string {
    const accent = entryOf(ACCENTS, command)
    if (accent) {
      const letter = this.#rawGroup() ?? this.text[this.at++] ?? ''
      return `${letter.slice(0, 1)}${accent}${letter.slice(1)}`.normalize('NFC')
    }
    if (/^text(?:super|sub)script$/.test(command)) return script(command, this.#rawGroup() ?? '')
    const before = entryOf(LAST_ARGUMENT, command)
    if (before !== undefined) {
      this.#skipArguments(before)
      this.option()
      return this.#words()
    }
    if (command === 'url') return urlText(this.#rawGroup() ?? '')
    if (command === 'href') return linkText(this.#rawGroup() ?? '', this.#words())
    if (command === 'includegraphics') {
      const option = this.option() ?? ''
      this.match(/^\s{1,9}(?=\{)/)
      const file = this.#rawGroup() ?? ''
      // As high as a letter: a sign within a sentence.
      return /=\s*[\d.]{1,9}\s*e[xm]\b/.test(option) ? this.#inline(file) : this.#picture(file)
    }
    if (command === 'illustration') {
      this.#rawGroup()
      const file = this.#rawGroup() ?? ''
      const caption = this.#words().trim()
      return this.#picture(file) + (caption && `\n\n*${caption}*\n\n`)
    }
    if (command === 'problemname') {
      this.title ??= this.#words().trim() || null
      return ''
    }
    if (command === 'constant') {
      const name = this.#rawGroup() ?? ''
      return entryOf(this.#constants, name) ?? `\\constant{${name}}`
    }
    if (command === 'ensuremath') return `$${(this.#rawGroup() ?? '').trim()}$`
    if (command === 'subfigure' || command === 'subfloat') {
      const caption = this.option()
      return this.#words() + (caption?.trim() ? `\n\n*${this.#cell(caption)}*\n\n` : '')
    }
    if (command === 'vskip' || command === 'hskip' || command === 'kern') {
      this.match(LENGTH)
      return ''
    }
    if (command === 'item') return this.#item()
    if (command === 'mintinline') this.#rawGroup()
    if (command === 'mintinline' || command === 'lstinline') {
      this.option()
      const words = this.#rawGroup()
      if (words !== null) return code(words)
    }
    if (command === 'verb' || command === 'mintinline' || command === 'lstinline') {
      return code(this.until(this.take(this.at + 1)))
    }
    if (command === 'epigraph') {
      const words = this.#words()
      return `\n\n> ${words.trim()}\n>\n> — ${this.#words().trim()}\n\n`
    }
    this.unknown.add(`\\${command}`)
    const groups = this.text[this.at] === '{' ? `{${this.#rawGroup() ?? ''}}` : ''
    return `\`\\${command}${groups.replaceAll('`', "'")}\``
  }

  #picture(file: string): string {
    return this.#block(this.#inline(file))
  }

  #inline(file: string): string {
    const name = file.trim()
    this.pictures.add(name)
    return pictureText(name)
  }

  #item(): string {
    const list = this.#lists.at(-1)
    const label = this.option()
    const indent = '   '.repeat(Math.max(0, this.#lists.length - 1))
    while (/\s/.test(this.text[this.at] ?? '')) this.at++
    const mark = list?.ordered ? `${++list.count}.` : '-'
    return `\n${indent}${mark} ${label ? `**${label}** ` : ''}`
  }

  #environment(name: string): string {
    if (name === 'math') return this.#math('\\end{math}', false)
    if (MATH.has(name)) return this.#block(displayMath(name, this.until(`\\end{${name}}`).trim()))
    if (VERBATIM.has(name)) {
      this.option()
      if (name === 'minted') this.#rawGroup()
      return this.#block(
        fenced(
          this.until(`\\end{${name}}`)
            .replace(/^[ \t]{0,99}\n/, '')
            .trimEnd(),
        ),
      )
    }
    if (name === 'itemize' || name === 'enumerate' || name === 'description') return this.#list(name)
    if (Object.hasOwn(TABLES, name)) return this.#table(name)
    if (name === 'quote' || name === 'quotation')
      return `\n\n${this.read(name).trim().replace(/^/gm, '> ')}\n\n`
    if (name === 'example' || name === 'examples') {
      // Samples of olymp.sty repeat the data files of the package.
      this.until(`\\end{${name}}`)
      return ''
    }
    const section = entryOf(SECTIONS, name)
    if (section) return `\n\n## ${section}\n\n${this.read(name)}\n\n`
    if (name === 'problem') {
      const title = this.#rawGroup()
      for (let count = 0; count < 4; count++) this.#rawGroup()
      this.title ??= title
      return this.read(name)
    }
    if (DROPPED.has(name)) {
      if (name !== 'comment') this.unknown.add(`\\begin{${name}}`)
      this.until(`\\end{${name}}`)
      return ''
    }
    if (TRANSPARENT.has(name)) {
      this.option()
      while (name !== 'document' && this.text[this.at] === '{') this.#rawGroup()
      return `\n\n${this.read(name)}\n\n`
    }
    this.unknown.add(`\\begin{${name}}`)
    return `\n\n\`\\begin{${name}}\`\n\n${this.read(name)}\n\n\`\\end{${name}}\`\n\n`
  }

  #list(name: string): string {
    this.option()
    this.#lists.push({ ordered: name === 'enumerate', count: 0 })
    // Items are written without blank lines, whatever the spacing of the source.
    const items = this.read(name).replace(/\n[ \t]*\n(?= *(?:- |\d{1,4}\. ))/g, '\n')
    this.#lists.pop()
    const inner = this.#lists.length > 0
    return inner ? `${items.trimEnd()}\n` : `\n${items.trimEnd()}\n\n`
  }

  /** A plain table; rules are dropped, and the first row is the head that Markdown requires. */
  #table(name: string): string {
    this.#skipArguments(TABLES[name] ?? 1)
    const rows = tableRows(this.untilEnd(name)).map((row) => row.map((cell) => this.#cell(cell)))
    return this.#isCell ? rows.flat().join(' ') : this.#block(tableText(rows))
  }

  #cell(raw: string): string {
    const inner = new Reader(raw.trim(), this.#constants, this.#depth, true)
    const words = inner.read(null)
    for (const one of inner.unknown) this.unknown.add(one)
    for (const one of inner.pictures) this.pictures.add(one)
    return words
      .split('\n')
      .map((line) => line.trim())
      .join(' ')
      .replaceAll('|', '\\|')
      .trim()
  }
}
