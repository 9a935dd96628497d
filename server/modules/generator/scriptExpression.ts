/** Expressions of script templates, as in FreeMarker: numbers, strings and sequences. Pure and bounded. */

export type Value = bigint | number | string | boolean | Value[]

/** Evaluation context of an expression. */
export type Scope = {
  valueOf: (name: string) => Value | undefined
  /** Counts steps; throws when there are too many. */
  spend: (steps: number) => void
}

/** A parsed expression. Throws `Unreadable` when the types of its values do not fit. */
export type Expression = (scope: Scope) => Value

/** An expression that is invalid or has no value; the message is the part with the error. */
export class Unreadable extends Error {}

/** Limits of an expression: characters and nesting. */
const MAX_LENGTH = 1000
const MAX_DEPTH = 40
/** Largest number, so that multiplication is bounded. */
const MAX_NUMBER = 10n ** 40n
/** Rounding factor: three decimals are printed. */
const DECIMALS = 1000

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_][A-Za-z0-9_]*)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(\.\.[<!*]?|==|!=|<=|>=|&&|\|\||\+\+|--|[-+*/%]=|[-+*/%()[\],?.!<>=]))/y

type Token = { kind: 'number' | 'name' | 'text' | 'sign'; text: string }

function tokensOf(text: string): Token[] {
  if (text.length > MAX_LENGTH) throw new Unreadable(text.slice(0, 40))
  const tokens: Token[] = []
  const pattern = new RegExp(TOKEN)
  while (text.slice(pattern.lastIndex).trim() !== '') {
    const at = pattern.lastIndex
    const found = pattern.exec(text)
    if (!found) throw new Unreadable(text.slice(at, at + 40).trim())
    const [, number, name, quoted, sign = ''] = found
    tokens.push(
      number !== undefined
        ? { kind: 'number', text: number }
        : name !== undefined
          ? { kind: 'name', text: name }
          : quoted !== undefined
            ? { kind: 'text', text: quoted }
            : { kind: 'sign', text: sign },
    )
  }
  return tokens
}

/** Comparison operators as words, because `>` ends a command. */
const WORDS: Record<string, string> = { lt: '<', lte: '<=', gt: '>', gte: '>=' }

/** Binary operators, lowest precedence first. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!=', '='],
  ['<', '<=', '>', '>='],
  ['..', '..<', '..!', '..*'],
  ['+', '-'],
  ['*', '/', '%'],
]

/** Parser of the expressions and keywords in one command. */
export class Reader {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }

  get isOver(): boolean {
    return this.#at >= this.#tokens.length
  }

  /** Consumes the next token if it is the given one. */
  take(text: string): boolean {
    const token = this.#tokens[this.#at]
    if (!token || token.kind === 'text' || token.kind === 'number' || token.text !== text) return false
    this.#at++
    return true
  }

  /** Consumes the next token, a name. */
  name(): string {
    const token = this.#tokens[this.#at]
    if (token?.kind !== 'name') throw new Unreadable(token?.text ?? '')
    this.#at++
    return token.text
  }

  /** Parses an expression. */
  expression(level = 0): Expression {
    if (++this.#depth > MAX_DEPTH * LEVELS.length) throw new Unreadable('(((')
    const signs = LEVELS[level]
    let left = signs ? this.expression(level + 1) : this.#prefixed()
    while (signs) {
      const token = this.#tokens[this.#at]
      const sign = token?.kind === 'name' ? WORDS[token.text] : token?.kind === 'sign' ? token.text : null
      if (!sign || !signs.includes(sign)) break
      this.#at++
      left = combined(sign, left, this.expression(level + 1))
    }
    this.#depth--
    return left
  }

  /** Parses an expression up to the end of input. */
  whole(): Expression {
    const read = this.expression()
    if (!this.isOver) throw new Unreadable(this.#tokens[this.#at]?.text ?? '')
    return read
  }

  #prefixed(): Expression {
    if (this.take('-')) {
      const of = this.#nested(() => this.#prefixed())
      return (scope) => bounded(negated(numberIn(of(scope))))
    }
    if (this.take('+')) return this.#nested(() => this.#prefixed())
    if (this.take('!')) {
      const of = this.#nested(() => this.#prefixed())
      return (scope) => !truth(of(scope))
    }
    return this.#postfixed(this.#plain())
  }

  #nested(read: () => Expression): Expression {
    if (++this.#depth > MAX_DEPTH * LEVELS.length) throw new Unreadable('---')
    const of = read()
    this.#depth--
    return of
  }

  #plain(): Expression {
    if (this.take('(')) {
      const inner = this.expression()
      this.#need(')')
      return inner
    }
    if (this.take('[')) {
      const items = this.#listTo(']')
      return (scope) => {
        scope.spend(items.length)
        return items.map((item) => item(scope))
      }
    }
    const token = this.#tokens[this.#at++]
    if (token?.kind === 'number') {
      const value = numberOf(token.text)
      return () => value
    }
    if (token?.kind === 'text') return interpolated(token.text.slice(1, -1))
    if (token?.kind !== 'name') throw new Unreadable(token?.text ?? '')
    const { text: name } = token
    if (name === 'true' || name === 'false') return () => name === 'true'
    return (scope) => {
      scope.spend(1)
      const value = scope.valueOf(name)
      if (value === undefined) throw new Unreadable(name)
      return value
    }
  }

  #postfixed(of: Expression): Expression {
    let read = of
    for (;;) {
      if (this.take('[')) {
        const [list, place] = [read, this.expression()]
        this.#need(']')
        read = (scope) => itemOf(list(scope), place(scope))
      } else if (this.take('?')) read = this.#builtIn(read)
      else return read
    }
  }

  #builtIn(of: Expression): Expression {
    const name = this.name()
    // The counters of a loop are named after its variable.
    const variable = this.#tokens[this.#at - 3]
    if (name === 'index' || name === 'counter') {
      if (variable?.kind !== 'name') throw new Unreadable(`?${name}`)
      const more = name === 'counter' ? 1n : 0n
      return (scope) => {
        const index = scope.valueOf(`${variable.text}_index`)
        if (typeof index !== 'bigint') throw new Unreadable(`?${name}`)
        return index + more
      }
    }
    const act = BUILT_IN.get(name)
    if (!act) throw new Unreadable(`?${name}`)
    // Number formats make no difference here: `?string.computer`, `?string("0")`.
    if (name === 'string' && this.take('.')) this.name()
    const [yes, no] = name === 'string' && this.take('(') ? this.#listTo(')') : []
    return (scope) => {
      const value = of(scope)
      if (typeof value === 'boolean' && yes && no) return (value ? yes : no)(scope)
      return act(value, scope)
    }
  }

  #listTo(end: string): Expression[] {
    const items: Expression[] = []
    while (!this.take(end)) {
      if (items.length > 0) this.#need(',')
      items.push(this.expression())
    }
    return items
  }

  #need(sign: string): void {
    if (!this.take(sign)) throw new Unreadable(this.#tokens[this.#at]?.text ?? sign)
  }
}

const BUILT_IN: ReadonlyMap<string, (value: Value, scope: Scope) => Value> = new Map<
  string,
  (value: Value, scope: Scope) => Value
>([
  ['c', (value) => (typeof value === 'number' ? String(value) : textOf(value))],
  ['string', (value) => textOf(value)],
  ['int', (value) => rounded(value, Math.trunc)],
  ['long', (value) => rounded(value, Math.trunc)],
  ['floor', (value) => rounded(value, Math.floor)],
  ['ceiling', (value) => rounded(value, Math.ceil)],
  ['round', (value) => rounded(value, Math.round)],
  ['abs', (value) => (numberIn(value) < 0 ? negated(numberIn(value)) : value)],
  ['number', (value) => (typeof value === 'string' ? numberOf(value) : value)],
  ['size', (value) => (Array.isArray(value) ? BigInt(value.length) : unreadable('?size'))],
  ['length', (value) => (typeof value === 'string' ? BigInt(value.length) : unreadable('?length'))],
])

const numberOf = (text: string): Value =>
  /^-?\d+$/.test(text) ? bounded(BigInt(text)) : whole(text.trim() === '' ? Number.NaN : Number(text))

function unreadable(about: string): never {
  throw new Unreadable(about)
}

const rounded = (value: Value, round: (number: number) => number): Value => {
  const number = numberIn(value)
  return typeof number === 'bigint' ? number : whole(round(number))
}

/** Printed value: numbers without separators, with at most three decimals. */
export function textOf(value: Value): string {
  if (Array.isArray(value)) throw new Unreadable('[]')
  return String(typeof value === 'number' ? Math.round(value * DECIMALS) / DECIMALS : value)
}

export const truth = (value: Value): boolean =>
  typeof value === 'boolean' ? value : unreadable(shown(value))

const shown = (value: Value) => (Array.isArray(value) ? '[]' : String(value).slice(0, 40))

const numberIn = (value: Value): bigint | number =>
  typeof value === 'bigint' || typeof value === 'number' ? value : unreadable(shown(value))

const negated = (value: bigint | number) => (typeof value === 'bigint' ? -value : -value)

function bounded(value: bigint | number): bigint | number {
  if (value >= MAX_NUMBER || value <= -MAX_NUMBER) throw new Unreadable(String(value).slice(0, 40))
  return value
}

/** A float without decimals becomes an integer. */
function whole(value: number): bigint | number {
  if (!Number.isFinite(value)) throw new Unreadable(String(value))
  return bounded(Number.isInteger(value) ? BigInt(value) : value)
}

function itemOf(list: Value, place: Value): Value {
  const item = Array.isArray(list) ? list[Number(numberIn(place))] : undefined
  return item ?? unreadable(`[${shown(place)}]`)
}

/** Parses a text with `${…}`. */
function interpolated(text: string): Expression {
  const parts = text
    .replace(/\\(.)/g, '$1')
    .split(/\$\{([^}]*)\}/)
    .map((part, at): string | Expression => (at % 2 === 0 ? part : new Reader(part).whole()))
  return (scope) => parts.map((part) => (typeof part === 'string' ? part : textOf(part(scope)))).join('')
}

function combined(sign: string, left: Expression, right: Expression): Expression {
  if (sign === '||') return (scope) => truth(left(scope)) || truth(right(scope))
  if (sign === '&&') return (scope) => truth(left(scope)) && truth(right(scope))
  if (sign.startsWith('..')) return (scope) => range(sign, left(scope), right(scope), scope)
  const act = OPERATORS[sign]
  if (!act) throw new Unreadable(sign)
  return (scope) => {
    scope.spend(1)
    const value = act(left(scope), right(scope))
    if (typeof value === 'string' || Array.isArray(value)) scope.spend(value.length)
    return value
  }
}

const isText = (value: Value) => typeof value === 'string'

/** Integers are computed exactly, others as floats. */
const counted =
  (exactly: (a: bigint, b: bigint) => bigint | null, fraction: (a: number, b: number) => number) =>
  (a: Value, b: Value): Value => {
    const [left, right] = [numberIn(a), numberIn(b)]
    const exact = typeof left === 'bigint' && typeof right === 'bigint' ? exactly(left, right) : null
    return exact === null ? whole(fraction(Number(left), Number(right))) : bounded(exact)
  }

const compared =
  (act: (a: bigint | number, b: bigint | number) => boolean) =>
  (a: Value, b: Value): Value =>
    act(numberIn(a), numberIn(b))

/** Strict equality is enough: floats without decimals are always integers. */
const equal = (a: Value, b: Value): boolean => a === b

const sum = counted(
  (a, b) => a + b,
  (a, b) => a + b,
)

const OPERATORS: Record<string, (a: Value, b: Value) => Value> = {
  '+': (a, b) =>
    Array.isArray(a) && Array.isArray(b)
      ? [...a, ...b]
      : isText(a) || isText(b)
        ? textOf(a) + textOf(b)
        : sum(a, b),
  '-': counted(
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  '*': counted(
    (a, b) => a * b,
    (a, b) => a * b,
  ),
  '/': counted(
    (a, b) => (b !== 0n && a % b === 0n ? a / b : null),
    (a, b) => a / b,
  ),
  '%': counted(
    (a, b) => (b === 0n ? unreadable('% 0') : a % b),
    (a, b) => Math.trunc(a) % Math.trunc(b),
  ),
  '<': compared((a, b) => a < b),
  '<=': compared((a, b) => a <= b),
  '>': compared((a, b) => a > b),
  '>=': compared((a, b) => a >= b),
  '==': equal,
  '=': equal,
  '!=': (a, b) => !equal(a, b),
}

/** Result of a binary operator, also for `x += 1`. */
export const operated = (sign: string, a: Value, b: Value): Value =>
  OPERATORS[sign]?.(a, b) ?? unreadable(sign)

/** `a..b` counts to b, also downwards, `a..<b` and `a..!b` stop before it, `a..*n` has n numbers. */
function range(sign: string, a: Value, b: Value, scope: Scope): Value {
  const [first, last] = [numberIn(a), numberIn(b)]
  if (typeof first !== 'bigint' || typeof last !== 'bigint') throw new Unreadable(sign)
  const span = sign === '..*' ? last : last - first
  const step = span < 0n ? -1n : 1n
  const count = span * step + (sign === '..' ? 1n : 0n)
  scope.spend(count > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(count))
  return Array.from({ length: Number(count) }, (_, at) => first + BigInt(at) * step)
}
