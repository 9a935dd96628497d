import {
  cookie,
  escaped,
  type FakeAnswer,
  type FakeBank,
  type FakeRun,
  type FakeSite,
  stamp,
} from './fakeBank.ts'

type SpojProblem = {
  title: string
  time: string
  memory: string
  resource: string
  tags: string[]
  languages: Record<string, string>
  body: string
}

const ALL = {
  11: 'C (gcc 8.3)',
  44: 'C++14 (gcc 8.3)',
  10: 'Java (HotSpot 12)',
  116: 'Python 3 (python 3.7.3)',
  999: 'Novel (novel 1)',
}

export const SPOJ_PROBLEMS: Readonly<Record<string, SpojProblem>> = {
  ORCHARD: {
    title: 'The Orchard',
    time: '0.100s-1.5s',
    memory: '1536MB',
    resource: 'Orchard Cup 2020',
    tags: ['graph', 'dijkstra-s-algorithm'],
    languages: ALL,
    body: `<p>An orchard has <var>n</var> trees (n &lt;= 10<sup>5</sup>). <img src="/content/lin:orchard.png" alt="trees"></p>
<h3>Input</h3><p>The first line holds n.</p><ul><li>then n numbers</li></ul>
<h3>Output</h3><p>Their sum.</p>
<h3>Example</h3><pre><strong>Input:</strong>
2
3 4

<strong>Output:</strong>
7
</pre><h3>Warning</h3><p>Large input: use fast reading.</p>`,
  },
  OLD_GATE: {
    title: 'Old - Gate',
    time: '5s',
    memory: '256MB',
    resource: '',
    tags: [],
    languages: { 11: 'C (gcc 8.3)', 62: 'Text (plain text)' },
    body: '<p align="justify">Print the number of the gate. <a href="javascript:x()">no</a></p><p><b>Sample Input</b></p><pre>1</pre><p><b>Sample Output</b></p><pre>one</pre>',
  },
}

const page = (title: string, body: string, username: string | null) =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>SPOJ.com - ${title}</title></head><body><nav class="navbar"><ul class="nav navbar-nav navbar-right">${
    username
      ? `<li class="dropdown"><a href="#" class="dropdown-toggle username_dropdown"><span>${username}</span></a><ul class="dropdown-menu"><li><a href="/myaccount"><span class="fa fa-user fa-fw"></span> My profile</a></li><li><a href="/logout"><span class="fa fa-sign-out fa-fw"></span> Log out</a></li></ul></li>`
      : '<li><a href="/register">sign up</a></li><li><a href="/login">sign in</a></li>'
  }</ul></nav><div class="container" id="content">${body}</div><footer>Gdynia, in memory</footer></body></html>`

const loginPage = (text: string) =>
  page(
    'Login',
    `<form action="/login" method="post"><p class="text-danger">${text}</p><input type="hidden" name="next_raw" value="/"><input name="login_user" id="inputUsername"><input type="password" name="password" id="inputPassword"><input type="checkbox" name="autologin" value="1"><button type="submit" class="btn btn-primary">Sign in</button></form>`,
    null,
  )

function problemPage(id: string, problem: SpojProblem, username: string | null): string {
  const { title, time, memory, resource, tags, body } = problem
  const marks = tags
    .map(
      (tag, index) =>
        `<a href="/problems/tag/${tag}"><span class="problem-tag" data-tagid="${index}">#${tag}</span></a>`,
    )
    .join(' ')
  return page(
    id,
    `<div class="row"><div class="col-md-9"><div id="problem-tags" class="text-center">${marks || '<span>no tags</span>'}</div><h2 id="problem-name" class="text-center">${id} - ${title}</h2><div id="problem-body">${body}</div><div class="text-center"><a href="/submit/${id}/" id="problem-btn-submit" class="btn btn-primary">Submit solution!</a></div></div><div class="col-md-3"><div id="problem-meta"><h4>Problem</h4><table class="probleminfo"><tbody><tr><td>Added by:</td><td><a href="/users/lin">Lin</a></td></tr><tr><td>Date:</td><td>2020-01-02</td></tr><tr><td>Time limit:</td><td>${time}</td></tr><tr><td>Source limit:</td><td>50000B</td></tr><tr><td>Memory limit:</td><td>${memory}</td></tr><tr><td>Cluster:</td><td><a href="/clusters/">Cube</a></td></tr>${resource ? `<tr><td>Resource:</td><td>${resource}</td></tr>` : ''}</tbody></table></div></div></div>`,
    username,
  )
}

function submitPage(id: string, { languages }: SpojProblem, username: string): string {
  const options = Object.entries(languages).map(
    ([value, name]) => `<option value="${value}">${escaped(name)}</option>`,
  )
  return page(
    'Submit',
    `<form action="/submit/complete/" method="post" enctype="multipart/form-data"><textarea name="file"></textarea><select name="lang" id="lang">${options.join('')}</select><input name="problemcode" value="${id}"><input type="submit" name="submit" value="Submit!"></form>`,
    username,
  )
}

const DONE: Readonly<Partial<Record<FakeRun['verdict'], [number, string]>>> = {
  AC: [15, '<strong>accepted</strong>\n'],
  WA: [14, 'wrong answer\n'],
  TLE: [13, 'time limit exceeded\n'],
  RE: [12, 'runtime error&nbsp;&nbsp; (SIGSEGV)\n'],
  CE: [11, 'compilation error\n'],
  ODD: [20, 'internal error\n'],
}
const STAGES = { QUEUED: 'waiting..', COMPILING: 'compiling..', RUNNING: 'running judge..' }

function stateOf(run: FakeRun, bank: FakeBank) {
  const stage = bank.stageOf(run, true)
  if (stage !== 'DONE')
    return {
      status_description: STAGES[stage],
      id: Number(run.id),
      status: 0,
      time: '-',
      mem: '-',
      final: '0',
    }
  const [status, words] = DONE[run.verdict] ?? [12, 'runtime error&nbsp;&nbsp; (NZEC)\n']
  const isMeasured = run.verdict !== 'CE'
  return {
    status_description: `${words}<span class="small">\n\t<a href="/files/src/${run.id}/">edit</a>\n</span>`,
    id: Number(run.id),
    status,
    time: isMeasured ? '\n<a href="/ranks/x/" title="See the best solutions">0.02</a>\n' : '\n-\n',
    mem: isMeasured ? '5.3M' : '-',
    final: '1',
  }
}

function statusPage(runs: readonly FakeRun[], bank: FakeBank, username: string | null): string {
  const rows = runs.slice(0, 20).map((run) => {
    const stage = bank.stageOf(run)
    const [status, words] =
      stage === 'DONE' ? (DONE[run.verdict] ?? [12, 'runtime error']) : [0, STAGES[stage]]
    return `<tr class="kol1"><td class="statustext text-center">${run.id}</td><td class="status_sm">${stamp(run.submittedAt)}</td><td class="sproblem text-center"><a href="/problems/${run.problemId}/">${run.problemId}</a></td><td class="statusres text-center" id="statusres_${run.id}" status="${status}" final="${stage === 'DONE' ? 1 : 0}">${words}</td><td class="stime text-center" id="statustime_${run.id}">-</td><td class="smemory statustext text-center" id="statusmem_${run.id}">-</td></tr>`
  })
  return page(
    'Status',
    `<table class="problems table newstatus"><thead><tr><th>ID</th><th>DATE</th><th>PROBLEM</th><th>RESULT</th><th>TIME</th><th>MEM</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
    username,
  )
}

function submit(form: URLSearchParams, username: string | null, bank: FakeBank): FakeAnswer {
  if (!username) return { body: loginPage('You must be logged in to submit.') }
  const problemId = form.get('problemcode') ?? ''
  const languageId = form.get('lang') ?? ''
  const source = form.get('file') ?? ''
  const problem = SPOJ_PROBLEMS[problemId]
  const say = (text: string) => ({ body: page('Submit', `<p align="center">${text}</p>`, username) })
  if (bank.isLocked(username)) return say('Your account is blocked. Contact the team.')
  if (!problem) return say('Wrong problem code!')
  if (!problem.languages[languageId])
    return say('You can&#39;t submit in this language for this problem. Sorry.')
  if (source.length > 50_000) return say('Your solution is too long.')
  if (bank.isTooFast(username)) return say('You submit too often. Please wait 10 seconds.')
  const run = bank.submit({ username, problemId, languageId, source })
  return {
    body: page(
      'Submit',
      `<p align="center">Solution submitted!</p><input type="hidden" name="newSubmissionId" value="${run.id}"/>`,
      username,
    ),
  }
}

function signIn(form: URLSearchParams, bank: FakeBank): FakeAnswer {
  const username = form.get('login_user') ?? ''
  const token = bank.signIn(username, form.get('password') ?? '')
  if (!token) return { body: loginPage('Authentication failed!') }
  if (bank.isLocked(username)) return { body: loginPage('This account has been blocked.') }
  return { status: 302, headers: { ...cookie('SPOJ', token), location: '/' } }
}

/** SPOJ: states as JSON, and a problem's languages on its form. */
export const spojSite = (): FakeSite => ({
  key: 'SPOJ',
  charset: 'utf-8',
  firstRun: 33_000_001,
  tokenOf: ({ cookies }) => cookies.SPOJ ?? null,
  kindOf({ path }) {
    if (path.startsWith('/problems/')) return 'problem'
    if (path === '/login/' || path === '/login') return 'signIn'
    if (path === '/submit/complete/') return 'submit'
    if (path.startsWith('/status/ajax')) return 'poll'
    if (path.startsWith('/status/')) return 'runs'
    return path.startsWith('/error/') ? 'message' : 'other'
  },
  captcha: () => ({
    body: page(
      'Login',
      '<form method="post"><div class="g-recaptcha" data-sitekey="x"></div>Solve the captcha</form>',
      null,
    ),
  }),
  answer({ method, path, form, username }, bank) {
    const [, first = '', second = ''] = path.split('/')
    if (path === '/') return { body: page('Welcome', '<h1>Welcome</h1>', username) }
    if (first === 'problems') {
      const problem = SPOJ_PROBLEMS[second]
      if (problem) return { body: problemPage(second, problem, username) }
      return {
        body: page(
          'Error',
          '<p>Wrong problem code!</p><p>In a few seconds you will be redirected to the list.</p>',
          username,
        ),
      }
    }
    if (first === 'login') return method === 'POST' ? signIn(form, bank) : { body: loginPage('') }
    if (path === '/submit/complete/' && method === 'POST') return submit(form, username, bank)
    if (first === 'submit') {
      const problem = SPOJ_PROBLEMS[second]
      if (!username) return { body: loginPage('') }
      return problem ? { body: submitPage(second, problem, username) } : null
    }
    if (path.startsWith('/status/ajax')) {
      const ids = (form.get('ids') ?? '').split(',')
      const states = ids.flatMap((id) => bank.runOf(id) ?? []).map((run) => stateOf(run, bank))
      return { headers: { 'content-type': 'text/html; charset=utf-8' }, body: JSON.stringify(states) }
    }
    if (first === 'status') {
      const [problemId = '', user = ''] = decodeURIComponent(second).split(',')
      return { body: statusPage(bank.runsOf(user, problemId), bank, username) }
    }
    if (first === 'error') {
      const run = bank.runOf(second)
      if (run?.verdict !== 'CE') return null
      const text = `prog.cpp: In function 'int main()':\nprog.cpp:3:1: error: 'cout' was not declared in this scope <iostream>`
      return {
        body: page('Error', `<div align="left"><pre><small>${escaped(text)}</small></pre></div>`, username),
      }
    }
    return null
  },
})
