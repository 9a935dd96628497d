import type { Locale } from '#locales/i18n.ts'
import {
  fenceAfter,
  isExplanation,
  isSampleHeading,
  plainWords,
  readSampleSections,
  type Sample,
  sideOf,
} from './sampleSections.ts'
import { type Part, partOf } from './sectionHeadings.ts'

/** Parts of a statement on this site. */
export type Parts = Record<Part, string>

export type Statement = Parts & { locale: Locale; title: string; source: string }

/** Longest heading line. */
const MAX_HEADING = 200
const HEADING = /^ {0,3}(#{1,4})\s+(.*?)\s*#*\s*$/

export type Split = Parts & {
  /** Heading of level 1 at the beginning. */
  title: string | null
  /** Whether input or output has its own heading. */
  split: boolean
  /** Samples under their headings. */
  samples: Sample[]
  /** Whether all blocks under headings of samples are samples; otherwise these sections stay in the hint. */
  isPaired: boolean
}

/** Lines under a heading; `samples` are read, and what is left of them belongs to the hint. */
type Section = { part: Part | 'samples'; heading: string | null; lines: string[] }

/** Splits a Markdown statement at its headings. */
export function splitStatement(markdown: string): Split {
  const { title, sections } = sectionsOf(markdown)
  const shown = sections.filter(({ part }) => part === 'samples')
  const read = readSampleSections(shown.map(({ heading, lines }) => ({ heading: heading ?? '', lines })))
  const rests = new Map(read?.rests.map((rest, at) => [shown[at], rest]))
  const parts: Record<Part, string[]> = { description: [], input: [], output: [], hint: [] }
  const met = new Set<Part>()
  for (const section of sections) {
    const { heading, lines } = section
    const part = section.part === 'samples' ? 'hint' : section.part
    const isName = heading !== null && partOf(wordsOf(heading)) === part
    // A repeated heading is text, such as Interaction after Input, and so is that of a hint after samples.
    const isText = !isName || met.has(part) || (part === 'hint' && !isBlank(parts.hint))
    if (isName) met.add(part)
    const kept = rests.get(section) ?? (heading !== null && isText ? [heading, ...lines] : lines)
    for (const line of kept) parts[part].push(line)
  }
  const text = (part: Part) => parts[part].join('\n').replace(/^\n+/, '').trimEnd()
  return {
    title,
    description: text('description'),
    input: text('input'),
    output: text('output'),
    hint: text('hint'),
    split: met.has('input') || met.has('output'),
    samples: read?.samples ?? [],
    isPaired: read !== null,
  }
}

const wordsOf = (heading: string) => plainWords(HEADING.exec(heading)?.[2] ?? '')

/** Sections of a statement. Samples end at a heading of their level or above, which begins the hint if it names no part. */
function sectionsOf(markdown: string): { title: string | null; sections: Section[] } {
  let at: Section = { part: 'description', heading: null, lines: [] }
  const sections = [at]
  let title: string | null = null
  let sampleLevel = 0
  let fence: string | null = null
  let isStart = true
  for (const line of markdown.split('\n')) {
    const isHeading = fence === null && line.length < MAX_HEADING && HEADING.test(line)
    fence = fenceAfter(fence, line)
    const words = isHeading ? wordsOf(line) : ''
    if (words === '') {
      if (line.trim()) isStart = false
      at.lines.push(line)
      continue
    }
    const level = HEADING.exec(line)?.[1]?.length ?? 0
    const part = partOf(words)
    const isInSamples = at.part === 'samples'
    const isTitle: boolean = level === 1 && title === null && isStart
    isStart = isStart && isTitle
    const isDeeper = level > sampleLevel
    if (isSampleHeading(words)) {
      at = { part: 'samples', heading: line, lines: [] }
      sections.push(at)
      sampleLevel = level
    } else if (isInSamples && sideOf(words) && (part === null || isDeeper)) at.lines.push(line)
    else if (part !== null || (isInSamples && (!isDeeper || isExplanation(words)))) {
      at = { part: part ?? 'hint', heading: line, lines: [] }
      sections.push(at)
    } else if (isTitle) title = HEADING.exec(line)?.[2] ?? null
    else at.lines.push(line)
  }
  return { title, sections }
}

const isBlank = (lines: readonly string[]) => !lines.some((line) => line.trim())

const WORDS: Record<Locale, Record<'input' | 'output' | 'hint', string>> = {
  'en-US': { input: 'Input', output: 'Output', hint: 'Hint' },
  'zh-CN': { input: '输入', output: '输出', hint: '提示' },
}

/** Joins parts to one Markdown text that `splitStatement` can split again. */
export function joinStatement(parts: Parts, locale: Locale): string {
  const words = WORDS[locale]
  const sections = (['input', 'output', 'hint'] as const)
    .filter((part) => parts[part] !== '')
    .map((part) => `## ${words[part]}\n\n${parts[part]}`)
  return `${[parts.description, ...sections].filter(Boolean).join('\n\n')}\n`
}

/** Locale of a language in packages; null when the site does not have it. */
export function localeOfLanguage(language: string): Locale | null {
  const word = language.toLowerCase()
  if (/^(?:en|english)/.test(word)) return 'en-US'
  return /^(?:zh|cn|chinese|simplified)/.test(word) ? 'zh-CN' : null
}

/** Languages of statements; texts of Chinese characters in the place of English ones are Chinese, where none is named so. */
export const languagesByText = <Value>(
  byLanguage: readonly (readonly [language: string, value: Value])[],
  textOf: (value: Value) => string,
): (readonly [language: string, value: Value])[] =>
  byLanguage.some(([language]) => localeOfLanguage(language) === 'zh-CN')
    ? [...byLanguage]
    : byLanguage.map(([language, value]) =>
        localeOfLanguage(language) === 'en-US' && isChinese(textOf(value))
          ? ['zh', value]
          : [language, value],
      )

/** Longest text (characters) whose letters are counted. */
const MOST_COUNTED = 20_000

/** Whether a text has more Chinese words than others; formulas and commands of LaTeX are no words. */
function isChinese(text: string): boolean {
  const words = text.slice(0, MOST_COUNTED).replace(/\$[^$]{0,500}\$|\\[a-zA-Z]{1,30}/g, ' ')
  const count = (pattern: RegExp) => [...words.matchAll(pattern)].length
  const isOther = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(words)
  return !isOther && count(/\p{Script=Han}/gu) > count(/[a-z]{2,}/gi)
}

/** One statement per locale. A package without any of the site's languages keeps its first statement. */
export function chooseLanguages<Value>(byLanguage: readonly (readonly [language: string, value: Value])[]): {
  chosen: [Locale, Value][]
  left: string[]
  lent: string | null
} {
  const chosen = new Map<Locale, Value>()
  const left: string[] = []
  for (const [language, value] of byLanguage) {
    const locale = localeOfLanguage(language)
    if (locale && !chosen.has(locale)) chosen.set(locale, value)
    else left.push(language)
  }
  const [first] = byLanguage
  if (chosen.size > 0 || !first) return { chosen: [...chosen], left, lent: null }
  return { chosen: [['en-US', first[1]]], left: left.slice(1), lent: first[0] }
}

/** Points of a scored problem, where nobody says others. */
export const FULL_SCORE = 100

/** Splits the full score over `count` cases; the last one gets the remainder. */
export function splitEvenly(total: number, count: number): number[] {
  const base = Math.floor(total / count)
  return Array.from({ length: count }, (_, at) => (at === count - 1 ? total - base * (count - 1) : base))
}

/** Folders that hold this file directly, outermost only; at most three levels deep. */
export function rootsOf(paths: readonly string[], isMarker: (name: string) => boolean): string[] {
  const folders = paths
    .filter((path) => isMarker(path.slice(path.lastIndexOf('/') + 1)))
    .map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))))
    .filter((folder) => folder.split('/').length <= 3)
  const unique = [...new Set(folders)].sort((a, b) => a.length - b.length)
  return unique.filter(
    (folder, at) => !unique.slice(0, at).some((outer) => outer === '' || folder.startsWith(`${outer}/`)),
  )
}
