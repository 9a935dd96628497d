import type { CheerioAPI } from 'cheerio'
import { preText, textOf } from '../../../core/html/tree.ts'
import { BankFault, type BankProblem } from '../bank.ts'
import { readPage } from '../readPage.ts'
import { localeOf } from '../words.ts'
import { LANGUAGES } from './languages.ts'
import { readParts } from './statement.ts'

export const isSignedIn = ($: CheerioAPI): boolean => $('.fa-sign-out, a[href*="/logout"]').length > 0

/** Statement of a problem page, without its address and languages. `isMember`: the page is of somebody signed in. */
export function readStatement(
  html: string,
  id: string,
  base: URL,
): { problem: Omit<BankProblem, 'url'>; isMember: boolean } {
  const $ = readPage(html)
  const text = $('body').text()
  if (/Wrong problem code/i.test(text) || /In a few seconds you will be redirected/i.test(text))
    throw new BankFault('NO_PROBLEM')
  const heading = $('#problem-name').first().text().replace(/\s+/g, ' ').trim()
  const title = heading.startsWith(`${id} - `) ? heading.slice(id.length + 3).trim() : heading
  if (!title) throw new BankFault('CHANGED', 'no title')

  const rows = new Map(
    $('tr')
      .toArray()
      .map((row) => $(row).children('td, th'))
      .filter((cells) => cells.length === 2)
      .map((cells) => [cells.eq(0).text().replace(':', '').trim().toLowerCase(), cells.eq(1).text().trim()]),
  )
  // `0.100s-1.5s`: the largest of the tests.
  const seconds = /([\d.]{1,20})\s*s\b[^\d]*$/i.exec(rows.get('time limit') ?? '')?.[1]
  const megabytes = /([\d.]{1,20})\s*MB\b[^\d]*$/i.exec(rows.get('memory limit') ?? '')?.[1]
  if (!seconds || !megabytes) throw new BankFault('CHANGED', 'no limits')
  const tags = $('[data-tagid], a[href*="/problems/tag/"]')
    .toArray()
    .map((tag) => $(tag).text().trim().replace(/^#/, ''))
  const statement = $('#problem-body').first()
  statement.find('#problem-name, #problem-meta, #problem-tags').remove()
  const body = statement.html()
  if (body === null) throw new BankFault('CHANGED', 'no problem body')

  return {
    isMember: isSignedIn($),
    problem: {
      title,
      locale: localeOf(textOf(body) || title),
      timeMs: Math.round(Number(seconds) * 1000),
      memoryMb: Math.max(1, Math.ceil(Number(megabytes))),
      ...readParts(body, base),
      tags: [...new Set(tags)].filter((tag) => tag && tag.length <= 64),
      origin: rows.get('resource') ?? '',
      languageIds: null,
      pdf: null,
    },
  }
}

const KNOWN = new Set(LANGUAGES.map(({ id }) => id))

/** Ids of the languages on the submit form that we know too; null: there is no such form. */
export function readLanguageIds(html: string): string[] | null {
  const $ = readPage(html)
  const ids = $('select[name=lang] option, select#lang option')
    .toArray()
    .map((option) => $(option).attr('value') ?? '')
    .filter((id) => KNOWN.has(id))
  return ids.length > 0 ? [...new Set(ids)] : null
}

/** Ids of the runs on a status page, newest first. */
export function readRuns(html: string): string[] {
  const $ = readPage(html)
  if (!$('table').length) throw new BankFault('CHANGED', 'no status table')
  return $('[id^=statusres_]')
    .toArray()
    .map((cell) => ($(cell).attr('id') ?? '').slice('statusres_'.length))
    .filter((id) => /^\d+$/.test(id))
}

/** Output of the compiler; null: the page has none. */
export function readCompilerOutput(html: string): string | null {
  const $ = readPage(html)
  const pre = $('pre small').first()
  const found = pre.length ? pre : $('pre').first()
  return found.length ? preText(found.html() ?? '') : null
}
