import type { CheerioAPI } from 'cheerio'
import { type Bank, BankFault, type BankFaultKind, orNull } from '../bank.ts'
import { readPage } from '../readPage.ts'
import type { BankSession } from '../session.ts'
import { LOCKED, TOO_FAST } from '../words.ts'
import { LANGUAGES } from './languages.ts'
import { isSignedIn, readCompilerOutput, readLanguageIds, readRuns, readStatement } from './page.ts'
import { readOutcome } from './result.ts'

const ORIGIN = 'https://www.spoj.com'

/** Longest text (characters) of a page that only says why it takes no code. */
const LONGEST_REFUSAL = 600

const REFUSALS: readonly [RegExp, BankFaultKind][] = [
  [/wrong problem code/i, 'NO_PROBLEM'],
  [/in this language for this problem|solution is (?:too long|empty)/i, 'REFUSED'],
  [/captcha/i, 'CAPTCHA'],
  [TOO_FAST, 'TOO_FAST'],
  [LOCKED, 'LOCKED'],
]

/** Text of a page without what stands on all of them. */
function wordsOf($: CheerioAPI): string {
  $('nav, footer, script, style, noscript').remove()
  return $('body').text().replace(/\s+/g, ' ').trim()
}

const sentenceOf = (text: string, words: RegExp): string =>
  text
    .match(/[^.!?]+[.!?]?/g)
    ?.find((one) => words.test(one))
    ?.trim() ?? ''

const compilerOutput = (session: BankSession, id: string) =>
  orNull(async () => readCompilerOutput((await session.get(`/error/${id}`)).text()))

const languageIds = (session: BankSession, id: string) =>
  orNull(async () => readLanguageIds((await session.get(`/submit/${id}/`)).text()))

export const spoj: Bank = {
  key: 'SPOJ',
  name: 'SPOJ',
  accountsOf: 'SPOJ',
  origin: ORIGIN,
  otherHosts: ['spoj.com'],
  languages: LANGUAGES,
  // It names no time.
  sendEveryMs: 10_000,
  restrictsLanguages: true,
  openCases: false,

  readId: (text) => /^(?:SPOJ-)?([A-Z0-9_]{2,20})$/.exec(text.trim().toUpperCase())?.[1] ?? null,

  async readProblem(session, id) {
    const path = `/problems/${id}/`
    const answer = await session.get(path)
    if (answer.status === 404) throw new BankFault('NO_PROBLEM')
    const url = new URL(path, ORIGIN)
    const { problem, isMember } = readStatement(answer.text(), id, url)
    return { ...problem, url: url.href, languageIds: isMember ? await languageIds(session, id) : null }
  },

  async signIn(session, { username, password }) {
    const answer = await session.post('/login/', {
      form: { next_raw: '/', login_user: username, password, autologin: '1', submit: 'Log In' },
    })
    const $ = readPage(answer.text())
    if (isSignedIn($)) return
    const text = wordsOf($)
    if (/authentication failed|wrong (?:user|password|login)|incorrect/i.test(text))
      throw new BankFault('WRONG_PASSWORD')
    if (/captcha/i.test(answer.text())) throw new BankFault('CAPTCHA')
    if (LOCKED.test(text)) throw new BankFault('LOCKED', sentenceOf(text, LOCKED))
    if (!isSignedIn(readPage((await session.get('/')).text())))
      throw new BankFault('CHANGED', 'no mark of signing in')
  },

  async runsOf(session, { problemId, username }) {
    const answer = await session.get(`/status/${problemId},${encodeURIComponent(username)}/`)
    return readRuns(answer.text())
  },

  async send(session, { problemId, languageId, source }) {
    const answer = await session.post('/submit/complete/', {
      form: { lang: languageId, problemcode: problemId, file: source, submit: 'Submit!' },
    })
    const $ = readPage(answer.text(), { isSent: true })
    const id = $('input[name=newSubmissionId]').attr('value')
    if (id && /^\d+$/.test(id)) return id
    if (!isSignedIn($) && $('input[name=login_user]').length) throw new BankFault('SIGNED_OUT')
    const text = wordsOf($)
    const kind = text.length <= LONGEST_REFUSAL && REFUSALS.find(([words]) => words.test(text))
    if (kind) throw new BankFault(kind[1], sentenceOf(text, kind[0]))
    throw new BankFault('CHANGED', 'no id of the run', { isSent: true })
  },

  async poll(session, { id }) {
    const answer = await session.post('/status/ajax=1,ajaxdiff=1', { form: { ids: id } })
    const outcome = readOutcome(answer.json(), id)
    if (outcome.state !== 'DONE' || outcome.verdict !== 'COMPILE_ERROR') return outcome
    return { ...outcome, message: await compilerOutput(session, id) }
  },
}
