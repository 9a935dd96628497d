/** Longest options in brackets; longer texts are no options. */
const MAX_OPTION = 500

/** A LaTeX text and a place in it. */
export class Scanner {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  get isOver(): boolean {
    return this.at >= this.text.length
  }

  /** The next characters, at most so many. */
  ahead(length: number): string {
    return this.text.slice(this.at, this.at + length)
  }

  /** Text up to a place, where reading goes on. */
  take(end: number): string {
    const taken = this.text.slice(this.at, end)
    this.at = end
    return taken
  }

  /** What a pattern, which begins with `^`, finds in the next 100 characters; null: nothing. */
  match(pattern: RegExp): string | null {
    const found = pattern.exec(this.ahead(100))?.[0] ?? null
    this.at += found?.length ?? 0
    return found
  }

  /** Name of the command at this backslash: letters, optionally with a star, or one sign. */
  command(): string {
    this.at++
    return this.match(/^(?:[a-zA-Z]{1,60}\*?|[\s\S])/) ?? ''
  }

  /** Content of the braces here; null, and nothing read: none begin here, or they do not end within `most` characters. */
  group(most = this.text.length): string | null {
    if (this.text[this.at] !== '{') return null
    const last = Math.min(this.text.length, this.at + most)
    let depth = 0
    for (let end = this.at; end < last; end++) {
      const sign = this.text[end]
      if (sign === '\\') end++
      else if (sign === '{') depth++
      else if (sign === '}' && --depth === 0) return this.take(end + 1).slice(1, -1)
    }
    return null
  }

  /** Content of the brackets here; null: none begin here. */
  option(): string | null {
    if (this.text[this.at] !== '[') return null
    const length = this.ahead(MAX_OPTION).indexOf(']')
    return length < 0 ? null : this.take(this.at + length + 1).slice(1, -1)
  }

  /** Text up to a mark, which is read too, or up to the end. */
  until(mark: string): string {
    const end = this.text.indexOf(mark, this.at)
    const found = this.take(end < 0 ? this.text.length : end)
    if (end >= 0) this.at += mark.length
    return found
  }

  /** Text up to the end of an environment that began here, with others of its name in it; else up to the first end. */
  untilEnd(name: string): string {
    const sides = new RegExp(`\\\\(begin|end)\\{${name.replace('*', '\\*')}\\}`, 'g')
    sides.lastIndex = this.at
    let depth = 1
    for (let side = sides.exec(this.text); side; side = sides.exec(this.text)) {
      depth += side[1] === 'begin' ? 1 : -1
      if (depth > 0) continue
      const found = this.take(side.index)
      this.at = sides.lastIndex
      return found
    }
    return this.until(`\\end{${name}}`)
  }
}
