/**
 * Test scripts, as Polygon has them: each line makes a case, and loops (scriptTemplate.ts) print lines. Pure.
 */

import type { CaseMode, CaseSpec, Scoring } from '#judge/protocol.ts'
import { FULL_SCORE, splitEvenly } from '../testset/sections.ts'
import { isGrouped, MAX_CASES, MAX_SCORE } from '../testset/testset.ts'
import { printTemplate } from './scriptTemplate.ts'

/** Limits of a script: characters, characters of a line, words of a line. */
export const MAX_SCRIPT = 200_000
const MAX_LINE = 2000
const MAX_WORDS = 100
const MAX_LINES = 10_000

/** Errors of a line. */
export const SCRIPT_FAULTS = {
  TEMPLATE: {
    description: 'A template command or expression is invalid, unclosed or has no value (`<#list>`, `${i}`).',
  },
  TOO_MUCH: { description: 'The loops take too many steps.' },
  PIPE: {
    description: 'The line has `|`, `<` or `&`; it must be the name of a generator and its arguments.',
  },
  NUMBER: { description: 'The text after `>` is not a case number.' },
  QUOTE: { description: 'A quotation mark is not closed.' },
  TOO_LONG: { description: 'Too many words or characters.' },
  NO_GENERATOR: { description: 'The problem has no generator with that name.' },
  NUMBER_TAKEN: { description: 'Another line or a manual case has that number.' },
  TOO_MANY: { description: 'The problem would have more cases than allowed.' },
} as const

export type ScriptFaultCode = keyof typeof SCRIPT_FAULTS

/** An error in a line (from 1), and the part it is about. */
export type ScriptFault = { line: number; code: ScriptFaultCode; about: string }

/** A line that makes a case. */
export type ScriptLine = {
  /** From 1. */
  line: number
  /** Generator and arguments as written, without the case number. */
  command: string
  generator: string
  words: string[]
  /** Case number that the line asks for; null: any. */
  number: number | null
  group: number | null
  points: number | null
}

/** Comments of a line, bounded because each start of one is looked at. */
const COMMENTS = /<#--(.{0,2000}?)-->/g

/** Reads a script: its lines, and the errors of the others. */
export function readScript(text: string): { lines: ScriptLine[]; faults: ScriptFault[] } {
  const lines: ScriptLine[] = []
  const faults: ScriptFault[] = []
  let group: number | null = null
  let points: number | null = null
  const printed = printTemplate(text.replace(/\r\n?/g, '\n'))
  faults.push(...printed.faults)
  for (const { line, text: written } of printed.lines.slice(0, MAX_LINES)) {
    const fault = (code: ScriptFaultCode, about = '') => faults.push({ line, code, about })
    // Polygon writes group and points of the following cases in comments of its templates.
    const plain = written
      .replace(COMMENTS, (_, said: string) => {
        const [, key, value] = /^(group|points)\s+(\d+)$/.exec(said.trim()) ?? []
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

/** A line in a loop reports its error once. */
const onceALine = (faults: readonly ScriptFault[]): ScriptFault[] => [
  ...new Map(faults.map((fault) => [`${fault.line} ${fault.code}`, fault])).values(),
]

type Read = Pick<ScriptLine, 'command' | 'generator' | 'words' | 'number'>

function readLine(text: string): Read | Pick<ScriptFault, 'code' | 'about'> {
  const pieces = [...text.matchAll(/"([^"]*)"|'([^']*)'|([^\s"'>|<&]+)|([>|<&"'])|\s+/g)]
  const words: string[] = []
  let command = ''
  /** Adjacent pieces form one word. */
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
  // `$` means the next free number in Polygon.
  const number = given === '$' ? null : /^\d{1,4}$/.test(given) ? Number(given) : Number.NaN
  if (number !== null && !(number >= 1 && number <= MAX_CASES)) return { code: 'NUMBER', about: given }
  const generator = first.replace(/^\.\//, '')
  return { command: command.trim().replace(/\s+/g, ' '), generator, words, number }
}

/** A word of a script line; quoted when it has special characters of the script or its template. */
const quoted = (word: string): string =>
  /^[^\s"'>|<&$]+$/.test(word)
    ? word
    : (word.match(/[$<]|"+|[^"$<]+/g) ?? [''])
        .map((part) => (part.startsWith('"') ? `'${part}'` : `"${part}"`))
        .join('')

/** The line that calls a generator with these arguments; null when no line can express it. */
export function writeLine(generator: string, words: readonly string[]): string | null {
  const line = [generator, ...words.map(quoted)].join(' ')
  const [read, ...others] = readScript(line).lines
  const isSame =
    read?.generator === generator &&
    read.words.length === words.length &&
    read.words.every((word, at) => word === words[at])
  return isSame && others.length === 0 && read.number === null ? line : null
}

/** A case to write to a script; `command` is null when no line makes it. */
export type WrittenCase = { command: string | null; subtask: number; score: number }

/** A line for each generated case, with its group and points where they change. */
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

/** The generator that a line calls: by name, with or without extension. */
export const generatorOf = <Named extends { name: string }>(
  generators: readonly Named[],
  called: string,
): Named | null =>
  generators.find(({ name }) => name === called) ??
  generators.find(({ name }) => name.replace(/\.[^.]+$/, '') === called) ??
  null

/** A case as planned, before its files are made. */
export type PlannedCase = {
  /** From 1. */
  index: number
  subtask: number
  score: number
  /** Line of the script, from 1; null for a manual case. */
  scriptLine: number | null
  /** Command that makes it; null for a manual case. */
  command: string | null
  generator: string | null
  words: string[]
  /** Index in the current version of a manual case; null for a generated one. */
  kept: number | null
}

type Rules = { scoring: Scoring; caseMode: CaseMode }

/**
 * Plans the cases of a script and the manual ones. Manual cases keep their numbers, then lines get the number
 * they ask for, and other lines the free ones; gaps are closed.
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
      subtask,
      score,
      kept: index,
      scriptLine: null,
      command: null,
      generator: null,
      words: [],
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
      scriptLine: line,
      command,
      words,
      kept: null,
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

/** In scored problems without any points, cases or groups share the full score evenly. */
function withScores(cases: PlannedCase[], { scoring, caseMode }: Rules): PlannedCase[] {
  if (scoring !== 'OI' || cases.length === 0 || cases.some(({ score }) => score > 0)) return cases
  const keyOf = ({ index, subtask }: PlannedCase) => (isGrouped(caseMode) ? subtask : index)
  const keys = [...new Set(cases.map(keyOf))]
  const shares = splitEvenly(FULL_SCORE, keys.length)
  return cases.map((one) => ({ ...one, score: shares[keys.indexOf(keyOf(one))] ?? 0 }))
}
