import type { CheerioAPI } from 'cheerio'
import { toMarkdown, webAddresses } from '../../../core/html/toMarkdown.ts'
import { preText } from '../../../core/html/tree.ts'
import { BankFault, type BankProblem } from '../bank.ts'
import { readPage } from '../readPage.ts'

type Selection = ReturnType<CheerioAPI>

/** The contest of a task: `abc110` of `abc110_a`. Null: the text is no id. */
export function contestOf(id: string): string | null {
  const [, contest] = /^([a-z0-9]+(?:[-_][a-z0-9]+)*)_[a-z0-9]+$/.exec(id) ?? []
  return contest && id.length <= 60 ? contest.replaceAll('_', '-') : null
}

/** Null: the text is no id of a task. */
export function readId(text: string): string | null {
  const id = text.trim().toLowerCase()
  return contestOf(id) ? id : null
}

const DELIMITED = /^\s*\\[([]([\s\S]*)\\[\])]\s*$/

/** Commands of TeX in formats of inputs, where no formula is drawn. */
const SIGNS: Readonly<Record<string, string>> = {
  ldots: '…',
  dots: '…',
  cdots: '⋯',
  vdots: '⋮',
  ddots: '⋱',
  leq: '≤',
  le: '≤',
  geq: '≥',
  ge: '≥',
  times: '×',
  quad: ' ',
  hspace: '',
  text: '',
  mathrm: '',
  rm: '',
}

/** A formula as plain text: `A_1 … A_N`. */
export const plainOf = (tex: string): string =>
  tex
    .replace(/\\([a-zA-Z]+) ?/g, (whole, name: string) =>
      Object.hasOwn(SIGNS, name) ? (SIGNS[name] ?? '') : whole,
    )
    .replace(/(?<!\\)\{([^{}\\]*)\}/g, (_, inner: string) => (/\W/.test(inner) ? `(${inner})` : inner))
    .replace(/\\([{}_%&#$ ])/g, '$1')

function markdownOf($: CheerioAPI, part: Selection, base: URL): string {
  part.find('.div-btn-copy, .btn-copy, .btn').remove()
  part.find('var').each((_, element) => {
    const text = $(element).text()
    const tex = (DELIMITED.exec(text)?.[1] ?? text).trim()
    if ($(element).closest('pre').length > 0) $(element).replaceWith($('<span>').text(plainOf(tex)))
    else if (tex !== text) $(element).text(tex)
  })
  return toMarkdown(part.html() ?? '', webAddresses(base))
}

const missing = (what: string) => new BankFault('CHANGED', `${what} is missing on the page`)

function limitsOf(text: string): { timeMs: number; memoryMb: number } {
  const [, time, timeUnit] = /(?:Time Limit|実行時間制限)\s*[::]\s*([\d.]+)\s*(m?sec|m?s)/i.exec(text) ?? []
  const [, memory, memoryUnit] =
    /(?:Memory Limit|メモリ制限)\s*[::]\s*([\d.]+)\s*([KMG]i?B)/i.exec(text) ?? []
  const timeMs = Math.round(Number(time) * (/^m/i.test(timeUnit ?? '') ? 1 : 1000))
  if (!(timeMs > 0)) throw missing('the time limit')
  const scale = { k: 1 / 1024, m: 1, g: 1024 }[memoryUnit?.[0]?.toLowerCase() ?? ''] ?? 1
  const memoryMb = Math.max(1, Math.round(Number(memory) * scale))
  if (!(memoryMb > 0)) throw missing('the memory limit')
  return { timeMs, memoryMb }
}

/** Title without the letter of the task in its contest. */
function titleOf($: CheerioAPI): string {
  const heading = $('span.h2, h2').first().clone()
  heading.children().remove()
  const text = heading.text().trim() || $('title').text().trim()
  const title = text.replace(/^[A-Za-z0-9]{1,4}\s*-\s*/, '').trim()
  if (title === '') throw missing('the title')
  return title
}

type Part = { title: string; body: Selection }

/** Parts below an `<h3>`: a section with the heading in it, or the heading before its section. */
function partsOf($: CheerioAPI, statement: Selection): Part[] {
  return statement
    .find('h3')
    .toArray()
    .map((element) => {
      const heading = $(element)
      const title = heading.text().replace(/\s+/g, ' ').trim()
      const parent = heading.parent()
      const body = $('<div>')
      if (parent.is('section') && parent.children('h3').length === 1)
        body.append(parent.contents().not(heading).clone())
      else body.append(heading.nextUntil('h3').clone())
      return { title, body }
    })
}

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join('\n\n')

type Read = Pick<BankProblem, 'description' | 'input' | 'output' | 'hint' | 'samples'>

/** The parts of a statement by their titles. Null: none is the problem itself. */
function sectionsOf($: CheerioAPI, statement: Selection, base: URL): Read | null {
  const parts = partsOf($, statement)
  const problem = parts.findIndex(({ title }) => /^Problem( Statement)?$/i.test(title))
  if (problem < 0) return null
  const read: Read = { description: '', input: '', output: '', hint: '', samples: [] }
  const inputs = new Map<string, string>()
  let constraints = ''
  for (const [at, { title, body }] of parts.entries()) {
    const [, kind, number = ''] = /^Sample (Input|Output)\s*(\d*)/i.exec(title) ?? []
    if (kind) {
      const block = body.find('pre').first()
      const sample = preText($.html(block))
      block.remove()
      const note = markdownOf($, body, base)
      if (/input/i.test(kind)) inputs.set(number, sample)
      else read.samples.push({ input: inputs.get(number) ?? '', output: sample })
      if (note !== '') read.hint = joined(read.hint, `**${title}**`, note)
      continue
    }
    const text = markdownOf($, body, base)
    if (at === problem) read.description = joined(read.description, text)
    else if (/^Constraints$/i.test(title)) constraints = joined(`**${title}**`, text)
    else if (/^Input$/i.test(title)) read.input = text
    else if (/^(Output|Input and Output|Interaction)$/i.test(title)) read.output = joined(read.output, text)
    else if (text !== '') read.description = joined(read.description, `**${title}**`, text)
  }
  read.input = joined(read.input, constraints)
  return read.description === '' ? null : read
}

/** The whole statement as a description, for old tasks and those in Japanese only. */
const wholeOf = ($: CheerioAPI, statement: Selection, base: URL): Read => ({
  description: markdownOf($, statement, base),
  input: '',
  output: '',
  hint: '',
  samples: [],
})

/** The statement of a page. `base` is the address of the page on AtCoder. Throws CHANGED naming what is missing. */
export function readStatement(html: string, base: URL): BankProblem {
  const $ = readPage(html)
  const whole = $('#task-statement').first()
  if (whole.length === 0) throw missing('the statement')
  const title = titleOf($)
  const limits = limitsOf($('p').text())
  const english = whole.find('.lang-en').first()
  const statement = english.length > 0 ? english : whole
  const read = sectionsOf($, statement, base) ?? wholeOf($, statement, base)
  if (read.description === '') throw missing('the text of the statement')
  return {
    ...read,
    ...limits,
    title,
    locale: 'en-US',
    tags: [],
    url: base.href,
    origin: $('.contest-title').first().text().trim(),
    languageIds: null,
    pdf: null,
  }
}
