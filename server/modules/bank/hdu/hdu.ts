import { type Bank, BankFault, orNull } from '../bank.ts'
import { readPage } from '../readPage.ts'
import type { BankSession } from '../session.ts'
import { LOCKED, TOO_FAST } from '../words.ts'
import { LANGUAGES } from './languages.ts'
import { isSignInPage, readCompilerOutput, readOutcome, readRows, readStatement, refusalOf } from './page.ts'

const ORIGIN = 'https://acm.hdu.edu.cn'

const SIGNED_IN = /userloginex\.php\?action=logout/i

/** What the form sends: base64 of the code as `encodeURIComponent` writes it. Halves of characters are replaced. */
const encoded = (source: string): string =>
  Buffer.from(encodeURIComponent(Buffer.from(source).toString())).toString('base64')

/** Output of the compiler; null where its page does not show it. */
const compilerOutput = (session: BankSession, id: string) =>
  orNull(async () => readCompilerOutput((await session.get('/viewerror.php', { query: { rid: id } })).text()))

export const hdu: Bank = {
  key: 'HDU',
  name: 'HDU',
  accountsOf: 'HDU',
  origin: ORIGIN,
  otherHosts: [],
  languages: LANGUAGES,
  // "Please don't re-submit in 5 seconds", and a second for clocks.
  sendEveryMs: 6_000,
  openCases: false,

  readId: (text) => /^(?:HDU[- ]?)?0*([1-9]\d{3,5})$/i.exec(text.trim())?.[1] ?? null,

  async readProblem(session, id) {
    const path = `/showproblem.php?pid=${id}`
    const answer = await session.get(path)
    if (answer.status === 404) throw new BankFault('NO_PROBLEM')
    const url = new URL(path, ORIGIN)
    return { ...readStatement(answer.text(), url), url: url.href }
  },

  async signIn(session, { username, password }) {
    const answer = await session.post('/userloginex.php?action=login&cid=0&notice=0', {
      form: { username, userpass: password, login: 'Sign In' },
      headers: { referer: `${ORIGIN}/userloginex.php` },
    })
    const $ = readPage(answer.text())
    const text = $('body').text()
    if (/No such user or wrong password/i.test(text)) throw new BankFault('WRONG_PASSWORD')
    if (isSignInPage($) || refusalOf($) !== null) {
      if (LOCKED.test(text)) throw new BankFault('LOCKED', LOCKED.exec(text)?.[0])
      throw new BankFault('CHANGED', 'sign-in was refused without a reason')
    }
    if (SIGNED_IN.test(answer.text())) return
    if (!SIGNED_IN.test((await session.get('/')).text()))
      throw new BankFault('CHANGED', 'no mark of signing in')
  },

  async runsOf(session, { problemId, username }) {
    const query = { first: '', pid: problemId, user: username, lang: '0', status: '0' }
    return readRows((await session.get('/status.php', { query })).text())
      .filter((row) => row.problemId === problemId)
      .filter((row) => !row.username || row.username.toLowerCase() === username.toLowerCase())
      .map((row) => row.id)
  },

  async send(session, { problemId, languageId, source }) {
    const answer = await session.post('/submit.php?action=submit', {
      form: { check: '0', _usercode: encoded(source), problemid: problemId, language: languageId },
      headers: { referer: `${ORIGIN}/submit.php?pid=${problemId}` },
    })
    const $ = readPage(answer.text(), { isSent: true })
    if (/Realtime Status/i.test($('title').text())) return null
    if (isSignInPage($)) throw new BankFault('SIGNED_OUT')
    const words = refusalOf($) ?? ''
    if (TOO_FAST.test(words)) throw new BankFault('TOO_FAST', words)
    if (/No such problem/i.test(words)) throw new BankFault('NO_PROBLEM', words)
    if (LOCKED.test(words)) throw new BankFault('LOCKED', words)
    if (words) throw new BankFault('REFUSED', words)
    throw new BankFault('CHANGED', 'no status page after the form', { isSent: true })
  },

  async poll(session, { id }) {
    const outcome = readOutcome((await session.get('/status.php', { query: { first: id } })).text(), id)
    if (outcome.state !== 'DONE' || outcome.verdict !== 'COMPILE_ERROR') return outcome
    return { ...outcome, message: await compilerOutput(session, id) }
  },
}
