import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { chooseLanguages, languagesByText, type Statement } from '../../testset/sections.ts'
import { type Annexes, fromLatex, plainTitle, withPictures } from '../latex/statement.ts'
import type { Notes } from '../report.ts'
import { childrenOf, descend, type Xml } from '../xml.ts'
import { listOf, mapOf, parseJson, textOf } from '../yaml.ts'

type Samples = { input: string; output: string }[]

/** Statement sections in LaTeX, as Polygon stores them. */
type Sections = Record<'name' | 'legend' | 'input' | 'output' | 'interaction' | 'scoring' | 'notes', string>

const SECTION_NAMES = ['name', 'legend', 'input', 'output', 'interaction', 'scoring', 'notes'] as const

/** Statements of a Polygon package, from their properties or else from their sections, and the samples. */
export function readPolygonStatements(
  files: PackageFiles,
  problem: Xml,
  annexes: Annexes,
  notes: Notes,
): { statements: Statement[]; samples: Samples } {
  const names = new Map(
    childrenOf(descend(problem, 'names'), 'name').map(({ attributes }) => [
      attributes.language ?? '',
      attributes.value ?? '',
    ]),
  )
  const languages = [
    ...new Set([...names.keys(), ...files.foldersIn('statements'), ...files.foldersIn('statement-sections')]),
  ]
  const found = languages
    .filter((language) => !language.startsWith('.'))
    .flatMap((language) => {
      const sections = readSections(files, language)
      return sections ? [[language, { language, sections }] as const] : []
    })
  const written = found.filter(([, { sections }]) => wordsOf(sections) !== '')
  const { chosen, left, lent } = chooseLanguages(
    languagesByText(written.length > 0 ? written : found, ({ sections }) => wordsOf(sections)),
  )
  for (const language of left) notes.leftOut('language', { language })
  if (lent !== null) notes.converted('language', { language: lent })
  if (chosen.length === 0) {
    const title = [...names.values()][0] ?? problem.attributes['short-name']
    if (!title) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full('statements/') })
    notes.leftOut('noStatement')
    return {
      statements: [{ locale: 'en-US', title, description: '', input: '', output: '', hint: '', source: '' }],
      samples: [],
    }
  }
  const statements = chosen.map(([locale, { language, sections }]): Statement => {
    const { file, texts } = sections
    const folder = files.within(sections.folder)
    const markdown = (text: string) =>
      text.trim() === '' ? '' : withPictures(fromLatex(text, file, notes).markdown, folder, annexes, notes)
    const hint = [markdown(texts.scoring), markdown(texts.notes)].filter(Boolean).join('\n\n')
    const input = [markdown(texts.input), markdown(texts.interaction)].filter(Boolean).join('\n\n')
    return {
      locale,
      title:
        plainTitle(markdown(texts.name)) || names.get(language) || problem.attributes['short-name'] || '',
      description: markdown(texts.legend),
      input,
      output: markdown(texts.output),
      hint,
      source: '',
    }
  })
  const samples = chosen[0]?.[1].sections.samples ?? []
  return { statements, samples }
}

const wordsOf = ({ texts: { legend, input, output } }: Read): string =>
  [legend, input, output].join('\n').trim()

type Read = { file: string; folder: string; texts: Sections; samples: Samples }

function readSections(files: PackageFiles, language: string): Read | null {
  const properties = `statements/${language}/problem-properties.json`
  const text = files.text(properties)
  if (text !== null) {
    const words = mapOf(parseJson(text, files.full(properties)))
    const samples = listOf(words.sampleTests).map((test) => ({
      input: textOf(mapOf(test).input) ?? '',
      output: textOf(mapOf(test).output) ?? '',
    }))
    const texts = sectionsOf((name) => textOf(words[name]))
    return { file: files.full(properties), folder: `statements/${language}`, texts, samples }
  }
  const folder = `statement-sections/${language}`
  if (files.filesIn(folder).length === 0) return null
  const examples = files.filesIn(folder).filter((name) => /^example\.\d+$/.test(name))
  const samples = examples.map((name) => ({
    input: files.text(`${folder}/${name}`) ?? '',
    output: files.text(`${folder}/${name}.a`) ?? '',
  }))
  const texts = sectionsOf((name) => files.text(`${folder}/${name}.tex`))
  return { file: files.full(folder), folder, texts, samples }
}

const sectionsOf = (read: (name: string) => string | null) =>
  Object.fromEntries(SECTION_NAMES.map((name) => [name, read(name) ?? ''])) as Sections
