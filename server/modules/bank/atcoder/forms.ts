import { BankFault } from '../bank.ts'
import { readPage } from '../readPage.ts'

const CAPTCHA = '.cf-challenge, .cf-turnstile, .g-recaptcha, .h-captcha, [name="cf-turnstile-response"]'

/** The submit form lists all languages for each task: too many tags in a contest of ninety tasks. */
const withoutOptions = (html: string) =>
  html.replace(/<option\b[^<>]{0,300}>[^<]{0,300}(?:<\/option>)?/gi, '')

/** Token of the form that has a field of this name. Throws CAPTCHA when the form asks for one. */
export function tokenOf(html: string, field: string): string {
  const $ = readPage(withoutOptions(html))
  const form = $(`form:has([name="${field}"])`).first()
  if (form.length === 0) throw new BankFault('CHANGED', `the form with ${field} is missing on the page`)
  if (form.find(CAPTCHA).length > 0) throw new BankFault('CAPTCHA', 'the form asks for a captcha')
  const token = form.find('input[name="csrf_token"]').attr('value') ?? /csrfToken = "([^"]+)"/.exec(html)?.[1]
  if (!token) throw new BankFault('CHANGED', 'the csrf token is missing on the page')
  return token
}

/** Messages that a page shows on top after a form was refused. `isSent` as of readPage. */
export function alertsOf(html: string, { isSent = false } = {}): string {
  const $ = readPage(withoutOptions(html), { isSent })
  return $('.alert-danger, .alert-warning')
    .toArray()
    .map((alert) => {
      const copy = $(alert).clone()
      copy.find('button').remove()
      return copy.text().replace(/\s+/g, ' ').trim()
    })
    .filter((text) => text !== '')
    .join(' ')
}

const LOCKED = /\b(locked|suspended|banned|disabled|blocked|not confirmed)\b|凍結|停止/i
const FAST = /wait for \d+ second|too (many|often|frequent)|秒お待ち/i
const CAPTCHA_WORDS = /captcha|turnstile|robot|human/i

export function signInFault(html: string): BankFault {
  const said = alertsOf(html)
  if (LOCKED.test(said)) return new BankFault('LOCKED', said)
  if (FAST.test(said)) return new BankFault('TOO_FAST', said)
  if (CAPTCHA_WORDS.test(said)) return new BankFault('CAPTCHA', said)
  if (/incorrect|password|パスワード/i.test(said)) return new BankFault('WRONG_PASSWORD', said)
  return new BankFault('CHANGED', said || 'the sign-in form came back without a message')
}

export function sendFault(html: string): BankFault {
  const said = alertsOf(html, { isSent: true })
  if (said === '')
    return new BankFault('CHANGED', 'the submit form came back without a message', { isSent: true })
  if (FAST.test(said)) return new BankFault('TOO_FAST', said)
  if (LOCKED.test(said)) return new BankFault('LOCKED', said)
  if (CAPTCHA_WORDS.test(said)) return new BankFault('CAPTCHA', said)
  return new BankFault('REFUSED', said)
}

/** Ids of the runs that a list links to, in its order. Throws CHANGED when the page has no list. */
export function readRuns(html: string, contest: string): string[] {
  const $ = readPage(html)
  const ids = $('a[href]')
    .toArray()
    .map((link) => $(link).attr('href')?.split(`/contests/${contest}/submissions/`)[1] ?? '')
    .filter((id) => /^\d+$/.test(id))
  // A list without rows has its filters all the same.
  if (ids.length === 0 && $('[name="f.Task"]').length === 0)
    throw new BankFault('CHANGED', 'the list of runs is missing on the page')
  return [...new Set(ids)]
}
