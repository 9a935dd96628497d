import { Refusal, refusalOf } from '../../../core/errors.ts'
import { childrenOf, descend, parseXml, type Xml } from '../xml.ts'
import { type Loose, listOf, mapOf, parseJson, parseYaml, textOf } from '../yaml.ts'

/** Files of a contest that other systems write: settings, and the problems with their labels. */
export type GivenFile = { name: string; text: string }

/** A problem of a contest file; `key` is its short name. */
export type FiledProblem = { label: string; key: string | null; title: string | null; color: string | null }

/** What could not be taken over. */
export type FileNote = 'start' | 'duration' | 'freeze' | 'penalty'

export type ContestFile = {
  title: string | null
  startsAt: Date | null
  /** Durations (ms): of the contest, and of the freeze before its end. */
  lasts: number | null
  frozen: number | null
  problems: readonly FiledProblem[]
  notes: readonly FileNote[]
}

/** Most problems of a contest. */
const MOST_PROBLEMS = 200
const LABEL = /^[\p{L}\p{N}_.-]{1,50}$/u
const MAX_TITLE = 200

type Words = { [key: string]: Loose }

/**
 * Reads `contest.yaml` of the ICPC and DOMjudge (also as JSON, as the Contest API has it), and `problemset.yaml` or
 * `problems.yaml` beside it, or `contest.xml` of Polygon. What several files say is taken from the first. Throws CONTEST_FILE for a file that is damaged, and
 * where none says anything of a contest.
 */
export function readContestFiles(files: readonly GivenFile[]): ContestFile {
  const read = files.map(readFile)
  const first = <Key extends 'title' | 'startsAt' | 'lasts' | 'frozen'>(key: Key) =>
    read.find((one) => one[key] !== null)?.[key] ?? null
  const file: ContestFile = {
    title: first('title'),
    startsAt: first('startsAt'),
    lasts: first('lasts'),
    frozen: first('frozen'),
    problems: read.find(({ problems }) => problems.length > 0)?.problems ?? [],
    notes: [...new Set(read.flatMap(({ notes }) => notes))],
  }
  const isEmpty = file.title === null && file.lasts === null && file.problems.length === 0
  if (isEmpty) throw new Refusal('CONTEST_FILE', { file: files[0]?.name ?? '' })
  return file
}

/** Longest YAML (characters), a thousand problems: parsing takes a quarter of a second and does not yield. */
const MOST_YAML = 64 * 1024

function readFile({ name, text }: GivenFile): ContestFile {
  if (/\.xml$/i.test(name)) return ofPolygon(text, name)
  const loose = parsed(text, name)
  return Array.isArray(loose) ? { ...NOTHING, problems: problemsOf(loose) } : ofIcpc(mapOf(loose))
}

function parsed(text: string, name: string): Loose {
  const isJson = /\.json$/i.test(name)
  if (!isJson && text.length > MOST_YAML) throw new Refusal('CONTEST_FILE', { file: name })
  try {
    return isJson ? parseJson(text, name) : parseYaml(text, name)
  } catch (error) {
    if (refusalOf(error)) throw new Refusal('CONTEST_FILE', { file: name })
    throw error
  }
}

const NOTHING: ContestFile = {
  title: null,
  startsAt: null,
  lasts: null,
  frozen: null,
  problems: [],
  notes: [],
}

/** `contest.xml` of a contest's package of Polygon: a name by language, and the problems with their addresses, which end in the short name. */
function ofPolygon(text: string, name: string): ContestFile {
  const contest = parsedXml(text, name)
  if (contest.name !== 'contest') throw new Refusal('CONTEST_FILE', { file: name })
  const names = childrenOf(descend(contest, 'names'), 'name').map(({ attributes }) => attributes)
  const titled = names.find(({ main }) => main === 'true') ?? names[0]
  const problems = childrenOf(descend(contest, 'problems'), 'problem').map(({ attributes }) => ({
    label: attributes.index?.toUpperCase() ?? '',
    short_name: attributes.url?.replace(/\/+$/, '').split('/').at(-1) ?? '',
  }))
  return {
    ...NOTHING,
    title: titled?.value?.trim().slice(0, MAX_TITLE) || null,
    problems: problemsOf(problems),
  }
}

function parsedXml(text: string, name: string): Xml {
  try {
    return parseXml(text, name)
  } catch (error) {
    if (refusalOf(error)) throw new Refusal('CONTEST_FILE', { file: name })
    throw error
  }
}

/** The first of these keys that is there; words are joined by hyphens in older files. */
const underKey = (words: Words, ...keys: string[]): Loose | undefined => {
  const key = keys.flatMap((one) => [one, one.replaceAll('_', '-')]).find((one) => Object.hasOwn(words, one))
  return key === undefined ? undefined : words[key]
}

function ofIcpc(words: Words): ContestFile {
  const notes: FileNote[] = []
  const take = <T>(note: FileNote, value: Loose | undefined, read: (text: string) => T | null): T | null => {
    if (value === undefined || value === null) return null
    const taken = read(textOf(value) ?? '')
    if (taken === null) notes.push(note)
    return taken
  }
  const startsAt = take('start', underKey(words, 'start_time', 'start'), momentOf)
  const lasts = take('duration', underKey(words, 'duration', 'length'), spanOf)
  const freeze = underKey(words, 'scoreboard_freeze_duration', 'scoreboard_freeze_length')
  const frozen = take('freeze', freeze, spanOf)
  const penalty = underKey(words, 'penalty_time', 'penalty')
  if (penalty !== undefined && Number(textOf(penalty)) !== 20) notes.push('penalty')
  const title = textOf(underKey(words, 'formal_name', 'name'))
  const listed = listOf(underKey(words, 'problems', 'problemset'))
  return {
    title: title?.trim().slice(0, MAX_TITLE) || null,
    startsAt,
    lasts,
    frozen: frozen === 0 ? null : frozen,
    problems: problemsOf(listed),
    notes,
  }
}

/** A moment with an offset; one without would be of the clock of another place. */
function momentOf(text: string): Date | null {
  const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)$/.exec(
    text.trim(),
  )
  if (!iso) return null
  const [, day, time, zone = ''] = iso
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  const moment = new Date(`${day}T${time}${offset}`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** A span `h:mm:ss`, with or without fractions or seconds, or a number of seconds, in ms. */
function spanOf(text: string): number | null {
  const parts = /^(\d{1,4}):([0-5]?\d)(?::([0-5]?\d)(?:\.\d+)?)?$/.exec(text.trim())
  if (parts) {
    const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0))
    return ((hours * 60 + minutes) * 60 + seconds) * 1000
  }
  return /^\d{1,8}$/.test(text.trim()) ? Number(text) * 1000 : null
}

function problemsOf(list: readonly Loose[]): FiledProblem[] {
  const some = list.slice(0, MOST_PROBLEMS).map((one) => {
    const words = mapOf(one)
    const said = (...keys: string[]) => textOf(underKey(words, ...keys))?.trim() || null
    return {
      label: said('label', 'letter'),
      key: textOf(one)?.trim() || said('short_name', 'shortname', 'externalid', 'id'),
      title: said('name', 'title'),
      color: colorOf(said('rgb') ?? said('color')),
    }
  })
  const labels = labelsOf(some.map(({ label }) => label))
  return some.map((one, place) => ({ ...one, label: labels[place] ?? '' }))
}

const colorOf = (text: string | null): string | null => {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text ?? '')?.[1]
  return digits ? `#${digits.toLowerCase()}` : null
}

/** The labels of a file; a letter by the place, or the next free one, where it has none, or one in any case again. */
function labelsOf(said: readonly (string | null)[]): string[] {
  const taken = new Set<string>()
  const take = (label: string): boolean => {
    const isFree = !taken.has(label.toLowerCase())
    taken.add(label.toLowerCase())
    return isFree
  }
  const kept = said.map((label) => (label && LABEL.test(label) && take(label) ? label : null))
  return kept.map((label, place) => {
    if (label !== null) return label
    for (let next = place; ; next++) if (take(letterOf(next))) return letterOf(next)
  })
}

/** A letter by the place: A to Z, AA and so on. */
const letterOf = (place: number): string =>
  (place < 26 ? '' : letterOf(Math.floor(place / 26) - 1)) + String.fromCharCode(65 + (place % 26))
