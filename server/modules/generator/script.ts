/**
 * The script of a problem's tests, as Polygon has it: a line makes a case, and loops (scriptTemplate.ts) make lines. Pure,
 * so that rules and doors only ask.
 */

import type { CaseMode, CaseSpec, Scoring } from '#judge/protocol.ts'
import { splitEvenly } from '../testset/sections.ts'
import { isGrouped, MAX_CASES, MAX_SCORE } from '../testset/testset.ts'
import { printTemplate } from './scriptTemplate.ts'

/** Longest script (characters), line and list of words. */
export const MAX_SCRIPT = 200_000
const MAX_LINE = 2000
const MAX_WORDS = 100
const MAX_LINES = 10_000

/** What can be wrong with a line. */
export const SCRIPT_FAULTS = {
  TEMPLATE: {
    description:
      'A command or an expression of its template is not understood, is not closed or has no value (`<#list>`, `${i}`).',
  },
  TOO_MUCH: { description: 'Its loops take too many steps.' },
  PIPE: { description: 'It has `|`, `<` or `&`; a line is the name of a generator and its words.' },
  NUMBER: { description: 'What stands behind `>` is no number of a case.' },
  QUOTE: { description: 'A quotation mark is not closed.' },
  TOO_LONG: { description: 'It has too many words or letters.' },
  NO_GENERATOR: { description: 'The problem has no generator of that name.' },
  NUMBER_TAKEN: { description: 'Another line, or a case made by hand, has that number.' },
  TOO_MANY: { description: 'With it there are more cases than a problem may have.' },
} as const

export type ScriptFaultCode = keyof typeof SCRIPT_FAULTS

/** A line that makes no case, from 1, and the part of it that is meant. */
export type ScriptFault = { line: number; code: ScriptFaultCode; about: string }

/** A line that makes a case. */
export type ScriptLine = {
  /** From 1. */
  line: number
  /** Generator and words as they stand, without the number of the case. */
  command: string
  generator: string
  words: string[]
  /** The number of the case that it asks for. */
  number: number | null
  group: number | null
  points: number | null
}

/** Reads a script: its lines, and what is wrong with the others. */
export function readScript(text: string): { lines: ScriptLine[]; faults: ScriptFault[] } {
  const lines: ScriptLine[] = []
  const faults: ScriptFault[] = []
  let group: number | null = null
  let points: number | null = null
  const printed = printTemplate(text.replace(/\r\n?/g, '\n'))
  faults.push(...printed.faults)
  for (const { line, text: written } of printed.lines.slice(0, MAX_LINES)) {
    const fault = (code: ScriptFaultCode, about = '') => faults.push({ line, code, about })
    // Polygon says in comments of its templates which group the cases that follow are of, and what they earn.
    const plain = written
      .replace(/<#--\s*(.*?)\s*-->/g, (_, said: string) => {
        const [, key, value] = /^(group|points)\s+(\d+)$/.exec(said) ?? []
        if (key === 'group') group = Math.min(Number(value), MAX_CASES)
        if (key === 'points') points = Math.min(Number(value), MAX_SCORE)
        return ''
      })
      .trim()
    if (plain === '' || plain.startsWith('#') || plain.startsWith('//')) continue
    if (plain.length > MAX_LINE) fault('TOO_LONG')
    else {
      const found = readLine(plain)
      if ('code' in found) fault(found.code, found.about)
      else lines.push({ line, group, points, ...found })
    }
  }
  const beyond = printed.lines[MAX_LINES]
  if (beyond) faults.push({ line: beyond.line, code: 'TOO_MANY', about: '' })
  return { lines, faults: onceALine(faults) }
}

/** A line in a loop has its fault each time. */
const onceALine = (faults: readonly ScriptFault[]): ScriptFault[] => [
  ...new Map(faults.map((fault) => [`${fault.line} ${fault.code}`, fault])).values(),
]

type Read = Pick<ScriptLine, 'command' | 'generator' | 'words' | 'number'>

function readLine(text: string): Read | Pick<ScriptFault, 'code' | 'about'> {
  const pieces = [...text.matchAll(/"([^"]*)"|'([^']*)'|([^\s"'>|<&]+)|([>|<&"'])|\s+/g)]
  const words: string[] = []
  let command = ''
  /** Pieces that stand side by side are one word. */
  let open = false
  for (const [at, piece] of pieces.entries()) {
    const [whole, double, single, bare, sign] = piece
    if (sign === '"' || sign === "'") return { code: 'QUOTE', about: '' }
    if (sign === '>') return numbered(words, command, text.slice((pieces[at]?.index ?? 0) + 1).trim())
    if (sign) return { code: 'PIPE', about: sign }
    command += whole
    const word = double ?? single ?? bare
    if (word === undefined) open = false
    else if (open) words[words.length - 1] += word
    else {
      words.push(word)
      open = true
    }
  }
  return numbered(words, command, '$')
}

function numbered(
  [first, ...words]: readonly string[],
  command: string,
  given: string,
): Read | Pick<ScriptFault, 'code' | 'about'> {
  if (!first) return { code: 'NO_GENERATOR', about: '' }
  if (words.length > MAX_WORDS) return { code: 'TOO_LONG', about: '' }
  // `$` is Polygon's word for the next free one.
  const number = given === '$' ? null : /^\d{1,4}$/.test(given) ? Number(given) : Number.NaN
  if (number !== null && !(number >= 1 && number <= MAX_CASES)) return { code: 'NUMBER', about: given }
  const generator = first.replace(/^\.\//, '')
  return { command: command.trim().replace(/\s+/g, ' '), generator, words, number }
}

/** A word as lines have it; quoted where it would mean something to the script or its template. */
const quoted = (word: string): string =>
  /^[^\s"'>|<&$]+$/.test(word)
    ? word
    : (word.match(/[$<]|"+|[^"$<]+/g) ?? [''])
        .map((part) => (part.startsWith('"') ? `'${part}'` : `"${part}"`))
        .join('')

/** The line that calls a generator with these words; null where no line can. */
export function writeLine(generator: string, words: readonly string[]): string | null {
  const line = [generator, ...words.map(quoted)].join(' ')
  const [read, ...others] = readScript(line).lines
  const isSame =
    read?.generator === generator &&
    read.words.length === words.length &&
    read.words.every((word, at) => word === words[at])
  return isSame && others.length === 0 && read.number === null ? line : null
}

/** A case for a script; `command` is null where no line makes it. */
export type WrittenCase = { command: string | null; subtask: number; score: number }

/** A line for each case that one makes, with its group and points where they change. */
export function writeScript(cases: readonly WrittenCase[], isScored: boolean): string {
  const lines: string[] = []
  let before = { subtask: 0, score: 0 }
  for (const { command, subtask, score } of cases) {
    if (command === null) continue
    if (subtask !== before.subtask) lines.push(`<#-- group ${subtask} -->`)
    if (isScored && score !== before.score) lines.push(`<#-- points ${score} -->`)
    lines.push(command)
    before = { subtask, score }
  }
  return lines.map((line) => `${line}\n`).join('')
}

/** The generator that a line calls: by its name, or by that without its ending. */
export const generatorOf = <Named extends { name: string }>(
  generators: readonly Named[],
  called: string,
): Named | null =>
  generators.find(({ name }) => name === called) ??
  generators.find(({ name }) => name.replace(/\.[^.]+$/, '') === called) ??
  null

/** A case as it will be when its files are made. */
export type PlannedCase = {
  /** From 1. */
  index: number
  subtask: number
  score: number
  /** Of the script, from 1; null of a case made by hand. */
  scriptLine: number | null
  /** What makes it; null of a case made by hand. */
  command: string | null
  generator: string | null
  words: string[]
  /** Index in the version it began from of a case made by hand. */
  kept: number | null
}

type Rules = { scoring: Scoring; caseMode: CaseMode }

/**
 * The cases that a script and those made by hand come to. Those made by hand keep their numbers, then come lines that
 * name one, and the others take what is free; where numbers are left over the cases behind move up.
 */
export function planCases(
  script: string,
  {
    generators,
    base,
    rules,
  }: {
    generators: readonly { name: string }[]
    base: readonly CaseSpec[]
    rules: Rules
  },
): { cases: PlannedCase[]; faults: ScriptFault[] } {
  const { lines, faults } = readScript(script)
  const taken = new Map<number, Omit<PlannedCase, 'index'>>()
  for (const { index, subtask, score, line } of base) {
    if (line) continue
    taken.set(index, {
      ...{ subtask, score, kept: index },
      ...{ scriptLine: null, command: null, generator: null, words: [] },
    })
  }
  const known = lines.filter(({ line, generator }) => {
    const found = generatorOf(generators, generator)
    if (!found) faults.push({ line, code: 'NO_GENERATOR', about: generator })
    return found !== null
  })
  const made = new Map(base.flatMap((one) => (one.line ? [[one.line, one] as const] : [])))
  const put = (number: number, { line, command, generator, words, group, points }: ScriptLine) => {
    const before = made.get(command)
    taken.set(number, {
      subtask: isGrouped(rules.caseMode) ? Math.max(1, group ?? before?.subtask ?? 1) : 0,
      score: rules.scoring === 'OI' ? (points ?? before?.score ?? 0) : 0,
      ...{ scriptLine: line, command, words, kept: null },
      generator: generatorOf(generators, generator)?.name ?? generator,
    })
  }
  for (const line of known) {
    if (line.number === null) continue
    if (taken.has(line.number))
      faults.push({ line: line.line, code: 'NUMBER_TAKEN', about: String(line.number) })
    else put(line.number, line)
  }
  let free = 1
  for (const line of known) {
    if (line.number !== null) continue
    while (taken.has(free)) free++
    if (taken.size >= MAX_CASES) {
      faults.push({ line: line.line, code: 'TOO_MANY', about: String(MAX_CASES) })
      break
    }
    put(free, line)
  }
  const cases = [...taken].sort(([a], [b]) => a - b).map(([, one], at) => ({ index: at + 1, ...one }))
  return { cases: withScores(cases, rules), faults: onceALine(faults).sort((a, b) => a.line - b.line) }
}

const FULL_SCORE = 100

/** Where there are scores and nobody has said any, all share the full score evenly: cases, or groups of them. */
function withScores(cases: PlannedCase[], { scoring, caseMode }: Rules): PlannedCase[] {
  if (scoring !== 'OI' || cases.length === 0 || cases.some(({ score }) => score > 0)) return cases
  const keyOf = ({ index, subtask }: PlannedCase) => (isGrouped(caseMode) ? subtask : index)
  const keys = [...new Set(cases.map(keyOf))]
  const shares = splitEvenly(FULL_SCORE, keys.length)
  return cases.map((one) => ({ ...one, score: shares[keys.indexOf(keyOf(one))] ?? 0 }))
}
