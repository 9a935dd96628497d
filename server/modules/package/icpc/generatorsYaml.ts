import { createHash } from 'node:crypto'
import { Refusal } from '../../../core/errors.ts'
import { byCodePoint, type PackageFiles } from '../../testset/files.ts'
import type { Notes } from '../report.ts'
import { splitWords } from '../shellWords.ts'
import { type Loose, mapOf, parseYaml, textOf } from '../yaml.ts'

/** File of BAPCtools that assigns generators to cases. */
export const GENERATORS_FILE = 'generators/generators.yaml'

/** A case in generators.yaml. */
export type CaseRule = {
  /** Path of its files in the package, without extensions. */
  path: string
  /** Its key in generators.yaml. */
  key: string
  /** Generator and arguments, with seeds filled in; null for a case with files. */
  call: { generator: string; words: string[] } | null
  /** Path of the files it copies, without extensions; null: none. */
  copy: string | null
  /** Inline files, by extension. */
  texts: Record<string, string>
}

/** Contents of generators.yaml. */
export type GeneratorRules = {
  /** Solution that makes answers, as the package calls it; null: not stated. */
  solution: string | null
  /** Sources of generators with several files, by name; the first is the main one. */
  programs: Map<string, string[]>
  cases: CaseRule[]
  /** Settings of groups, by folder. */
  groups: Map<string, Loose>
}

/** Files of a case, by extension. */
export const CASE_FILES = [
  ...['in', 'ans', 'out', 'in.statement', 'ans.statement', 'in.download', 'ans.download', 'interaction'],
] as const
/** Texts of a case that are not shown here. */
const CASE_WORDS = ['desc', 'hint', 'yaml', 'type']
const CASE_KEYS = new Set<string>([
  'copy',
  'generate',
  'input',
  'count',
  'match',
  'desc',
  'hint',
  ...CASE_FILES,
])

const MOST_CASES = 5000
const MOST_COUNTED = 100
const MAX_DEPTH = 10
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,200}[A-Za-z0-9_-])?$/
const SEED = /\{seed(?::[0-9]+)?\}/g

type Words = { [key: string]: Loose }
/** Settings that a folder passes to its children. */
type Inherited = { salt: string; depth: number }
type Known = { cases: CaseRule[] }

/** Reads generators.yaml; null when there is none, or when it is invalid, which is noted. */
export function readGeneratorRules(
  files: PackageFiles,
  { fill, scored }: { fill: (text: string) => string; scored: boolean },
  notes: Notes,
): GeneratorRules | null {
  const text = files.text(GENERATORS_FILE)
  if (text === null) return null
  const file = files.full(GENERATORS_FILE)
  try {
    return new RulesReader(file, fill, scored, notes).read(mapOf(parseYaml(text, file)))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    notes.leftOut('generatorsBroken', {}, file)
    return null
  }
}

/** Root settings that do not concern cases. */
const OF_TOOLS = new Set(['version', 'gitignore_generated', 'parallel', 'type'])

class RulesReader {
  readonly #file: string
  readonly #fill: (text: string) => string
  readonly #scored: boolean
  readonly #notes: Notes
  readonly #rules: GeneratorRules = { solution: null, programs: new Map(), cases: [], groups: new Map() }
  /** Targets of `include`: cases and folders by key; null for an ambiguous key. */
  readonly #known = new Map<string, Known | null>()
  #width = 1
  #number = 0
  #isFull = false

  constructor(file: string, fill: (text: string) => string, scored: boolean, notes: Notes) {
    this.#file = file
    this.#fill = fill
    this.#scored = scored
    this.#notes = notes
  }

  read(root: Words): GeneratorRules {
    this.#rules.solution = textOf(root.solution)?.replace(/^\//, '').split(/\s/)[0] ?? null
    for (const [name, parts] of Object.entries(mapOf(root.generators))) {
      const paths = Array.isArray(parts) ? parts.flatMap((part) => textOf(part) ?? []) : []
      if (paths.length > 0 && NAME.test(name)) this.#rules.programs.set(name, paths)
      else this.#faulty(`generators.${name}`, parts)
    }
    this.#width = String(this.#countNumbered(root, 0)).length
    this.#folder(root, 'data', '', { salt: '', depth: 0 })
    return this.#rules
  }

  #faulty(key: string, value: Loose | undefined): void {
    const shown = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
    this.#notes.leftOut('generatorsValue', { key, value: shown.slice(0, 80) }, this.#file)
  }

  #unknown(key: string): void {
    this.#notes.leftOut('generatorsKey', { key }, this.#file)
  }

  /** Numbers listed cases through the whole file, padded to the digits of the last. */
  #countNumbered(yaml: Loose | undefined, depth: number): number {
    const { data } = mapOf(yaml)
    if (depth > MAX_DEPTH) return 0
    const inside = (Array.isArray(data) ? data : [data]).flatMap((one) => Object.values(mapOf(one)))
    return inside.reduce<number>((sum, one) => {
      if (!isCase(one)) return sum + this.#countNumbered(one, depth + 1)
      return sum + (Array.isArray(data) ? (countsOf(mapOf(one).count)?.length ?? 1) : 0)
    }, 0)
  }

  /** Reads a folder; returns its cases, with those of its subfolders. */
  #folder(yaml: Words, path: string, key: string, inherited: Inherited): CaseRule[] {
    const at = (name: string) => (key ? `${key}.${name}` : name)
    for (const [name, value] of Object.entries(yaml)) {
      if (name === 'test_group.yaml' || name === 'testdata.yaml')
        this.#rules.groups.set(`${path}/${name}`, value)
      else if (!this.#isKnownOfFolder(name, value, key === '')) this.#unknown(at(name))
    }
    if (inherited.depth > MAX_DEPTH) {
      this.#faulty(at('data'), '…')
      return []
    }
    const salt = yaml.random_salt === undefined ? inherited.salt : (textOf(yaml.random_salt) ?? '')
    const { data = null } = yaml
    const numbered = Array.isArray(data)
    const items = numbered ? data : data === null ? [] : [data]
    const groups = items.flatMap((item) => Object.values(mapOf(item)).filter((one) => !isCase(one))).length
    let group = 0
    const cases = items.flatMap((item, place): CaseRule[] => {
      const entries = Object.entries(mapOf(item)).sort(([a], [b]) => byCodePoint(a, b))
      if (entries.length === 0 && item !== null) this.#faulty(at(`data.${place + 1}`), item)
      return entries.flatMap(([name, value]): CaseRule[] => {
        const inner = at(numbered ? `data.${place + 1}.${name}` : `data.${name}`)
        const named = (number: number, width: number) =>
          numbered ? [String(number).padStart(width, '0'), name].filter(Boolean).join('-') : name
        const make = () => {
          if (isCase(value))
            return this.#case(value, path, inner, salt, () => named(++this.#number, this.#width))
          const folder = named(++group, String(groups).length)
          const words = mapOf(value)
          if (!NAME.test(folder) || Array.isArray(value) || typeof value !== 'object') {
            this.#faulty(inner, value)
            return []
          }
          return this.#folder(words, `${path}/${folder}`, inner, { salt, depth: inherited.depth + 1 })
        }
        const made = make()
        this.#known.set(name, this.#known.has(name) ? null : { cases: made })
        return made
      })
    })
    return [...cases, ...this.#included(yaml.include, path, at('include'))]
  }

  #isKnownOfFolder(name: string, value: Loose, isRoot: boolean): boolean {
    if (name === 'visualizer') return value === null
    // One solution makes all answers here.
    if (name === 'solution') return isRoot || textOf(value)?.replace(/^\//, '') === this.#rules.solution
    return (
      ['data', 'include', 'random_salt', 'type'].includes(name) ||
      (isRoot && (name === 'generators' || OF_TOOLS.has(name)))
    )
  }

  /** Cases included from another folder. Without points, judging them once is enough. */
  #included(include: Loose | undefined, path: string, key: string): CaseRule[] {
    if (include === undefined || include === null) return []
    return (Array.isArray(include) ? include : [include]).flatMap((name): CaseRule[] => {
      const known = this.#known.get(textOf(name) ?? '')
      if (!known) {
        this.#faulty(key, name)
        return []
      }
      if (!this.#scored) return []
      return known.cases.flatMap((one) =>
        this.#keep({ ...one, path: `${path}/${one.path.split('/').at(-1)}`, key }),
      )
    })
  }

  #keep(rule: CaseRule): CaseRule[] {
    if (this.#rules.cases.length < MOST_CASES) {
      this.#rules.cases.push(rule)
      return [rule]
    }
    if (!this.#isFull) this.#faulty(rule.key, `> ${MOST_CASES}`)
    this.#isFull = true
    return []
  }

  /** A case, or as many as its `count` says. */
  #case(yaml: Loose, path: string, key: string, salt: string, nextName: () => string): CaseRule[] {
    const written = textOf(yaml)
    const copied = written?.endsWith('.in') ? written.slice(0, -'.in'.length) : null
    const words: Words = copied ? { copy: copied } : written === null ? mapOf(yaml) : { generate: written }
    for (const [name, value] of Object.entries(words)) {
      const isKnown = CASE_KEYS.has(name) || CASE_WORDS.includes(name) || name === 'random_salt'
      const isOwn = name === 'match' || name === 'solution' || (name === 'visualizer' && value !== null)
      if (isOwn || (!isKnown && name !== 'visualizer')) this.#unknown(`${key}.${name}`)
    }
    const counts = words.count === undefined ? [null] : countsOf(words.count)
    if (!counts) {
      this.#faulty(`${key}.count`, words.count)
      return []
    }
    const numbers = counts.flatMap((count) => count ?? [])
    const isDense = Math.max(...numbers) - Math.min(...numbers) === numbers.length - 1
    const width = isDense ? Math.max(...numbers.map((number) => String(number).length)) : 0
    return counts.flatMap((count): CaseRule[] => {
      const name = nextName() + (count === null ? '' : `-${padded(count, width)}`)
      const texts: Record<string, string> = {}
      for (const ending of CASE_FILES) {
        const text = textOf(words[ending])
        if (text !== null) texts[ending] = text === '' || text.endsWith('\n') ? text : `${text}\n`
        else if (words[ending] !== undefined && words[ending] !== null)
          this.#faulty(`${key}.${ending}`, words[ending])
      }
      const command = words.generate ?? words.input
      const ownSalt = words.random_salt === undefined ? salt : (textOf(words.random_salt) ?? '')
      const call = command === undefined ? null : this.#call(command, count, ownSalt)
      const copy = textOf(words.copy)
      if (
        !NAME.test(name) ||
        (command !== undefined && !call) ||
        (copy !== null && /^\/|(?:^|\/)\.\.(?:\/|$)/.test(copy))
      ) {
        this.#faulty(key, command ?? copy ?? name)
        return []
      }
      const isThere = texts.in === undefined ? call : null
      return this.#keep({
        path: `${path}/${name}`,
        key,
        call: isThere,
        texts,
        copy: copy === null ? null : `generators/${copy.replace(/^\.\//, '')}`,
      })
    })
  }

  #call(command: Loose, count: number | null, salt: string): CaseRule['call'] {
    if (typeof command !== 'string') return null
    const counted = this.#fill(command).replaceAll('{count}', count === null ? '{count}' : String(count))
    if ((counted.match(SEED)?.length ?? 0) > 1) return null
    // The seed hashes the command as written, with spaces; the first of several cases as if it were alone.
    const seeded = `${salt}${count === null || count === 1 ? '' : `:${count - 1}`}${counted.trim()}`
    const hash = BigInt(`0x${createHash('sha512').update(seeded).digest('hex')}`)
    const seed = String(hash % 2n ** 31n)
    const [generator = '', ...words] = splitWords(counted).map((word) =>
      word.replaceAll('{name}', 'testcase').replace(SEED, seed),
    )
    const name = generator.replace(/^\.\//, '').replace(/\/+$/, '')
    return name === '' || name.startsWith('/') || name.split('/').includes('..')
      ? null
      : { generator: name, words }
  }
}

const isCase = (yaml: Loose): boolean =>
  yaml === null || typeof yaml === 'string' || Object.keys(mapOf(yaml)).some((key) => CASE_KEYS.has(key))

const padded = (number: number, width: number) =>
  number < 0 ? `-${String(-number).padStart(width - 1, '0')}` : String(number).padStart(width, '0')

/** Numbers of `count`: `3`, `[2, 5]`, `1..=4`; null when it is invalid. */
function countsOf(count: Loose | undefined): number[] | null {
  const [, first, last] = /^(-?\d{1,9})\.\.=(-?\d{1,9})$/.exec(typeof count === 'string' ? count : '') ?? []
  if (count === undefined) return [1]
  const most = first === undefined ? count : Number(last) - Number(first) + 1
  if (typeof most === 'number') {
    if (!Number.isInteger(most) || most < 1 || most > MOST_COUNTED) return null
    return Array.from({ length: most }, (_, at) => Number(first ?? 1) + at)
  }
  const items = Array.isArray(count) ? count.filter((one) => Number.isSafeInteger(one)) : []
  const numbers = items.map(Number)
  const fits = Array.isArray(count) && numbers.length === count.length && numbers.length > 0
  return fits && numbers.length <= MOST_COUNTED && new Set(numbers).size === numbers.length ? numbers : null
}
