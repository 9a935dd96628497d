import type { CheerioAPI } from 'cheerio'
import { toMarkdown, webAddresses } from '../../../core/html/toMarkdown.ts'
import { preText, textOf } from '../../../core/html/tree.ts'
import { BankFault, type BankOutcome, type BankProblem } from '../bank.ts'
import { readPage } from '../readPage.ts'
import { localeOf, outcomeOf } from '../words.ts'

/** Words of an error page; null: it is none. */
export function errorOf($: CheerioAPI): string | null {
  if (!/^\s*Error\s*$/i.test($('title').text())) return null
  const item = $('li').first().clone()
  item.find('div, a, br').remove()
  return item.text().trim() || 'Error'
}

/** Statement of a problem page, without its address. */
export function readStatement(html: string, base: URL): Omit<BankProblem, 'url'> {
  const $ = readPage(html)
  const error = errorOf($)
  if (error && /Can not find problem|no such problem/i.test(error)) throw new BankFault('NO_PROBLEM')
  if (error) throw new BankFault('CHANGED', error)

  const title = (/^\s*\d+\s*--(.+)$/s.exec($('title').text())?.[1] ?? $('.ptt').first().text()).trim()
  if (!title) throw new BankFault('CHANGED', 'no title')
  const limits = $('.plm').first().text() || $('body').text()
  const time = /Time Limit:\s*(\d+)\s*MS/i.exec(limits)?.[1]
  const memory = /Memory Limit:\s*(\d+)\s*K/i.exec(limits)?.[1]
  if (!time || !memory) throw new BankFault('CHANGED', 'no limits')

  const sections = new Map<string, string>()
  for (const head of $('.pst').toArray()) {
    const name = $(head).text().trim().toLowerCase()
    const content = $(head).next()
    if (content.length && !content.is('.pst') && !sections.has(name)) sections.set(name, content.html() ?? '')
  }
  const statement = sections.get('description')
  if (statement === undefined) throw new BankFault('CHANGED', 'no description')
  const markdown = (name: string) => toMarkdown(sections.get(name) ?? '', webAddresses(base))
  const input = preText(sections.get('sample input') ?? '')
  const output = preText(sections.get('sample output') ?? '')
  return {
    title,
    locale: /^zh/i.test($('.ptt').attr('lang') ?? '') ? 'zh-CN' : localeOf(textOf(statement) || title),
    timeMs: Number(time),
    memoryMb: Math.max(1, Math.ceil(Number(memory) / 1024)),
    description: markdown('description'),
    input: markdown('input'),
    output: markdown('output'),
    hint: markdown('hint'),
    samples: input || output ? [{ input, output }] : [],
    tags: [],
    origin: textOf(sections.get('source') ?? ''),
    languageIds: null,
    pdf: null,
  }
}

/** The page of its own to sign in at; others have the same form in their head. */
export const isSignInPage = ($: CheerioAPI): boolean =>
  /^\s*(?:user )?login/i.test($('title').text()) && $('input[name=password1]').length > 0

/** Ids of runs on the status page that are of a problem and an account, newest first. */
export function readRuns(html: string, problemId: string, username: string): string[] {
  const $ = readPage(html)
  const error = errorOf($)
  if (error) throw new BankFault(/log ?in/i.test(error) ? 'SIGNED_OUT' : 'CHANGED', error)
  const table = $('table.a, table:has(> tbody > tr.in)').first()
  if (!table.length) throw new BankFault('CHANGED', 'no status table')
  return table
    .find('tr')
    .toArray()
    .map((row) => [0, 1, 2].map((index) => $(row).children('td').eq(index).text().trim()))
    .filter(([id = '', user = '', problem]) => {
      return /^\d+$/.test(id) && user.toLowerCase() === username.toLowerCase() && problem === problemId
    })
    .map(([id = '']) => id)
}

/** What the page with the source of a run says. The page is for the account alone that sent it. */
export function readOutcome(html: string): BankOutcome {
  const $ = readPage(html)
  const error = errorOf($)
  if (isSignInPage($) || (error && /log ?in|permission|authori[sz]/i.test(error)))
    throw new BankFault('SIGNED_OUT')
  // The run is not there yet.
  if (error) return { state: 'WAITING' }
  const cells = $('td')
    .toArray()
    .map((cell) => $(cell).text())
  const after = (name: string) =>
    cells
      .find((cell) => cell.trim().startsWith(name))
      ?.split(name)[1]
      ?.trim()
  const words = after('Result:')
  if (words === undefined) throw new BankFault('CHANGED', 'no result of the run')
  return outcomeOf(words, after('Time:') ?? '', after('Memory:') ?? '')
}

/** Output of the compiler; null: the page has none. */
export function readCompilerOutput(html: string): string | null {
  const $ = readPage(html)
  const found = [$('pre').first(), $('ul font[size=3]').first()].find((one) => one.length > 0)
  return found ? preText(found.html() ?? '') : null
}
