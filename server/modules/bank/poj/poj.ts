import { type Bank, BankFault, orNull } from '../bank.ts'
import { readPage } from '../readPage.ts'
import type { BankSession } from '../session.ts'
import { LOCKED, TOO_FAST } from '../words.ts'
import { LANGUAGES } from './languages.ts'
import { errorOf, isSignInPage, readCompilerOutput, readOutcome, readRuns, readStatement } from './page.ts'

/** POJ has no TLS: passwords and code cross the net in clear. */
const ORIGIN = 'http://poj.org'

const SIGNED_IN = /login\?action=logout|>\s*Log Out\s*</i

/** Output of the compiler; null where its page does not show it. */
const compilerOutput = (session: BankSession, id: string) =>
  orNull(async () =>
    readCompilerOutput((await session.get('/showcompileinfo', { query: { solution_id: id } })).text()),
  )

export const poj: Bank = {
  key: 'POJ',
  name: 'POJ',
  accountsOf: 'POJ',
  origin: ORIGIN,
  otherHosts: [],
  languages: LANGUAGES,
  // It names no time; judges that were made of its code refuse a second submission within ten seconds.
  sendEveryMs: 10_000,
  openCases: false,

  readId: (text) => /^(?:POJ[- ]?)?0*([1-9]\d{3,5})$/i.exec(text.trim())?.[1] ?? null,

  async readProblem(session, id) {
    const path = `/problem?id=${id}`
    const answer = await session.get(path)
    if (answer.status === 404) throw new BankFault('NO_PROBLEM')
    const url = new URL(path, ORIGIN)
    return { ...readStatement(answer.text(), url), url: url.href }
  },

  async signIn(session, { username, password }) {
    const answer = await session.post('/login', {
      form: { user_id1: username, password1: password, B1: 'login', url: '.' },
      headers: { referer: `${ORIGIN}/` },
    })
    if (SIGNED_IN.test(answer.text())) return
    const $ = readPage(answer.text())
    const text = `${errorOf($) ?? ''} ${isSignInPage($) ? $('body').text() : ''}`
    if (LOCKED.test(text)) throw new BankFault('LOCKED', LOCKED.exec(text)?.[0])
    const home = await session.get('/')
    if (SIGNED_IN.test(home.text())) return
    if (!readPage(home.text())('input[name=password1]').length)
      throw new BankFault('CHANGED', 'no sign-in form')
    throw new BankFault('WRONG_PASSWORD')
  },

  async runsOf(session, { problemId, username }) {
    const query = { problem_id: problemId, user_id: username, result: '', language: '' }
    return readRuns((await session.get('/status', { query })).text(), problemId, username)
  },

  async send(session, { problemId, languageId, source }) {
    const answer = await session.post('/submit', {
      form: {
        problem_id: problemId,
        language: languageId,
        source: Buffer.from(source).toString('base64'),
        submit: 'Submit',
        encoded: '1',
      },
      headers: { referer: `${ORIGIN}/submit?problem_id=${problemId}` },
    })
    const $ = readPage(answer.text(), { isSent: true })
    const words = errorOf($)
    if (words === null) {
      if (/Problem Status List/i.test($('title').text())) return null
      if (isSignInPage($)) throw new BankFault('SIGNED_OUT')
      throw new BankFault('CHANGED', 'no status page after the form', { isSent: true })
    }
    if (/log ?in/i.test(words)) throw new BankFault('SIGNED_OUT', words)
    if (/Can not find problem|no such problem/i.test(words)) throw new BankFault('NO_PROBLEM', words)
    if (TOO_FAST.test(words)) throw new BankFault('TOO_FAST', words)
    if (LOCKED.test(words)) throw new BankFault('LOCKED', words)
    throw new BankFault('REFUSED', words)
  },

  async poll(session, { id }) {
    const answer = await session.get('/showsource', { query: { solution_id: id } })
    const outcome = readOutcome(answer.text())
    if (outcome.state !== 'DONE' || outcome.verdict !== 'COMPILE_ERROR') return outcome
    return { ...outcome, message: await compilerOutput(session, id) }
  },
}
