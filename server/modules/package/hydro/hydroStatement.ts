import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from '../../testset/files.ts'
import type { Sample } from '../../testset/sampleSections.ts'
import { chooseLanguages, type Statement, splitStatement } from '../../testset/sections.ts'
import { richTexts } from '../html/richText.ts'
import { type Annexes, annexLink, boundText } from '../latex/statement.ts'
import type { Notes } from '../report.ts'
import { type Loose, textOf } from '../yaml.ts'

/** Statements in Markdown and printed ones: `problem.md`, `problem_zh.md`, `problem.en.pdf`. */
export const STATEMENT_FILE = /^problem(?:[_.-]([\w-]+))?\.(md|pdf)$/

type Words = { [key: string]: Loose }

/** Statements of a problem: texts first, and printed ones in the languages without a text, as attachments with a link. */
export function readStatements(
  files: PackageFiles,
  words: Words,
  annexes: Annexes,
  notes: Notes,
): { statements: Statement[]; samples: Sample[] } {
  const found = files.filesIn('').flatMap((name) => {
    const match = STATEMENT_FILE.exec(name)
    return match ? [{ language: match[1] ?? 'zh', name, isPrinted: match[2] === 'pdf' }] : []
  })
  const named = (isPrinted: boolean) =>
    found.filter((one) => one.isPrinted === isPrinted).map(({ language, name }) => [language, name] as const)
  const { chosen, left, lent } = chooseLanguages(named(false))
  for (const language of left) notes.leftOut('language', { language })
  if (lent !== null) notes.converted('language', { language: lent })
  for (const [, name] of named(true)) annexes.add(name, files.bytes(name) ?? new Uint8Array())
  const others = chooseLanguages(named(true))
  const isLent = others.lent !== null && chosen.length > 0
  const printed = isLent ? [] : others.chosen.filter(([locale]) => chosen.every(([one]) => one !== locale))
  const title = textOf(words.title) ?? (chosen.length === 0 ? textOf(words.pid) : null)
  const source = textOf(words.source) ?? ''
  const texts = chosen.map(([locale, name]) => readText(files, name, annexes, notes, locale))
  const statements = [
    ...texts.map(
      ({ statement, heading }): Statement => ({
        ...statement,
        title: title ?? heading ?? textOf(words.pid) ?? files.full(''),
        source,
      }),
    ),
    ...printed.map(([locale, name]): Statement => {
      notes.leftOut('noStatement', {}, files.full(name))
      return {
        ...WITHOUT_WORDS,
        locale,
        title: title ?? texts[0]?.heading ?? textOf(words.pid) ?? files.full(''),
        description: `[${name}](${annexLink(name)})`,
        source,
      }
    }),
  ]
  const samples = texts.find((text) => text.samples.length > 0)?.samples ?? []
  if (statements.length > 0) return { statements, samples }
  if (!textOf(words.title)) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full('problem_zh.md') })
  notes.leftOut('noStatement')
  return { statements: [{ ...WITHOUT_WORDS, locale: 'zh-CN', title: title ?? '' }], samples: [] }
}

const WITHOUT_WORDS = { description: '', input: '', output: '', hint: '', source: '' }

type Text = { statement: Omit<Statement, 'title' | 'source'>; heading: string | null; samples: Sample[] }

function readText(
  files: PackageFiles,
  name: string,
  annexes: Annexes,
  notes: Notes,
  locale: Statement['locale'],
): Text {
  const file = files.full(name)
  const annexOf = (address: string) => {
    const attachment = attachmentOf(address)
    return attachment !== null && annexes.has(attachment) ? attachment : null
  }
  const taken = takeSamples(withoutEmbeds(boundText(files.text(name) ?? '')))
  const { fromMarkdown } = richTexts({ file, annexes, notes, annexOf })
  const { title, split, samples, isPaired, ...parts } = splitStatement(fromMarkdown(taken.rest))
  notes.understood('statement', {}, file)
  if (!split) notes.converted('statementSplit', {}, file)
  if (!isPaired) notes.converted('samplesUnpaired', {}, file)
  return { statement: { ...parts, locale }, heading: title, samples: [...taken.samples, ...samples] }
}

/** Embedded files (`@[pdf](file://a.pdf)`) as links with their names. */
const withoutEmbeds = (markdown: string): string =>
  markdown.replace(/@\[[a-z]{1,20}\]\((?=([^\s()]{1,500})\))/gi, (_, address: string) => {
    const name = attachmentOf(address) ?? address
    return `[${name.replace(/[[\]\\]/g, '\\$&')}](`
  })

/** Takes samples from fenced blocks called input1, output1 and so on. */
function takeSamples(markdown: string): { rest: string; samples: Sample[] } {
  const blocks = new Map<string, string[]>()
  const rest: string[] = []
  let open: { mark: string; lines: string[] } | null = null
  for (const line of markdown.split('\n')) {
    const [, mark = '', kind = '', number = ''] = /^(`{3,9})(input|output)(\d{1,3})\b/.exec(line) ?? []
    if (open && line.trimEnd() === open.mark) open = null
    else if (open) open.lines.push(line)
    else if (mark) {
      open = { mark, lines: [] }
      blocks.set(kind + Number(number), open.lines)
    } else rest.push(line)
  }
  const text = (key: string) => (blocks.get(key) ?? []).map((line) => `${line}\n`).join('')
  const numbers = new Set([...blocks.keys()].map((key) => Number(key.replace(/^\D+/, ''))))
  const samples = [...numbers]
    .sort((a, b) => a - b)
    .map((number) => ({ input: text(`input${number}`), output: text(`output${number}`) }))
  return { rest: rest.join('\n'), samples }
}

/** Name of the attachment that `file://name` refers to. */
function attachmentOf(address: string): string | null {
  const [, name = ''] = /^file:\/\/([^?]{1,300})/.exec(address) ?? []
  return name === '' ? null : /%[0-9a-f]{2}/i.test(name) ? safelyDecoded(name) : name
}

function safelyDecoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
