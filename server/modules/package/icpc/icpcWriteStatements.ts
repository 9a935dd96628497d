import { pictureTypeOf } from '../../../core/pictures.ts'
import { joinStatement, splitStatement } from '../../testset/sections.ts'
import type { Own } from '../extension.ts'
import type { PackageProblem, PutFile } from '../format.ts'
import { annexNameIn } from './icpcMarkdown.ts'

/** Languages of statements and titles in the format. */
export const LANGUAGE = { 'en-US': 'en', 'zh-CN': 'zh' } as const

const FOLDER = 'problem_statement'

/**
 * Paths of the annexes. Pictures of statements stand beside them, because the format looks nowhere else; their names are
 * those that older problemtools take. Other annexes are attachments.
 */
export function annexPaths({ annexes, statements }: PackageProblem): Map<string, string> {
  const shown = new Set(
    statements.flatMap((statement) =>
      [...joinStatement(statement, statement.locale).matchAll(/!\[[^\]\n]{0,300}\]\(annex:([^)\s]+)/g)].map(
        (match) => annexNameIn(match[1] ?? ''),
      ),
    ),
  )
  const pictures = annexes.flatMap(({ name, content }) => {
    const ending = shown.has(name) ? endingOf(name, content) : null
    return ending === null ? [] : [{ name, stem: name.replace(/\.[^.]*$/, ''), ending }]
  })
  const paths = new Map(annexes.map(({ name }) => [name, `attachments/${name}`]))
  const taken = new Set<string>()
  const isSafe = ({ stem }: { stem: string }) => /^[A-Za-z0-9._]+$/.test(stem)
  // Names that may stay are not given to others.
  for (const { name, stem, ending } of [
    ...pictures.filter(isSafe),
    ...pictures.filter((one) => !isSafe(one)),
  ]) {
    const plain = stem.replace(/[^A-Za-z0-9._]+/g, '_').replace(/^[._]+|[._]+$/g, '') || 'picture'
    let safe = `${plain}.${ending}`
    for (let count = 2; taken.has(safe.toLowerCase()); count++) safe = `${plain}_${count}.${ending}`
    taken.add(safe.toLowerCase())
    paths.set(name, `${FOLDER}/${safe}`)
  }
  return paths
}

/** Ending of a picture by its name, or by its content; null when it is none. */
function endingOf(name: string, content: Uint8Array): string | null {
  const said = /\.(png|jpe?g|gif|svg|webp)$/i.exec(name)?.[1]?.toLowerCase()
  const type = said ? null : pictureTypeOf(content)
  return said ?? type?.slice(type.indexOf('/') + 1) ?? null
}

/** Writes statements as Markdown; those that would change on import are also written to our extension. */
export function putStatements(
  problem: PackageProblem,
  paths: ReadonlyMap<string, string>,
  put: PutFile,
): Pick<Own, 'statements' | 'samples' | 'sources'> {
  const linkOf = (whole: string, link: string) => {
    const path = paths.get(annexNameIn(link))
    if (path?.startsWith(`${FOLDER}/`)) return `](${path.slice(FOLDER.length + 1)}`
    return path === undefined ? whole : `](../attachments/${link}`
  }
  const statements = problem.statements.filter((statement) => {
    const markdown = joinStatement(statement, statement.locale)
    const shown = markdown.replace(/\]\(annex:([^)\s]+)/g, linkOf)
    put(`${FOLDER}/problem.${LANGUAGE[statement.locale]}.md`, shown)
    const again = splitStatement(markdown)
    return (
      shown !== markdown ||
      again.title !== null ||
      (['description', 'input', 'output', 'hint'] as const).some((part) => again[part] !== statement[part])
    )
  })
  const plain = problem.samples.every(({ input, output }) => !/\r/.test(input + output))
  const sources = new Set(problem.statements.map(({ source }) => source))
  return {
    statements,
    samples: plain ? [] : problem.samples,
    sources:
      sources.size > 1
        ? Object.fromEntries(problem.statements.map(({ locale, source }) => [locale, source]))
        : {},
  }
}
