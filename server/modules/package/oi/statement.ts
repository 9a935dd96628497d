import type { Locale } from '#locales/i18n.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { localeOfLanguage, splitStatement } from '../../testset/sections.ts'
import { type PackageProblem, PLAIN, shownSample } from '../format.ts'
import { Annexes, withPictures } from '../latex/statement.ts'
import type { Notes } from '../report.ts'

export const isMarkdown = (name: string): boolean => /\.(?:md|markdown)$/i.test(name)

/** File name without folder and extension. */
export const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '')

/** Beginning of the names of files that hold a statement. */
export const STATEMENT_NAME = /^(?:statement|problem|description|题面|题目|题目描述)(?=$|[._-])/i

/** Language of a statement by its file name, else by its text. */
export function localeOf(name: string, text: string): Locale {
  const said = baseOf(name)
    .split(/[._]/)
    .flatMap((word) =>
      /^(?:en|english|zh|cn|chinese)(?:$|-)/i.test(word) ? (localeOfLanguage(word) ?? []) : [],
    )
  return said[0] ?? (/\p{Script=Han}{2}/u.test(text) ? 'zh-CN' : 'en-US')
}

type Shown = Pick<PackageProblem, 'statements' | 'samples' | 'annexes'>

/**
 * Statement of a package of tests alone: a Markdown file with the name of one, if there is any, else only the title, in the
 * language of the judge it comes from.
 */
export function statementBesideTests(
  files: PackageFiles,
  { title, locale }: { title: string; locale: Locale },
  notes: Notes,
): Shown {
  const name = files.filesIn('').find((name) => isMarkdown(name) && STATEMENT_NAME.test(baseOf(name)))
  const text = name === undefined ? null : files.text(name)
  if (name === undefined || text === null) {
    notes.leftOut('statementMissing')
    const statement = { ...NO_WORDS, locale, title }
    return { statements: [statement], samples: [], annexes: [] }
  }
  const annexes = new Annexes()
  const {
    title: heading,
    split,
    samples,
    isPaired,
    ...parts
  } = splitStatement(withPictures(text, files, annexes, notes))
  notes.understood('statement', {}, files.full(name))
  if (!split) notes.converted('statementSplit', {}, files.full(name))
  if (!isPaired) notes.converted('samplesUnpaired', {}, files.full(name))
  return {
    statements: [{ ...parts, locale: localeOf(name, text), title: heading ?? title, source: '' }],
    samples: samples.map(shownSample),
    annexes: annexes.list,
  }
}

const NO_WORDS = { description: '', input: '', output: '', hint: '', source: '' }

/** Notes that a package names no limits, and returns those taken. */
export function limitsTaken(notes: Notes): Pick<PackageProblem, 'timeMs' | 'memoryMb'> {
  notes.converted('timeDefault', { milliseconds: PLAIN.timeMs })
  notes.converted('memoryDefault', { megabytes: PLAIN.memoryMb })
  return { timeMs: PLAIN.timeMs, memoryMb: PLAIN.memoryMb }
}
