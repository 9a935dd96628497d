import type { CheerioAPI } from 'cheerio'
import { toMarkdown, webAddresses } from '../../../core/html/toMarkdown.ts'
import { preText } from '../../../core/html/tree.ts'
import { BankFault, type BankProblem } from '../bank.ts'
import { readPage } from '../readPage.ts'

export type ProblemAddress = { contest: string; index: string }

/** Parts of an id: `1234A`, `1234B1`, or a contest and two digits as in `92101`. Null: it is none. */
export function addressOf(id: string): ProblemAddress | null {
  const [, contest, index] = /^([1-9]\d{0,6}?)([A-Z]\d?|\d{2})$/.exec(id) ?? []
  return contest && index ? { contest, index } : null
}

/** Null: the text is no id of a problem. */
export function readId(text: string): string | null {
  const id = text.trim().toUpperCase()
  return addressOf(id) ? id : null
}

/** Old statements write formulas with `<sub>`, `<sup>` and `<i>`. */
function markdownOf($: CheerioAPI, part: ReturnType<CheerioAPI>, base: URL): string {
  part.find('.tex-span').each((_, span) => {
    $(span).replaceWith($('<var>').append($(span).contents()))
  })
  return toMarkdown(part.html() ?? '', webAddresses(base))
}

/** Text of a sample. Lines in elements of their own are kept even where they are blank. */
function sampleOf($: CheerioAPI, block: ReturnType<CheerioAPI>): string {
  block.find('.test-example-line').each((_, line) => {
    $(line).replaceWith($('<span>').text(`${$(line).text().replace(/\n$/, '')}\n`))
  })
  return preText($.html(block))
}

const missing = (what: string) => new BankFault('CHANGED', `${what} is missing on the page`)

/** Own text of a property such as the time limit, without its caption. */
const propertyOf = (header: ReturnType<CheerioAPI>, name: string) => {
  const property = header.children(`.${name}`).first().clone()
  property.children('.property-title').remove()
  return property.text().trim()
}

export function timeOf(text: string): number | null {
  const [, amount, unit] = /([\d.]{1,20})\s*(ms|milli|s|с)/i.exec(text) ?? []
  const time = Math.round(Number(amount) * (/^m/i.test(unit ?? '') ? 1 : 1000))
  return time > 0 ? time : null
}

export function memoryOf(text: string): number | null {
  const [, amount, unit] = /([\d.]{1,20})\s*(kilo|k|giga|g|m|м)/i.exec(text) ?? []
  const scale = /^k/i.test(unit ?? '') ? 1 / 1024 : /^g/i.test(unit ?? '') ? 1024 : 1
  const memory = Number(amount) * scale
  return memory > 0 ? Math.max(1, Math.round(memory)) : null
}

/** Name of the contest in the column beside a problem. */
const contestOf = ($: CheerioAPI) => $('.rtable th a').first().text().trim()

const RATING = /^\*\d+$/

const tagsOf = ($: CheerioAPI) => [
  ...new Set(
    $('.tag-box')
      .toArray()
      .map((tag) => $(tag).text().trim())
      .filter((tag) => tag !== '' && !RATING.test(tag)),
  ),
]

type Sections = Pick<BankProblem, 'description' | 'input' | 'output' | 'hint'>

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join('\n\n')

/** The parts of a statement; those without a place of their own end the description, with their titles. */
function sectionsOf($: CheerioAPI, statement: ReturnType<CheerioAPI>, base: URL): Sections {
  const sections: Sections = { description: '', input: '', output: '', hint: '' }
  for (const child of statement.children().toArray()) {
    const part = $(child)
    if (part.is('.header, .sample-tests')) continue
    const title = part.children('.section-title').first().text().trim()
    part.children('.section-title').first().remove()
    const text = markdownOf($, part, base)
    if (part.is('.input-specification')) sections.input = joined(sections.input, text)
    else if (part.is('.output-specification')) sections.output = joined(sections.output, text)
    else if (part.is('.note')) sections.hint = joined(sections.hint, text)
    else if (/^interaction$/i.test(title)) sections.output = joined(sections.output, `**${title}**`, text)
    else sections.description = joined(sections.description, title && `**${title}**`, text)
  }
  return sections
}

/** A file that the program reads or writes in the place of the standard streams. */
const fileNote = (header: ReturnType<CheerioAPI>, kind: 'input' | 'output') => {
  const name = propertyOf(header, `${kind}-file`)
  return name === '' || /standard|стандартн|^std(?:in|out)$/i.test(name)
    ? ''
    : `File: \`${name.replaceAll('`', '')}\``
}

export const hasStatement = (html: string) => readPage(html)('.problem-statement').length > 0

/** The statement of a page. `base` is the address of the page on Codeforces. Throws CHANGED naming what is missing. */
export function readStatement(html: string, base: URL): BankProblem {
  const $ = readPage(html)
  const statement = $('.problem-statement').first()
  if (statement.length === 0) throw missing('the statement')
  const header = statement.children('.header').first()
  const title = header
    .children('.title')
    .first()
    .text()
    .trim()
    .replace(/^[A-Z0-9]+\.\s+/, '')
  if (title === '') throw missing('the title')
  const timeMs = timeOf(propertyOf(header, 'time-limit'))
  if (timeMs === null) throw missing('the time limit')
  const memoryMb = memoryOf(propertyOf(header, 'memory-limit'))
  if (memoryMb === null) throw missing('the memory limit')
  const inputs = statement.find('.sample-tests .input pre').toArray()
  const outputs = statement.find('.sample-tests .output pre').toArray()
  const samples = inputs.slice(0, outputs.length).map((input, at) => ({
    input: sampleOf($, $(input)),
    output: sampleOf($, $(outputs[at] ?? input)),
  }))
  const sections = sectionsOf($, statement, base)
  if (sections.description === '' && sections.input === '') throw missing('the text of the statement')
  return {
    ...sections,
    input: joined(fileNote(header, 'input'), sections.input),
    output: joined(fileNote(header, 'output'), sections.output),
    title,
    locale: 'en-US',
    timeMs,
    memoryMb,
    samples,
    tags: tagsOf($),
    url: base.href,
    origin: contestOf($),
    languageIds: null,
    pdf: null,
  }
}

/** What the list of a contest says of a problem whose statement is a file. Null: the list does not name it. */
export function readRow(
  html: string,
  { index }: ProblemAddress,
): Pick<BankProblem, 'title' | 'timeMs' | 'memoryMb' | 'origin'> | null {
  const $ = readPage(html)
  const row = $('table.problems tr')
    .toArray()
    .map((row) => $(row))
    .find((row) => row.children('td.id').text().trim().toUpperCase() === index)
  if (!row) return null
  const cell = row.children('td').eq(1)
  const title = cell.find('a').first().text().trim()
  const text = cell.text().replace(/\s+/g, ' ')
  const [, limits] = /([\d.]{1,20} ?m?s, ?[\d.]{1,20} ?[KMG]B)/.exec(text) ?? []
  const [time = '', memory = ''] = limits?.split(',') ?? []
  const timeMs = timeOf(time)
  const memoryMb = memoryOf(memory)
  if (title === '') throw missing('the title')
  if (timeMs === null || memoryMb === null) throw missing('the limits')
  return { title, timeMs, memoryMb, origin: contestOf($) }
}

/** Path of the file with the statements of a contest, the English one first. Null: there is none. */
export function readPdfPath(html: string): string | null {
  const $ = readPage(html)
  const files = $('a[href*="/attachments/download"]')
    .toArray()
    .map((link) => ({ path: $(link).attr('href') ?? '', text: $(link).closest('tr, li, div').text() }))
    .filter(({ path }) => /\.pdf$/i.test(path))
  return (
    (files.find(({ path, text }) => /english|statement|[-_.]en\b/i.test(`${path} ${text}`)) ?? files[0])
      ?.path ?? null
  )
}
