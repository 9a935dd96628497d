import type { CheerioAPI } from 'cheerio'
import { toMarkdown, webAddresses } from '../../../core/html/toMarkdown.ts'
import { preText, textOf } from '../../../core/html/tree.ts'
import { BankFault, type BankOutcome, type BankProblem } from '../bank.ts'
import { readPage } from '../readPage.ts'
import { localeOf, outcomeOf } from '../words.ts'

/** `problem` of the statement page, without its address. */
export function readStatement(html: string, base: URL): Omit<BankProblem, 'url'> {
  const $ = readPage(html)
  const text = $('body').text()
  if (/No such problem/i.test(text) || /Invalid Parameter/i.test(text)) throw new BankFault('NO_PROBLEM')

  const title = $('h1')
    .filter((_, heading) => /1A5CC8/i.test($(heading).attr('style') ?? ''))
    .first()
    .text()
    .trim()
  if (!title) throw new BankFault('CHANGED', 'no title')
  const limits = $('span, font')
    .filter((_, one) => /Time Limit/i.test($(one).text()))
    .first()
    .text()
  // The second number is for languages other than Java.
  const time = /Time Limit:\s*(?:\d+\s*\/\s*)?(\d+)\s*MS/i.exec(limits)?.[1]
  const memory = /Memory Limit:\s*(?:\d+\s*\/\s*)?(\d+)\s*K/i.exec(limits)?.[1]
  if (!time || !memory) throw new BankFault('CHANGED', 'no limits')

  const panels = readPanels($)
  const statement = panels.get('problem description')
  if (statement === undefined) throw new BankFault('CHANGED', 'no problem description')
  const options = { hasDollarMath: /mathjax/i.test(html) }
  const markdown = (name: string) => toMarkdown(panels.get(name) ?? '', webAddresses(base), options)
  const [sampleInput, sampleOutput, hintInSample] = readSample(
    $,
    panels.get('sample input') ?? '',
    panels.get('sample output') ?? '',
  )
  return {
    title,
    locale: localeOf(textOf(statement) || title),
    timeMs: Number(time),
    memoryMb: Math.max(1, Math.ceil(Number(memory) / 1024)),
    description: markdown('problem description'),
    input: markdown('input'),
    output: markdown('output'),
    hint: [toMarkdown(hintInSample, webAddresses(base), options), markdown('hint')]
      .filter(Boolean)
      .join('\n\n'),
    samples: sampleInput || sampleOutput ? [{ input: sampleInput, output: sampleOutput }] : [],
    tags: [],
    origin: textOf(panels.get('source') ?? ''),
    languageIds: null,
    pdf: null,
  }
}

/** HTML of the panels by their titles in small letters. */
function readPanels($: CheerioAPI): Map<string, string> {
  const panels = new Map<string, string>()
  for (const head of $('.panel_title').toArray()) {
    const name = $(head).text().trim().toLowerCase()
    const content = $(head).nextAll('.panel_content, .panel_title').first()
    if (content.is('.panel_content') && !panels.has(name)) panels.set(name, content.html() ?? '')
  }
  return panels
}

/** Sample input and output as text, and the HTML of the hint that stands in the frame of the output. */
function readSample($: CheerioAPI, input: string, output: string): [string, string, string] {
  const frame = $('<div>').html(output)
  const hintBox = frame
    .find('div')
    .filter((_, one) => /^\s*<div[^>]*>\s*<i>\s*Hint\s*<\/i>\s*<\/div>/i.test($(one).html() ?? ''))
    .first()
  // The box itself, in case the whole sample begins with it.
  hintBox.find('div').first().remove()
  const hint = hintBox.html() ?? ''
  hintBox.remove()
  return [
    preText(input),
    preText(frame.html() ?? ''),
    hint ? `<div>${hint.replace(/\n/g, '<br>')}</div>` : '',
  ]
}

/** Fault of a page that stands in the place of another: signed out, or the words of its error list. */
export function refusalOf($: CheerioAPI): string | null {
  const text = $('body').text()
  if (!/ERROR\(s\) occurred/i.test(text) && !/System Message/i.test($('title').text())) return null
  return $('li').first().text().trim() || text.replace(/\s+/g, ' ').trim()
}

export const isSignInPage = ($: CheerioAPI): boolean =>
  /User Login/i.test($('title').text()) && $('input[name=userpass]').length > 0

type Row = { id: string; words: string; problemId: string; time: string; memory: string; username: string }

/** Rows of the status page, newest first. */
export function readRows(html: string): Row[] {
  const $ = readPage(html)
  if (isSignInPage($)) throw new BankFault('SIGNED_OUT')
  const table = $('#fixed_table table, table.table_text').first()
  if (!table.length) throw new BankFault('CHANGED', 'no status table')
  return table
    .find('tr')
    .toArray()
    .map((row) => {
      const cells = $(row).children('td')
      const cell = (index: number) => cells.eq(index).text().trim()
      const user = cells.eq(8).find('a').attr('href') ?? ''
      return {
        id: cell(0),
        words: cell(2),
        problemId: cell(3),
        time: cell(4),
        memory: cell(5),
        username: /[?&]user=([^&]*)/.exec(user)?.[1] ?? '',
      }
    })
    .filter(({ id }) => /^\d+$/.test(id))
}

/** What the status page says of a run. The run is shown a moment after it was sent: until then it waits. */
export function readOutcome(html: string, id: string): BankOutcome {
  const row = readRows(html).find((one) => one.id === id)
  return row ? outcomeOf(row.words, row.time, row.memory) : { state: 'WAITING' }
}

/** Output of the compiler; null: the page has none. */
export function readCompilerOutput(html: string): string | null {
  const pre = readPage(html)('pre').first()
  return pre.length ? preText(pre.html() ?? '') : null
}
