import {
  type CodeforcesProblem,
  type CodeforcesView,
  contestPage,
  enterPage,
  GUESSING,
  GYM_ROWS,
  HARBOUR,
  LANTERNS,
  layout,
  ORCHARD,
  problemPage,
  statusPage,
  submitPage,
} from './codeforcesPages.ts'
import type {
  FakeAnswer,
  FakeBank,
  FakeRequest,
  FakeRun,
  FakeSite,
  FakeVerdict,
  RequestKind,
} from './fakeBank.ts'
import { pdfWith } from './pdf.ts'

const PROBLEMS: readonly CodeforcesProblem[] = [LANTERNS, GUESSING, ORCHARD, HARBOUR]
const PDF = '/gym/100777/attachments/download/2/statements.pdf'
const VISITOR = 'JSESSIONID'
const MEMBER = 'X-User-Sha1'

/** Words of the API and phrases of the pages. */
const WORDS: Readonly<Record<FakeVerdict, readonly [word: string, phrase: string]>> = {
  AC: ['OK', 'Accepted'],
  WA: ['WRONG_ANSWER', 'Wrong answer on test 2'],
  PE: ['PRESENTATION_ERROR', 'Presentation error on test 2'],
  TLE: ['TIME_LIMIT_EXCEEDED', 'Time limit exceeded on test 2'],
  MLE: ['MEMORY_LIMIT_EXCEEDED', 'Memory limit exceeded on test 2'],
  OLE: ['RUNTIME_ERROR', 'Runtime error on test 2'],
  RE: ['RUNTIME_ERROR', 'Runtime error on test 2'],
  CE: ['COMPILATION_ERROR', 'Compilation error'],
  PARTIAL: ['PARTIAL', 'Partial result: 40 points'],
  IDLE: ['IDLENESS_LIMIT_EXCEEDED', 'Idleness limit exceeded on test 2'],
  REJECTED: ['REJECTED', 'Rejected'],
  SKIPPED: ['SKIPPED', 'Skipped'],
  FAILED: ['FAILED', 'Judgement failed'],
  ODD: ['PONDERING', 'Pondering'],
}
const WHOLE = new Set<FakeVerdict>(['AC', 'REJECTED', 'SKIPPED', 'FAILED', 'ODD'])
export const COMPILER = 'program.cpp: In function int main()\r\nprogram.cpp:1:14: error: expected ;\r\n'

const moved = (location: string, cookies: string[] = []): FakeAnswer => ({
  status: 302,
  headers: { location, ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) },
})
const json = (value: unknown): FakeAnswer => ({
  headers: { 'content-type': 'application/json;charset=UTF-8' },
  body: JSON.stringify(value),
})

/** The visitor's cookie, which the token of forms belongs to. */
function viewOf({ cookies, username }: FakeRequest): { view: CodeforcesView; cookies: string[] } {
  const visitor = cookies[VISITOR] ?? crypto.randomUUID().replaceAll('-', '').toUpperCase()
  return {
    view: { handle: username, csrf: `${visitor.slice(0, 16).toLowerCase()}c5f` },
    cookies: cookies[VISITOR] ? [] : [`${VISITOR}=${visitor}; Path=/; HttpOnly`],
  }
}

function enter(request: FakeRequest, bank: FakeBank, view: CodeforcesView): FakeAnswer {
  if (request.username) return moved('/')
  if (request.method !== 'POST') return { body: enterPage(view) }
  if (request.form.get('csrf_token') !== view.csrf) return { status: 403 }
  const handle = request.form.get('handleOrEmail') ?? ''
  if (bank.isLocked(handle)) return { body: enterPage(view, 'Your account is blocked') }
  const token = bank.signIn(handle, request.form.get('password') ?? '')
  if (!token) return { body: enterPage(view, 'Invalid handle/email or password') }
  return moved('/', [`${MEMBER}=${token}; Path=/; HttpOnly`])
}

function submit(request: FakeRequest, bank: FakeBank, view: CodeforcesView, place: string): FakeAnswer {
  const { username, form } = request
  if (!username) return moved(`/enter?back=${encodeURIComponent(request.path)}`)
  const contest = place.split('/').at(-1) ?? ''
  if (request.method !== 'POST') return { body: submitPage(view, contest) }
  if (form.get('csrf_token') !== view.csrf || request.query.get('csrf_token') !== view.csrf)
    return { status: 403 }
  const refuse = (error: string) => ({ body: submitPage(view, contest, error) })
  const index = form.get('submittedProblemIndex') ?? ''
  const source = form.get('source') ?? ''
  const problemId = `${contest}${index}`
  if (form.get('action') !== 'submitSolutionFormSubmitted') return refuse('Unknown action')
  if (bank.isLocked(username)) return refuse('Your account is blocked')
  if (bank.isTooFast(username)) return refuse('You submit too often')
  if (bank.runsOf(username, problemId).some((run) => run.source === source))
    return refuse('You have submitted exactly the same code before')
  bank.submit({ username, problemId, languageId: form.get('programTypeId') ?? '', source })
  return moved(`${place}/my`)
}

const partsOf = ({ problemId }: FakeRun) => {
  const [, contest = '', index = ''] = /^(\d+?)([A-Z]\d?|\d\d)$/.exec(problemId) ?? []
  return { contest, index, isGym: Number(contest) >= 100_000 }
}

const runRow = (run: FakeRun) => {
  const [word, phrase] = WORDS[run.verdict]
  return { ...partsOf(run), id: Number(run.id), handle: run.username, word, phrase }
}

const runsPage = (bank: FakeBank, view: CodeforcesView, contest: string | null): FakeAnswer => {
  if (!view.handle) return moved('/enter?back=%2F')
  const rows = bank.runsOf(view.handle, null).map(runRow)
  return {
    body: statusPage(
      view,
      rows.filter((row) => (contest ? row.contest === contest : !row.isGym)),
    ),
  }
}

/** Fields of one test, as `/data/submitSource` names them. */
const testFields = (index: number, word: string) => ({
  [`input#${index}`]: `${index}\r\n`,
  [`output#${index}`]: `${word === 'OK' ? index * 2 : 0}\r\n`,
  [`answer#${index}`]: `${index * 2}\r\n`,
  [`verdict#${index}`]: word,
  [`checkerStdoutAndStderr#${index}`]:
    word === 'OK' ? 'ok 1 number\r\n' : 'wrong answer 1st numbers differ\r\n',
  [`exitCode#${index}`]: '0',
  [`timeConsumed#${index}`]: String(15 * index),
  [`memoryConsumed#${index}`]: String(102_400 * index),
})

/** What `/data/submitSource` says of a run. */
function dataOf(run: FakeRun, bank: FakeBank): Record<string, string> {
  const stage = bank.stageOf(run, true)
  const [word, phrase] = WORDS[run.verdict]
  const fields = { source: run.source, compilationError: 'false', waiting: 'true', testCount: '0' }
  const span = (kind: string, text: string) => `<span class='verdict-${kind}'>${text}</span>`
  if (stage === 'QUEUED') return { ...fields, verdict: span('waiting', 'In queue') }
  if (stage === 'COMPILING') return { ...fields, verdict: span('waiting', 'Compiling') }
  if (stage === 'RUNNING')
    return {
      ...fields,
      testCount: '1',
      verdict: span('waiting', 'Running on test 2'),
      ...testFields(1, 'OK'),
    }
  const done = {
    ...fields,
    waiting: 'false',
    verdict: span(run.verdict === 'AC' ? 'accepted' : 'rejected', phrase),
  }
  // The gym shows what the compiler said elsewhere.
  if (run.verdict === 'CE')
    return {
      ...done,
      compilationError: 'true',
      testCount: '1',
      ...(partsOf(run).isGym ? {} : { 'checkerStdoutAndStderr#1': COMPILER }),
    }
  const second = WHOLE.has(run.verdict) ? 'OK' : word
  return { ...done, testCount: '2', ...testFields(1, 'OK'), ...testFields(2, second) }
}

function data(request: FakeRequest, bank: FakeBank, view: CodeforcesView): FakeAnswer {
  const run = bank.runOf(request.form.get('submissionId') ?? '')
  if (request.form.get('csrf_token') !== view.csrf || !view.handle || !run) return { status: 403 }
  return json(request.path === '/data/judgeProtocol' ? COMPILER : dataOf(run, bank))
}

const pdf = (text: string): FakeAnswer => ({
  headers: { 'content-type': 'application/pdf' },
  body: pdfWith(text),
})

function problem(path: string, view: CodeforcesView): FakeAnswer {
  const [, contest, index] = /(\d+)\/(?:problem\/)?([A-Z0-9]+)$/.exec(path) ?? []
  const found = PROBLEMS.find((one) => one.contest === contest && one.index === index)
  if (found) return { body: problemPage(view, found) }
  if (!path.startsWith('/gym/')) return moved('/problemset')
  if (index === 'C') return pdf('Silent Mill: count the wheels.')
  return moved(contest === '100777' ? `/gym/${contest}` : '/gyms')
}

function page(request: FakeRequest, bank: FakeBank, view: CodeforcesView): FakeAnswer | null {
  const { path } = request
  const [, place, rest] = /^(\/(?:gym|contest)\/\d+)(\/.*)?$/.exec(path) ?? []
  const contest = place?.split('/').at(-1) ?? ''
  if (path === '/enter') return enter(request, bank, view)
  if (path.startsWith('/problemset/problem/') || rest?.startsWith('/problem/')) return problem(path, view)
  if (path === '/problemset/status') return runsPage(bank, view, null)
  if (path.startsWith('/data/')) return data(request, bank, view)
  if (path === PDF) return pdf('Tunnel of Echoes: find the longest echo.')
  if (place && rest === '/submit') return submit(request, bank, view, place)
  if (place && rest === '/my') return runsPage(bank, view, contest)
  if (place === '/gym/100777' && !rest) return { body: contestPage(view, contest, GYM_ROWS, PDF) }
  if (['/', '/problemset', '/gyms'].includes(path)) return { body: layout(view, '<p>Codeforces</p>') }
  return null
}

const KINDS: readonly (readonly [RegExp, RequestKind])[] = [
  [/\/problem\//, 'problem'],
  [/^\/gym\/\d+$|\/attachments\//, 'problem'],
  [/\/status$|\/my$/, 'runs'],
  [/submitSource$/, 'poll'],
  [/judgeProtocol$/, 'message'],
]

export const codeforcesSite = (key: 'CF' | 'GYM' = 'CF'): FakeSite => ({
  key,
  charset: 'utf-8',
  firstRun: 280_000_001,
  tokenOf: ({ cookies }) => cookies[MEMBER] ?? null,
  kindOf({ method, path }) {
    if (path === '/enter') return method === 'POST' ? 'signIn' : 'other'
    if (path.endsWith('/submit')) return method === 'POST' ? 'submit' : 'other'
    return KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'
  },
  answer(request, bank) {
    const { view, cookies } = viewOf(request)
    const answer = page(request, bank, view)
    if (!answer || cookies.length === 0) return answer
    const set = answer.headers?.['set-cookie'] ?? []
    return { ...answer, headers: { ...answer.headers, 'set-cookie': [...cookies, ...set] } }
  },
})
