import { type Bank, BankFault } from '../bank.ts'
import type { BankSession } from '../session.ts'
import { compileOptionsOf, LANGUAGES } from './languages.ts'
import { type Fields, fieldsOf, internalIdOf, numberIn, readProblemAnswer, textIn } from './problem.ts'
import { readOutcome } from './result.ts'

const ORIGIN = 'https://api.loj.ac'
const SITE = 'https://loj.ac'
const LOCALE = 'zh_CN'
/** Name under which a session remembers the token of the API. */
const TOKEN = 'token'

/** A call of the API. Throws CAPTCHA, REFUSED for a request that it finds invalid, SIGNED_OUT and CHANGED. */
async function call(session: BankSession, path: string, json: Fields): Promise<unknown> {
  const token = session.remembered(TOKEN)
  const answer = await session.post(`/api/${path}`, {
    json,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  if (answer.status === 200 || answer.status === 201) return answer.json()
  const said = /json/i.test(answer.contentType) ? JSON.stringify(fieldsOf(answer.json()).message ?? '') : ''
  if (/captcha/i.test(said)) throw new BankFault('CAPTCHA', said)
  if (answer.status === 401) throw new BankFault('SIGNED_OUT', said)
  if (answer.status === 400) throw new BankFault('REFUSED', said)
  throw new BankFault('CHANGED', `${path} answers HTTP ${answer.status}`)
}

const displayId = (id: string): number => {
  if (!readId(id)) throw new BankFault('NO_PROBLEM')
  return Number(id)
}

/** Looks up a problem before code is sent. Its faults say that none was. */
async function internalId(session: BankSession, id: string): Promise<number> {
  try {
    return internalIdOf(await call(session, 'problem/getProblem', { displayId: displayId(id) }))
  } catch (error) {
    throw error instanceof BankFault ? new BankFault(error.kind, error.detail) : error
  }
}

/** Sends code. An answer that cannot be read may be that to code which was taken. */
async function submit(session: BankSession, json: Fields): Promise<Fields> {
  try {
    return fieldsOf(await call(session, 'submission/submit', json))
  } catch (error) {
    if (!(error instanceof BankFault) || error.kind !== 'CHANGED') throw error
    throw new BankFault('CHANGED', error.detail, { isSent: true })
  }
}

/** Null: the text is no number of a problem. */
function readId(text: string): string | null {
  const id = text.trim()
  return /^[1-9]\d{0,8}$/.test(id) ? id : null
}

/** Whether the session's token still names an account. */
async function isSignedIn(session: BankSession): Promise<boolean> {
  const token = session.remembered(TOKEN)
  if (!token) return false
  const answer = await session.get('/api/auth/getSessionInfo', { query: { token } })
  return answer.status === 200 && textIn(fieldsOf(fieldsOf(answer.json()).userMeta), 'username') !== ''
}

const LOCKED = new Set(['USER_NOT_MIGRATED', 'USER_BANNED', 'PASSWORD_CHANGE_REQUIRED'])

export const libreoj: Bank = {
  key: 'LIBRE',
  name: 'LibreOJ',
  accountsOf: 'LIBRE',
  origin: ORIGIN,
  otherHosts: ['loj.ac'],
  languages: LANGUAGES,
  sendEveryMs: 3_000,
  openCases: false,
  readId,

  async readProblem(session, id) {
    const answer = await call(session, 'problem/getProblem', {
      displayId: displayId(id),
      localizedContentsOfLocale: LOCALE,
      tagsOfLocale: LOCALE,
      samples: true,
      judgeInfo: true,
      judgeInfoToBePreprocessed: true,
    })
    return readProblemAnswer(answer, new URL(`/p/${id}`, SITE))
  },

  async signIn(session, { username, password }) {
    session.remember(TOKEN, null)
    const answer = fieldsOf(await call(session, 'auth/login', { username, password }))
    const error = textIn(answer, 'error')
    if (LOCKED.has(error)) throw new BankFault('LOCKED', error)
    if (error === 'NO_SUCH_USER' || error === 'WRONG_PASSWORD') throw new BankFault('WRONG_PASSWORD', error)
    const token = textIn(answer, 'token')
    if (token === '') throw new BankFault('CHANGED', error || 'the token is missing in the answer')
    session.remember(TOKEN, token)
  },

  async runsOf(session, { problemId, username }) {
    const answer = fieldsOf(
      await call(session, 'submission/querySubmission', {
        problemDisplayId: displayId(problemId),
        submitter: username,
        locale: LOCALE,
        takeCount: 10,
      }),
    )
    const error = textIn(answer, 'error')
    if (error === 'NO_SUCH_PROBLEM') throw new BankFault('NO_PROBLEM', error)
    const { submissions } = answer
    if (!Array.isArray(submissions))
      throw new BankFault('CHANGED', error || 'the runs are missing in the answer')
    return submissions
      .map((run: unknown) => numberIn(fieldsOf(run), 'id'))
      .filter((id) => id !== null)
      .sort((one, other) => other - one)
      .map(String)
  },

  async send(session, { problemId, languageId, source }) {
    const options = compileOptionsOf(languageId)
    if (!options) throw new BankFault('REFUSED', `no language has the id ${languageId}`)
    if (!session.remembered(TOKEN)) throw new BankFault('SIGNED_OUT')
    const answer = await submit(session, {
      problemId: await internalId(session, problemId),
      content: { code: source, skipSamples: false, ...options },
      uploadInfo: null,
    })
    const error = textIn(answer, 'error')
    if (error === 'NO_SUCH_PROBLEM') throw new BankFault('NO_PROBLEM', error)
    // The API refuses an ended session and a forbidden account with the same word.
    if (error === 'PERMISSION_DENIED')
      throw new BankFault((await isSignedIn(session)) ? 'LOCKED' : 'SIGNED_OUT', error)
    if (error !== '') throw new BankFault('REFUSED', error)
    const id = numberIn(answer, 'submissionId')
    if (id === null)
      throw new BankFault('CHANGED', 'the id of the run is missing in the answer', { isSent: true })
    return String(id)
  },

  poll: async (session, { id }) =>
    readOutcome(await call(session, 'submission/getSubmissionDetail', { submissionId: id, locale: LOCALE })),
}
