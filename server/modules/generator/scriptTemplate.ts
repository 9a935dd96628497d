/**
 * Templates of scripts, as in Polygon: `<#list 1..5 as i>gen ${i}</#list>`, `<#assign>` and `<#if>` of
 * FreeMarker. Pure; nesting and steps are bounded, because scripts are user input.
 */

import {
  type Expression,
  operated,
  Reader,
  type Scope,
  textOf,
  truth,
  Unreadable,
  type Value,
} from './scriptExpression.ts'

/** Deepest nesting of loops and conditions. */
const MAX_DEPTH = 20
/** Most steps of loops and expressions; printed characters count too. */
const MAX_STEPS = 300_000
/** Errors after which reading stops. */
const MOST_FAULTS = 100
/** Steps that an error costs, so that a loop reports few of them. */
const FAULT_STEPS = 100

/** A printed line, and the script line (from 1) it comes from. */
export type PrintedLine = { line: number; text: string }

/** An invalid command, or one whose loops take too many steps. */
export type TemplateFault = { line: number; code: 'TEMPLATE' | 'TOO_MUCH'; about: string }

type Place = { line: number; written: string }
type Part =
  | { kind: 'text'; line: number; text: string }
  /** An invalid command: its line makes no case. */
  | { kind: 'fault'; line: number }
  | ({ kind: 'print'; of: Expression } & Place)
  | ({ kind: 'assign'; to: Assignment[] } & Place)
  | ({ kind: 'list'; over: Expression; name: string; body: Part[] } & Place)
  | ({ kind: 'if'; branches: Branch[] } & Place)
type Assignment = { name: string; sign: string; of: Expression }
type Branch = { when: Expression | null; body: Part[] }
type Block = Extract<Part, { kind: 'list' | 'if' }>

class TooMuch extends Error {}

/** Runs the template: the printed lines, and the errors of its commands. */
export function printTemplate(text: string): { lines: PrintedLine[]; faults: TemplateFault[] } {
  // Script comments are not comments in FreeMarker.
  const plain = text.replace(/^[ \t]*(?:#|\/\/).*$/gm, '')
  const { parts, faults } = readTemplate(plain)
  const printer = new Printer()
  printer.print(parts)
  return { lines: printer.finish(), faults: [...faults, ...printer.faults] }
}

const PIECES = /<#--|\$\{|<\/?[#@]/g

function readTemplate(text: string): { parts: Part[]; faults: TemplateFault[] } {
  const parts: Part[] = []
  const faults: TemplateFault[] = []
  /** Open blocks, outermost first. */
  const open: Block[] = []
  const body = () => bodyOf(open.at(-1)) ?? parts
  let line = 1
  let at = 0
  const goTo = (end: number) => {
    for (let next = text.indexOf('\n', at); next >= 0 && next < end; next = text.indexOf('\n', next + 1))
      line++
    at = end
  }
  const addText = (end: number) => {
    if (end > at) body().push({ kind: 'text', line, text: text.slice(at, end) })
    goTo(end)
  }
  const lastComment = text.lastIndexOf('-->')
  const pieces = new RegExp(PIECES)
  for (let found = pieces.exec(text); found && faults.length < MOST_FAULTS; found = pieces.exec(text)) {
    addText(found.index)
    const [piece] = found
    const isComment = piece === '<#--' && found.index < lastComment
    const end = isComment
      ? text.indexOf('-->', found.index) + '-->'.length
      : endOf(text, pieces.lastIndex, piece === '${' ? '}' : '>')
    const written = text.slice(found.index, end)
    try {
      if (isComment) body().push(...readComment(written, line))
      else if (piece === '${') body().push(printed(written, line))
      else readCommand(written, line, open, body())
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      faults.push({ line, code: 'TEMPLATE', about: written.slice(0, 40) })
      body().push({ kind: 'fault', line })
    }
    goTo(end)
    pieces.lastIndex = end
  }
  addText(text.length)
  for (const { line, written } of open) faults.push({ line, code: 'TEMPLATE', about: written.slice(0, 40) })
  return { parts, faults }
}

const bodyOf = (block: Block | undefined): Part[] | undefined =>
  block?.kind === 'list' ? block.body : block?.branches.at(-1)?.body

/** End of a command: after its closing sign, which quotation marks and parentheses hide. */
function endOf(text: string, from: number, sign: string): number {
  let depth = 0
  let quote = ''
  for (let at = from; at < text.length && text[at] !== '\n'; at++) {
    const one = text.charAt(at)
    if (quote) quote = one === quote ? '' : quote
    else if (one === '"' || one === "'") quote = one
    else if (one === '(' || one === '[' || one === '{') depth++
    else if (depth === 0 && one === sign) return at + 1
    else if (one === ')' || one === ']' || one === '}') depth--
  }
  const newline = text.indexOf('\n', from)
  return newline < 0 ? text.length : newline
}

const printed = (written: string, line: number): Part => ({
  kind: 'print',
  line,
  written,
  of: new Reader(written.slice(2, -1)).whole(),
})

/** Comments with group and points of the following cases, which a loop may count; others are dropped. */
function readComment(written: string, line: number): Part[] {
  const [, key, value] = /^<#--\s*(group|points)\s+(\S+|\$\{[^}]*\})\s*-->$/.exec(written) ?? []
  if (!key || !value) return []
  const of: Part = value.startsWith('${') ? printed(value, line) : { kind: 'text', line, text: value }
  return [{ kind: 'text', line, text: `<#-- ${key} ` }, of, { kind: 'text', line, text: ' -->' }]
}

/** Name of a command, and what stands between it and `>` or `/>`; empty when it is not closed. */
function partsOf(written: string): { name: string; rest: string } {
  const [, name = ''] = /^<(\/?[#@]\w*)/.exec(written) ?? []
  if (!written.endsWith('>')) return { name: '', rest: '' }
  // No pattern: one with blanks around anything takes the cube of a run of them.
  const inner = written.slice(name.length + 1, -1)
  return { name, rest: (inner.endsWith('/') ? inner.slice(0, -1) : inner).trim() }
}

function readCommand(written: string, line: number, open: Block[], body: Part[]): void {
  const { name, rest } = partsOf(written)
  const top = open.at(-1)
  const place = { line, written }
  const enter = (block: Block) => {
    if (open.length >= MAX_DEPTH) throw new Unreadable(written)
    body.push(block)
    open.push(block)
  }
  if (name === '#list') enter({ ...place, ...readList(rest), kind: 'list', body: [] })
  else if (name === '#if')
    enter({ ...place, kind: 'if', branches: [{ when: new Reader(rest).whole(), body: [] }] })
  else if (name === '#elseif' && top?.kind === 'if')
    top.branches.push({ when: new Reader(rest).whole(), body: [] })
  else if (name === '#else' && top?.kind === 'if' && rest === '') top.branches.push({ when: null, body: [] })
  else if ((name === '/#list' && top?.kind === 'list') || (name === '/#if' && top?.kind === 'if')) open.pop()
  else if (name === '#assign') body.push({ ...place, kind: 'assign', to: readAssignments(rest) })
  else throw new Unreadable(written)
}

function readList(text: string): { over: Expression; name: string } {
  const reader = new Reader(text)
  const over = reader.expression()
  if (!reader.take('as')) throw new Unreadable(text)
  const name = reader.name()
  if (!reader.isOver) throw new Unreadable(text)
  return { over, name }
}

const ONE: Expression = () => 1n
const CHANGES = ['+', '-', '*', '/', '%']

/** Parses `x = 1`, several of them, and `x += 1`, `x++`. */
function readAssignments(text: string): Assignment[] {
  const reader = new Reader(text)
  const found: Assignment[] = []
  do {
    const name = reader.name()
    const change = CHANGES.find((sign) => reader.take(`${sign}=`))
    if (change) found.push({ name, sign: change, of: reader.expression() })
    else if (reader.take('++')) found.push({ name, sign: '+', of: ONE })
    else if (reader.take('--')) found.push({ name, sign: '-', of: ONE })
    else if (reader.take('=')) found.push({ name, sign: '', of: reader.expression() })
    else throw new Unreadable(text)
    reader.take(',')
  } while (!reader.isOver)
  return found
}

/** Runs the parsed template, and collects the lines it prints. */
class Printer implements Scope {
  readonly faults: TemplateFault[] = []
  readonly #lines: PrintedLine[] = []
  readonly #names = new Map<string, Value>()
  /** Variables of running loops, innermost last; they shadow others. */
  readonly #loops: { name: string; value: Value; index: bigint }[] = []
  /** The loop that is reported when there are too many steps. */
  #outermost: Place = { line: 1, written: '' }
  #steps = 0
  #line = { line: 0, text: '', faulty: false }

  valueOf(name: string): Value | undefined {
    const loop = this.#loops.findLast((one) => one.name === name || `${one.name}_index` === name)
    if (loop) return loop.name === name ? loop.value : loop.index
    return this.#names.get(name)
  }

  spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > MAX_STEPS) throw new TooMuch()
  }

  /** Prints the whole script. */
  print(parts: readonly Part[]): void {
    try {
      this.#run(parts)
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error
      const { line, written } = this.#outermost
      this.faults.push({ line, code: 'TOO_MUCH', about: written.slice(0, 40) })
      this.#line.faulty = true
    }
  }

  finish(): PrintedLine[] {
    this.#endLine()
    return this.#lines
  }

  #run(parts: readonly Part[]): void {
    for (const part of parts) {
      this.spend(1)
      if (part.kind === 'text') this.#add(part.text, part.line)
      else if (part.kind === 'fault') this.#line.faulty = true
      else {
        try {
          this.#act(part)
        } catch (error) {
          if (!(error instanceof Unreadable)) throw error
          this.faults.push({ line: part.line, code: 'TEMPLATE', about: part.written.slice(0, 40) })
          // A line with an invalid part makes no case.
          this.#line.faulty = true
          this.spend(FAULT_STEPS)
        }
      }
    }
  }

  #act(part: Exclude<Part, { kind: 'text' | 'fault' }>): void {
    if (part.kind === 'print') this.#add(textOf(part.of(this)), part.line)
    else if (part.kind === 'assign') {
      for (const { name, sign, of } of part.to) {
        const value = of(this)
        const before = this.#names.get(name)
        if (sign !== '' && before === undefined) throw new Unreadable(name)
        this.#names.set(name, before === undefined || sign === '' ? value : operated(sign, before, value))
      }
    } else if (part.kind === 'if') {
      const taken = part.branches.find(({ when }) => when === null || truth(when(this)))
      if (taken) this.#run(taken.body)
    } else {
      if (this.#loops.length === 0) this.#outermost = part
      const items = part.over(this)
      if (!Array.isArray(items)) throw new Unreadable(part.written)
      for (const [at, value] of items.entries()) {
        this.#loops.push({ name: part.name, value, index: BigInt(at) })
        try {
          this.#run(part.body)
        } finally {
          this.#loops.pop()
        }
      }
    }
  }

  #add(text: string, line: number): void {
    this.spend(text.length)
    for (const [at, piece] of text.split('\n').entries()) {
      if (at > 0) this.#endLine()
      if (this.#line.text.trim() === '') this.#line.line = line + at
      this.#line.text += piece
    }
  }

  #endLine(): void {
    const { line, text, faulty } = this.#line
    if (!faulty && text.trim() !== '') this.#lines.push({ line, text })
    this.#line = { line: 0, text: '', faulty: false }
  }
}
