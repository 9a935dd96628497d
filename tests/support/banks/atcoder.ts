import {
  type AtcoderTask,
  type AtcoderView,
  BRIDGE,
  KETTLES,
  layout,
  loginPage,
  runPage,
  runsPage,
  submitPage,
  taskPage,
  UMBRELLA,
} from './atcoderPages.ts'
import type {
  FakeAnswer,
  FakeBank,
  FakeRequest,
  FakeRun,
  FakeSite,
  FakeVerdict,
  RequestKind,
} from './fakeBank.ts'

const TASKS: readonly AtcoderTask[] = [KETTLES, UMBRELLA, BRIDGE]
/** Holds the session of members, and tells visitors apart for the token of forms. */
const COOKIE = 'REVEL_SESSION'

const LABELS: Readonly<Record<FakeVerdict, string>> = {
  AC: 'AC',
  WA: 'WA',
  PE: 'WA',
  TLE: 'TLE',
  MLE: 'MLE',
  OLE: 'OLE',
  RE: 'RE',
  CE: 'CE',
  PARTIAL: 'RE',
  IDLE: 'QLE',
  REJECTED: 'IE',
  SKIPPED: 'RE',
  FAILED: 'IE',
  ODD: 'PUZZLED',
}
export const COMPILER = "./Main.cpp:1:12: error: expected ';' before '<' token"
/** Shown under the same heading for code that compiles. */
const WARNING = './Main.cpp:1:5: warning: unused variable'

const moved = (location: string, cookie?: string): FakeAnswer => ({
  status: 302,
  headers: { location, ...(cookie ? { 'set-cookie': `${COOKIE}=${cookie}; Path=/; HttpOnly` } : {}) },
})

function login(request: FakeRequest, bank: FakeBank, view: AtcoderView): FakeAnswer {
  if (view.username) return moved('/home')
  if (request.method !== 'POST') return { body: loginPage(view) }
  if (request.form.get('csrf_token') !== view.csrf)
    return { status: 403, body: layout(view, '403', 'Forbidden') }
  const name = request.form.get('username') ?? ''
  if (bank.isLocked(name)) return { body: loginPage(view, 'This account is suspended.') }
  const session = bank.signIn(name, request.form.get('password') ?? '')
  if (!session) return { body: loginPage(view, 'Username or Password is incorrect.') }
  return moved('/home', session)
}

function submit(request: FakeRequest, bank: FakeBank, view: AtcoderView, contest: string): FakeAnswer {
  const { username } = view
  if (!username) return moved(`/login?continue=${encodeURIComponent(request.path)}`)
  if (request.method !== 'POST') return { body: submitPage(view, contest) }
  const { form } = request
  if (form.get('csrf_token') !== view.csrf) return { status: 403, body: layout(view, '403', 'Forbidden') }
  const problemId = form.get('data.TaskScreenName') ?? ''
  const source = form.get('sourceCode') ?? ''
  const refuse = (error: string) => ({ body: submitPage(view, contest, error) })
  if (bank.isLocked(username)) return refuse('This account is suspended.')
  if (!TASKS.some((task) => task.contest === contest && task.id === problemId)) return refuse('Invalid task.')
  if (bank.isTooFast(username)) return refuse('Wait for 5 second to submit again.')
  if (source.length > 512 * 1024) return refuse('Source code is too long.')
  bank.submit({ username, problemId, languageId: form.get('data.LanguageId') ?? '', source })
  return moved(`/contests/${contest}/submissions/me`)
}

const labelOf = (run: FakeRun, bank: FakeBank, isPoll: boolean) =>
  ({ QUEUED: 'WJ', COMPILING: 'Judging', RUNNING: '3/20 WA', DONE: LABELS[run.verdict] })[
    bank.stageOf(run, isPoll)
  ]

function runs(bank: FakeBank, view: AtcoderView, contest: string, query: URLSearchParams): FakeAnswer {
  if (!view.username) return moved('/login')
  const found = bank.runsOf(query.get('f.User') ?? view.username, query.get('f.Task'))
  const rows = found.map((run) => ({
    id: run.id,
    task: run.problemId,
    username: run.username,
    label: labelOf(run, bank, false),
  }))
  return { body: runsPage(view, contest, rows) }
}

function run(bank: FakeBank, view: AtcoderView, id: string): FakeAnswer | null {
  if (!view.username) return moved('/login')
  const found = bank.runOf(id)
  if (!found) return null
  const label = labelOf(found, bank, true)
  const isDone = label === LABELS[found.verdict]
  return {
    body: runPage(
      view,
      { id, label },
      {
        figures: isDone && found.verdict !== 'CE' ? [42, 3656] : null,
        compiler: isDone ? (found.verdict === 'CE' ? COMPILER : WARNING) : '',
        source: found.source,
      },
    ),
  }
}

const PLACE = /^\/contests\/([a-z0-9-]+)\/(tasks\/(\w+)|submit|submissions(?:\/(\w+))?)$/

function page(request: FakeRequest, bank: FakeBank, view: AtcoderView): FakeAnswer | null {
  const { path, query } = request
  if (path === '/login') return login(request, bank, view)
  if (path === '/home') return { body: layout(view, 'AtCoder', '<p>Home</p>') }
  const [, contest = '', place = '', taskId, runId] = PLACE.exec(path) ?? []
  if (taskId) {
    const task = TASKS.find((task) => task.contest === contest && task.id === taskId)
    return task ? { body: taskPage(view, task) } : null
  }
  if (place === 'submit') return submit(request, bank, view, contest)
  if (runId && runId !== 'me') return run(bank, view, runId)
  return place.startsWith('submissions') ? runs(bank, view, contest, query) : null
}

export const atcoderSite = (): FakeSite => ({
  key: 'AC',
  charset: 'utf-8',
  firstRun: 51_000_001,
  tokenOf: ({ cookies }) => cookies[COOKIE] ?? null,
  kindOf({ method, path }): RequestKind {
    if (path === '/login') return method === 'POST' ? 'signIn' : 'other'
    if (path.endsWith('/submit')) return method === 'POST' ? 'submit' : 'other'
    if (path.includes('/tasks/')) return 'problem'
    if (/\/submissions\/\d+$/.test(path)) return 'poll'
    return /\/submissions(?:\/me)?$/.test(path) ? 'runs' : 'other'
  },
  answer(request, bank) {
    const visitor = request.cookies[COOKIE] ?? `v${crypto.randomUUID().replaceAll('-', '')}`
    const view = { username: request.username, csrf: `${visitor.slice(-12)}+/token=` }
    const answer = page(request, bank, view)
    if (!answer || request.cookies[COOKIE] || answer.headers?.['set-cookie']) return answer
    const headers = { ...answer.headers, 'set-cookie': `${COOKIE}=${visitor}; Path=/; HttpOnly` }
    return { ...answer, headers }
  },
})
