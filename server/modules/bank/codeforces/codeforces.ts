import { type Bank, type BankCredentials, BankFault, type BankProblem, orNull } from '../bank.ts'
import type { BankAnswer, BankSession } from '../session.ts'
import {
  csrfOf,
  hiddenFields,
  readRuns,
  refuseCheck,
  requireMember,
  sendFault,
  signInFault,
} from './forms.ts'
import { LANGUAGES } from './languages.ts'
import {
  addressOf,
  hasStatement,
  type ProblemAddress,
  readId,
  readPdfPath,
  readRow,
  readStatement,
} from './page.ts'
import { fieldsOf, readOutcome } from './result.ts'

const ORIGIN = 'https://codeforces.com'
const MOST_PDF_BYTES = 32 * 1024 * 1024
/** Name under which a session remembers the token of forms. */
const TOKEN = 'csrf'

/** Where a contest and its problems, forms and runs lie. */
type Paths = {
  contest(address: ProblemAddress): string
  problem(address: ProblemAddress): string
  runs(address: ProblemAddress): string
}

const PROBLEMSET: Paths = {
  contest: ({ contest }) => `/contest/${contest}`,
  problem: ({ contest, index }) => `/problemset/problem/${contest}/${index}`,
  runs: () => '/problemset/status?my=on',
}

const GYM_PATHS: Paths = {
  contest: ({ contest }) => `/gym/${contest}`,
  problem: ({ contest, index }) => `/gym/${contest}/problem/${index}`,
  runs: ({ contest }) => `/gym/${contest}/my`,
}

function required(id: string): ProblemAddress {
  const address = addressOf(id)
  if (!address) throw new BankFault('NO_PROBLEM')
  return address
}

const isPdf = (answer: BankAnswer) =>
  /\bpdf\b/i.test(answer.contentType) ||
  Buffer.from(answer.bytes().subarray(0, 5)).toString('latin1') === '%PDF-'

/** Statement of a problem that the list of its contest names and whose text is a file. */
async function readFile(
  session: BankSession,
  paths: Paths,
  id: string,
  content: Uint8Array | null,
): Promise<BankProblem> {
  const address = required(id)
  const list = await session.get(paths.contest(address), { query: { locale: 'en' } })
  refuseCheck(list)
  if (list.url.pathname === '/enter') throw new BankFault('SIGNED_OUT')
  const row = list.url.pathname === paths.contest(address) ? readRow(list.text(), address) : null
  if (!row) throw new BankFault('NO_PROBLEM')
  const path = content ? null : readPdfPath(list.text())
  if (!content && !path) throw new BankFault('CHANGED', 'neither a page nor a file has the statement')
  const file = path ? await session.get(path, { mostBytes: MOST_PDF_BYTES }) : null
  if (file && !isPdf(file)) throw new BankFault('CHANGED', 'the file of the statements is no PDF')
  return {
    ...row,
    locale: 'en-US',
    description: '',
    input: '',
    output: '',
    hint: '',
    samples: [],
    tags: [],
    url: `${ORIGIN}${paths.problem(address)}`,
    languageIds: null,
    pdf: { name: `${id}.pdf`, content: content ?? file?.bytes() ?? new Uint8Array() },
  }
}

async function readProblem(session: BankSession, paths: Paths, id: string): Promise<BankProblem> {
  const address = required(id)
  const path = paths.problem(address)
  const answer = await session.get(path, { query: { locale: 'en' }, mostBytes: MOST_PDF_BYTES })
  if (answer.status === 404) throw new BankFault('NO_PROBLEM')
  if (answer.status === 200 && isPdf(answer)) return readFile(session, paths, id, answer.bytes())
  refuseCheck(answer)
  const { pathname } = answer.url
  if (pathname === '/enter') throw new BankFault('SIGNED_OUT')
  if (hasStatement(answer.text())) return readStatement(answer.text(), new URL(path, ORIGIN))
  // The gym leads from a problem without a page to its contest.
  if (pathname === paths.contest(address)) return readFile(session, paths, id, null)
  if (pathname !== path) throw new BankFault('NO_PROBLEM')
  throw new BankFault('CHANGED', 'the statement is missing on the page')
}

async function signIn(session: BankSession, { username, password }: BankCredentials): Promise<void> {
  session.remember(TOKEN, null)
  const page = await session.get('/enter', { query: { locale: 'en' } })
  refuseCheck(page)
  if (page.url.pathname !== '/enter') return
  const html = page.text()
  const form = {
    ...hiddenFields(html, 'handleOrEmail'),
    csrf_token: csrfOf(html),
    action: 'enter',
    handleOrEmail: username,
    password,
    remember: 'on',
  }
  const answer = await session.post('/enter', { form })
  refuseCheck(answer)
  if (answer.status === 403) throw new BankFault('SIGNED_OUT', 'the csrf token was refused')
  if (answer.url.pathname === '/enter') throw signInFault(answer.text())
  requireMember(answer)
}

async function send(
  session: BankSession,
  paths: Paths,
  { problemId, languageId, source }: { problemId: string; languageId: string; source: string },
): Promise<null> {
  const address = required(problemId)
  const path = `${paths.contest(address)}/submit`
  const page = await session.get(path)
  requireMember(page)
  if (page.url.pathname !== path) throw new BankFault('NO_PROBLEM', 'the contest takes no code')
  const html = page.text()
  const token = csrfOf(html)
  const form = {
    // Codeforces fills `ftaa`, `bfaa` and `_tta` by script; they are sent as the form has them.
    ...hiddenFields(html, 'programTypeId'),
    csrf_token: token,
    action: 'submitSolutionFormSubmitted',
    contestId: address.contest,
    submittedProblemIndex: address.index,
    programTypeId: languageId,
    source,
    tabSize: '4',
    sourceFile: '',
    sourceCodeConfirmed: 'true',
    doNotShowWarningAgain: 'on',
  }
  const answer = await session.post(path, { form, query: { csrf_token: token } })
  if (answer.status === 403) throw new BankFault('SIGNED_OUT', 'the csrf token was refused')
  if (answer.url.pathname === '/enter') throw new BankFault('SIGNED_OUT')
  if (answer.url.pathname === path) throw sendFault(answer.text())
  if (!/\/(my|status)$/.test(answer.url.pathname))
    throw new BankFault('CHANGED', `the form led to ${answer.url.pathname}`, { isSent: true })
  return null
}

/** A page with the token, for requests that no form belongs to. */
async function tokenOf(session: BankSession): Promise<string> {
  const remembered = session.remembered(TOKEN)
  if (remembered) return remembered
  const page = await session.get(PROBLEMSET.runs({ contest: '', index: '' }))
  requireMember(page)
  const token = csrfOf(page.text())
  session.remember(TOKEN, token)
  return token
}

/** Data of a run. A refused token is forgotten: the next request asks for another. */
async function dataOf(session: BankSession, path: string, runId: string): Promise<unknown> {
  const token = await tokenOf(session)
  const answer = await session.post(path, {
    form: { submissionId: runId, csrf_token: token },
    headers: { 'x-requested-with': 'XMLHttpRequest', 'x-csrf-token': token },
  })
  const isPage = answer.url.pathname !== path || /html/i.test(answer.contentType)
  if (answer.status === 403 || isPage) {
    session.remember(TOKEN, null)
    refuseCheck(answer)
    throw new BankFault('SIGNED_OUT')
  }
  if (answer.status !== 200) throw new BankFault('CHANGED', `${path} answers HTTP ${answer.status}`)
  return answer.json()
}

async function poll(session: BankSession, { id }: { id: string }) {
  const outcome = readOutcome(fieldsOf(await dataOf(session, '/data/submitSource', id)))
  if (outcome.state !== 'DONE' || outcome.verdict !== 'COMPILE_ERROR' || outcome.message) return outcome
  // The gym shows apart what the compiler said.
  const protocol = await orNull(() => dataOf(session, '/data/judgeProtocol', id))
  return {
    ...outcome,
    message: typeof protocol === 'string' ? protocol.replaceAll('\r\n', '\n').trim() : null,
  }
}

async function runsOf(session: BankSession, paths: Paths, problemId: string): Promise<string[]> {
  const address = required(problemId)
  const page = await session.get(paths.runs(address))
  requireMember(page)
  return readRuns(page.text(), address)
}

const bankOf = (key: 'CF' | 'GYM', name: string, paths: Paths): Bank => ({
  key,
  name,
  accountsOf: 'CF',
  origin: ORIGIN,
  otherHosts: ['codeforces.org', 'espresso.codeforces.com', 'userpic.codeforces.org'],
  languages: LANGUAGES,
  sendEveryMs: 5_000,
  openCases: true,
  readId,
  readProblem: (session, id) => readProblem(session, paths, id),
  signIn,
  runsOf: (session, { problemId }) => runsOf(session, paths, problemId),
  send: (session, sending) => send(session, paths, sending),
  poll,
})

export const codeforces = bankOf('CF', 'Codeforces', PROBLEMSET)
export const gym = bankOf('GYM', 'Codeforces Gym', GYM_PATHS)
