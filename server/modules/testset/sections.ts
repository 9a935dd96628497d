import type { Locale } from '#locales/i18n.ts'

/** Parts of a statement on this site. */
export type Parts = { description: string; input: string; output: string; hint: string }

export type Statement = Parts & { locale: Locale; title: string; source: string }

type Part = keyof Parts | 'dropped'

/** Headings that begin a part; sections of samples are dropped, because samples are files. */
const HEADINGS: [RegExp, Part][] = [
  [/^(?:题目描述|问题描述|题目背景|description|problem description|statement)$/i, 'description'],
  [
    /^(?:input|input format|input specification|the input|输入|输入格式|输入描述|输入说明|interaction|交互|交互格式)$/i,
    'input',
  ],
  [/^(?:output|output format|output specification|the output|输出|输出格式|输出描述|输出说明)$/i, 'output'],
  [/^(?:hints?|notes?|提示|说明|数据范围与提示|说明\/提示|说明与提示)$/i, 'hint'],
  [/^(?:sample|samples|example|examples|样例|示例|输入输出样例|样例数据)(?:\s*\d+)?$/i, 'dropped'],
  [
    /^(?:sample|example)\s*(?:input|output|data)(?:\s*\d+)?$|^(?:输入|输出)?样例(?:输入|输出)?\s*[\d#]*$/i,
    'dropped',
  ],
]

/** Longest heading, of level 1 to 3 in either syntax. */
const MAX_HEADING = 200
const HEADING = /^ {0,3}#{1,4}\s+(.*?)\s*#*\s*$/

const partOf = (heading: string): Part | null => {
  const words = heading.replace(/[*_:：]/g, '').trim()
  return HEADINGS.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

export type Split = Parts & {
  /** Heading of level 1 at the beginning. */
  title: string | null
  /** Whether input or output has its own heading. */
  split: boolean
  /** Text under the headings of samples. */
  samples: string
}

/** Splits a Markdown statement at its headings. */
export function splitStatement(markdown: string): Split {
  const parts: Record<Part, string[]> = { description: [], input: [], output: [], hint: [], dropped: [] }
  const met = new Set<Part>()
  let title: string | null = null
  let at: Part = 'description'
  let fence: string | null = null
  for (const line of markdown.split('\n')) {
    const mark = /^(```+|~~~+)/.exec(line.trimStart())?.[1] ?? null
    if (mark && (fence === null || line.trim().startsWith(fence))) fence = fence === null ? mark : null
    const heading = fence === null && line.length < MAX_HEADING ? HEADING.exec(line)?.[1] : undefined
    const next = heading === undefined ? null : partOf(heading)
    if (heading && next === null && title === null && /^ {0,3}#\s/.test(line) && isEmpty(parts)) {
      title = heading
    } else if (next !== null) {
      // A repeated heading is text, such as Interaction after Input.
      if (met.has(next) && next !== 'dropped') parts[next].push(line)
      met.add(next)
      at = next
    } else {
      parts[at].push(line)
    }
  }
  const text = (part: Part) => parts[part].join('\n').replace(/^\n+/, '').trimEnd()
  return {
    title,
    description: text('description'),
    input: text('input'),
    output: text('output'),
    hint: text('hint'),
    split: met.has('input') || met.has('output'),
    samples: text('dropped'),
  }
}

const isEmpty = (parts: Record<Part, string[]>) =>
  Object.values(parts).every((lines) => !lines.some((line) => line.trim()))

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
