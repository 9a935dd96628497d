import { type Bank, BankFault } from '../bank.ts'
import type { BankAnswer } from '../session.ts'
import { readRuns, sendFault, signInFault, tokenOf } from './forms.ts'
import { LANGUAGES } from './languages.ts'
import { contestOf, readId, readStatement } from './page.ts'
import { readOutcome } from './result.ts'

const ORIGIN = 'https://atcoder.jp'
const ENGLISH = { lang: 'en' }

function required(id: string): string {
  const contest = contestOf(id)
  if (!contest) throw new BankFault('NO_PROBLEM')
  return contest
}

/** Throws SIGNED_OUT for the sign-in page, which every page of members redirects to. */
function requireMember(answer: BankAnswer): void {
  if (answer.url.pathname === '/login') throw new BankFault('SIGNED_OUT')
}

export const atcoder: Bank = {
  key: 'AC',
  name: 'AtCoder',
  accountsOf: 'AC',
  origin: ORIGIN,
  otherHosts: ['img.atcoder.jp'],
  languages: LANGUAGES,
  sendEveryMs: 5_000,
  openCases: false,
  readId,

  async readProblem(session, id) {
    const path = `/contests/${required(id)}/tasks/${id}`
    const answer = await session.get(path, { query: ENGLISH })
    if (answer.status === 404) throw new BankFault('NO_PROBLEM')
    requireMember(answer)
    if (answer.url.pathname !== path) throw new BankFault('NO_PROBLEM')
    return readStatement(answer.text(), new URL(path, ORIGIN))
  },

  async signIn(session, { username, password }) {
    const page = await session.get('/login', { query: ENGLISH })
    if (page.url.pathname !== '/login') return
    const csrf_token = tokenOf(page.text(), 'password')
    const answer = await session.post('/login', { form: { username, password, csrf_token } })
    if (answer.status === 403) throw new BankFault('SIGNED_OUT', 'the csrf token was refused')
    if (answer.url.pathname === '/login') throw signInFault(answer.text())
  },

  async runsOf(session, { problemId, username }) {
    const contest = required(problemId)
    const answer = await session.get(`/contests/${contest}/submissions`, {
      query: { 'f.Task': problemId, 'f.User': username },
    })
    requireMember(answer)
    if (answer.status === 404) throw new BankFault('NO_PROBLEM')
    return readRuns(answer.text(), contest)
  },

  async send(session, { problemId, languageId, source }) {
    const path = `/contests/${required(problemId)}/submit`
    const page = await session.get(path)
    requireMember(page)
    if (page.status === 404 || page.url.pathname !== path) throw new BankFault('NO_PROBLEM')
    const answer = await session.post(path, {
      form: {
        'data.TaskScreenName': problemId,
        'data.LanguageId': languageId,
        sourceCode: source,
        csrf_token: tokenOf(page.text(), 'sourceCode'),
      },
    })
    requireMember(answer)
    if (answer.status === 403) throw new BankFault('SIGNED_OUT', 'the csrf token was refused')
    if (!answer.url.pathname.includes('/submissions')) throw sendFault(answer.text())
    return null
  },

  async poll(session, { id, problemId }) {
    const path = `/contests/${required(problemId)}/submissions/${id}`
    const answer = await session.get(path, { query: ENGLISH })
    requireMember(answer)
    if (answer.status === 404) throw new BankFault('CHANGED', 'the run is gone')
    return readOutcome(answer.text())
  },
}
