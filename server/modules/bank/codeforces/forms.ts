import { BankFault } from '../bank.ts'
import { readPage } from '../readPage.ts'
import type { BankAnswer } from '../session.ts'

const CAPTCHA =
  '.g-recaptcha, .cf-turnstile, .h-captcha, iframe[src*="captcha"], [name="g-recaptcha-response"]'

/** Longest page (characters) that stands in the place of another. */
const LONGEST_STAND_IN = 5_000

/** Throws CAPTCHA for a page that runs a check of the browser, and UNREACHABLE for one that sends visitors elsewhere. */
export function refuseCheck(answer: BankAnswer): void {
  const html = answer.text()
  if (html.length >= LONGEST_STAND_IN) return
  if (/Redirecting\.\.\. Please, wait|slowAES|browser is being checked/i.test(html))
    throw new BankFault('CAPTCHA', 'Codeforces checks the browser')
  if (/Codeforces is temporarily unavailable/i.test(html))
    throw new BankFault('UNREACHABLE', 'Codeforces is temporarily unavailable')
}

/** Throws SIGNED_OUT for a page that is not shown to a member. */
export function requireMember(answer: BankAnswer): void {
  refuseCheck(answer)
  const isAtDoor = answer.url.pathname === '/enter' || answer.url.pathname === '/register'
  if (isAtDoor || readPage(answer.text())('a[href$="/logout"]').length === 0)
    throw new BankFault('SIGNED_OUT')
}

export function csrfOf(html: string): string {
  const $ = readPage(html)
  const token =
    $('meta[name="X-Csrf-Token"]').attr('content') ??
    $('.csrf-token').attr('data-csrf') ??
    $('input[name="csrf_token"]').attr('value')
  if (!token) throw new BankFault('CHANGED', 'the csrf token is missing on the page')
  return token
}

/** Hidden fields of the form that has a field of this name. Throws CAPTCHA when it asks for one. */
export function hiddenFields(html: string, field: string): Record<string, string> {
  const $ = readPage(html)
  const form = $(`form:has([name="${field}"])`).first()
  if (form.length === 0) throw new BankFault('CHANGED', `the form with ${field} is missing on the page`)
  if (form.find(CAPTCHA).length > 0) throw new BankFault('CAPTCHA', 'the form asks for a captcha')
  return Object.fromEntries(
    form
      .find('input[type="hidden"][name]')
      .toArray()
      .map((input) => [$(input).attr('name') ?? '', $(input).attr('value') ?? '']),
  )
}

/** Messages of a form that was not taken; empty: the page has none. `isSent` as of readPage. */
export const errorsOf = (html: string, { isSent = false } = {}): string => {
  const $ = readPage(html, { isSent })
  const errors = $('span.error, div.error, .error-message')
    .toArray()
    .map((error) => $(error).text().replace(/\s+/g, ' ').trim())
  return [...new Set(errors)].filter((error) => error !== '').join(' ')
}

/** Text of the message that a page shows by script after a redirect. */
const shownBy = (html: string) => /Codeforces\.showMessage\("([^"]*)"\)/.exec(html)?.[1] ?? ''

const LOCKED =
  /\b(blocked|banned|disabled|suspended|frozen|locked|confirm email|not allowed to (enter|submit))/i
const FAST = /too (often|frequent|many|fast|soon)|submit.{0,20}frequent|please,? wait/i

/** The fault of a sign-in whose answer is the form again. */
export function signInFault(html: string): BankFault {
  const said = errorsOf(html) || shownBy(html)
  if (LOCKED.test(said)) return new BankFault('LOCKED', said)
  if (FAST.test(said)) return new BankFault('TOO_FAST', said)
  if (/captcha|robot/i.test(said)) return new BankFault('CAPTCHA', said)
  if (/invalid|incorrect|password|specify correct/i.test(said)) return new BankFault('WRONG_PASSWORD', said)
  return new BankFault('CHANGED', said || 'the sign-in form came back without a message')
}

/** The fault of code whose answer is the form again. */
export function sendFault(html: string): BankFault {
  const said = errorsOf(html, { isSent: true }) || shownBy(html)
  if (said === '')
    return new BankFault('CHANGED', 'the submit form came back without a message', { isSent: true })
  if (LOCKED.test(said)) return new BankFault('LOCKED', said)
  if (FAST.test(said)) return new BankFault('TOO_FAST', said)
  if (/captcha|robot/i.test(said)) return new BankFault('CAPTCHA', said)
  return new BankFault('REFUSED', said)
}

const PROBLEM_PATH = /\/(?:problemset\/problem|contest|gym)\/(\d+)\/(?:problem\/)?([A-Za-z0-9]+)\/?$/

/** Ids of runs of a problem in a table of runs, in its order. Throws CHANGED when there is no table. */
export function readRuns(html: string, { contest, index }: { contest: string; index: string }): string[] {
  const $ = readPage(html)
  if ($('.status-frame-datatable').length === 0)
    throw new BankFault('CHANGED', 'the table of runs is missing on the page')
  return $('tr[data-submission-id]')
    .toArray()
    .filter((row) =>
      $(row)
        .find('a[href]')
        .toArray()
        .some((link) => {
          const [, ofContest, ofIndex] = PROBLEM_PATH.exec($(link).attr('href') ?? '') ?? []
          return ofContest === contest && ofIndex?.toUpperCase() === index
        }),
    )
    .map((row) => $(row).attr('data-submission-id') ?? '')
    .filter((id) => /^\d+$/.test(id))
}
