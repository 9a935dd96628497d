import {
  cookie,
  escaped,
  type FakeAnswer,
  type FakeBank,
  type FakeRun,
  type FakeSite,
  stamp,
} from './fakeBank.ts'

type PojProblem = {
  title: string
  lang: string
  timeMs: number
  memoryKb: number
  /** HTML of sections by their headings; samples are `<pre>`. */
  sections: [string, string][]
}

export const POJ_PROBLEMS: Readonly<Record<string, PojProblem>> = {
  1001: {
    title: 'The Orchard Gate',
    lang: 'en-US',
    timeMs: 1000,
    memoryKb: 10000,
    sections: [
      [
        'Description',
        'A gate opens when its code is typed twice. The code is a number <i>c</i> with at most 10<sup>5</sup> digits.<br><br><img src=images/1001_1.jpg><br>A table of codes:<table border=1><tr><td>c</td><td>answer</td></tr><tr><td>7</td><td>77</td></tr></table>',
      ],
      ['Input', 'One line holds the code.'],
      ['Output', 'Print the code twice, without a blank.'],
      ['Sample Input', '<pre class="sio">7\r\n</pre>'],
      ['Sample Output', '<pre class="sio">77\r\n</pre>'],
      ['Hint', '<div><ul><li>Read it as text.</ul></div>'],
      ['Source', '<a href="searchproblem?field=source&key=Orchard+Cup+2001">Orchard Cup 2001</a>'],
    ],
  },
  1002: {
    title: '果园的门',
    lang: 'zh-CN',
    timeMs: 3000,
    memoryKb: 65536,
    sections: [
      ['Description', '输入一个数 a&lt;100，输出它的两倍。'],
      ['Input', '一个整数。'],
      ['Output', '一个整数。'],
      ['Sample Input', '<pre class="sio">21</pre>'],
      ['Sample Output', '<pre class="sio">42</pre>'],
      ['Source', '静静'],
    ],
  },
}

const page = (title: string, body: string, username: string | null) =>
  `<html><head><meta http-equiv="Pragma" content="no-cache"><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${title}</title><link href='poj.css' type='text/css' rel='stylesheet'></head><body leftmargin="30"><table border=0 width=100% background=images/table_back.jpg><tr><td>${
    username
      ? `<a href=userstatus?user_id=${username}><b>${username}</b></a> <a href=login?action=logout&url=%2F>Log Out</a>`
      : "<form method=POST action=login><input type=text name=user_id1 size=10 style='font-family:monospace'><input type=password name=password1 size=10><input type=Submit value=login name=B1><input type=hidden name=url value=%2F></form>"
  }</td></tr></table>${body}<p align=center><font size=3>Beijing, in memory</font></p></body></html>`

const error = (text: string, username: string | null) =>
  page(
    'Error',
    `<table border=0 width=100%><tr><td><font size=4>Error Occurred</font><ul><li>${text}</li></ul></td></tr></table>`,
    username,
  )

function problemPage(id: string, problem: PojProblem, username: string | null): string {
  const { title, lang, timeMs, memoryKb, sections } = problem
  const all = sections
    .map(([name, html]) =>
      html.startsWith('<pre')
        ? `<p class="pst">${name}</p>${html}`
        : `<p class="pst">${name}</p><div class="ptx" lang="${lang}">${html}</div>`,
    )
    .join('')
  return page(
    `${id} -- ${title}`,
    `<table border=0 width=100% background="images/table_back.jpg"><tr><td><div class="ptt" lang="${lang}">${title}</div><div class="plm"><table align="center"><tr><td><b>Time Limit:</b> ${timeMs}MS</td><td width="10px"></td><td><b>Memory Limit:</b> ${memoryKb}K</td></tr><tr><td><b>Total Submissions:</b> 12</td><td width="10px"></td><td><b>Accepted:</b> 5</td></tr></table></div>${all}<p align=center>[<a href="submit?problem_id=${id}">Submit</a>]</p></td></tr></table>`,
    username,
  )
}

const WORDS: Readonly<Partial<Record<FakeRun['verdict'], string>>> = {
  AC: 'Accepted',
  WA: 'Wrong Answer',
  PE: 'Presentation Error',
  TLE: 'Time Limit Exceeded',
  MLE: 'Memory Limit Exceeded',
  OLE: 'Output Limit Exceeded',
  RE: 'Runtime Error',
  CE: 'Compile Error',
  ODD: 'Judged Elsewhere',
}
const LANGUAGES = ['G++', 'GCC', 'Java', 'Pascal', 'C++', 'C', 'Fortran']
const STAGES = { QUEUED: 'Waiting', COMPILING: 'Compiling', RUNNING: 'Running &amp; Judging' }

const wordsOf = (run: FakeRun, bank: FakeBank, isPoll: boolean): { words: string; isAccepted: boolean } => {
  const stage = bank.stageOf(run, isPoll)
  if (stage !== 'DONE') return { words: `<font color=green>${STAGES[stage]}</font>`, isAccepted: false }
  const words = WORDS[run.verdict] ?? 'Runtime Error'
  const isAccepted = run.verdict === 'AC'
  if (run.verdict === 'CE')
    return {
      words: `<a href=showcompileinfo?solution_id=${run.id} target=_blank><font color=green>${words}</font></a>`,
      isAccepted,
    }
  return { words: `<font color=${isAccepted ? 'blue' : 'red'}>${words}</font>`, isAccepted }
}

function statusPage(runs: readonly FakeRun[], bank: FakeBank, username: string | null): string {
  const rows = runs.slice(0, 20).map((run) => {
    const { words, isAccepted } = wordsOf(run, bank, false)
    return `<tr align=center><td>${run.id}</td><td><a href=userstatus?user_id=${run.username}>${run.username}</a></td><td><a href=problem?id=${run.problemId}>${run.problemId}</a></td><td>${words}</td><td>${isAccepted ? '388K' : ''}</td><td>${isAccepted ? '16MS' : ''}</td><td>${LANGUAGES[Number(run.languageId)]}</td><td>${run.source.length}B</td><td>${stamp(run.submittedAt)}</td></tr>`
  })
  return page(
    'Problem Status List',
    `<TABLE cellSpacing=0 cellPadding=0 width=100% border=1 class=a bordercolor=#FFFFFF><tr class=in><td width=8%>Run ID</td><td width=10%>User</td><td width=6%>Problem</td><td width=20%>Result</td><td width=7%>Memory</td><td width=7%>Time</td><td width=7%>Language</td><td width=7%>Code Length</td><td width=17%>Submit Time</td></tr>${rows.join('')}</table>`,
    username,
  )
}

function sourcePage(run: FakeRun, bank: FakeBank, username: string): string {
  const { words, isAccepted } = wordsOf(run, bank, true)
  return page(
    'Source Code',
    `<table align=center cellpadding=3><tr><td><b>Problem:</b> <a href=problem?id=${run.problemId}>${run.problemId}</a></td><td width=10px></td><td><b>User:</b> <a href=userstatus?user_id=${run.username}>${run.username}</a></td></tr><tr><td><b>Memory:</b> ${isAccepted ? '388K' : 'N/A'}</td><td width=10px></td><td><b>Time:</b> ${isAccepted ? '16MS' : 'N/A'}</td></tr><tr><td><b>Language:</b> ${LANGUAGES[Number(run.languageId)]}</td><td width=10px></td><td><b>Result:</b> ${words}</td></tr></table><ul><li><font color=#333399 size=5>Source Code</font><pre class="sh_cpp">${escaped(run.source)}</pre></ul>`,
    username,
  )
}

function submit(form: URLSearchParams, username: string | null, bank: FakeBank): FakeAnswer {
  if (!username) return { body: error('Please login first.', null) }
  const problemId = form.get('problem_id') ?? ''
  const languageId = form.get('language') ?? ''
  const raw = form.get('source') ?? ''
  const source = form.get('encoded') === '1' ? Buffer.from(raw, 'base64').toString() : raw
  if (bank.isLocked(username)) return { body: error('Your account has been disabled.', username) }
  if (!POJ_PROBLEMS[problemId]) return { body: error(`Can not find problem (ID:${problemId})`, username) }
  if (!LANGUAGES[Number(languageId)]) return { body: error('Please choose a language', username) }
  if (source.length > 65_536)
    return {
      body: error(
        'Source code too long, submit FAILED;if you really need submit this source please contact administrator',
        username,
      ),
    }
  if (source.length < 10)
    return {
      body: error(
        'Source code too short, submit FAILED;if you really need submit this source please contact administrator',
        username,
      ),
    }
  if (bank.isTooFast(username))
    return { body: error("Sorry, please don't submit again within 10 seconds.", username) }
  bank.submit({ username, problemId, languageId, source })
  return { status: 302, headers: { location: '/status' } }
}

function signIn(form: URLSearchParams, bank: FakeBank): FakeAnswer {
  const username = form.get('user_id1') ?? ''
  const token = bank.signIn(username, form.get('password1') ?? '')
  if (!token) return { status: 302, headers: { location: form.get('url') || '.' } }
  if (bank.isLocked(username)) return { body: error('This account has been disabled.', null) }
  return { status: 302, headers: { ...cookie('JSESSIONID', token), location: form.get('url') || '.' } }
}

/** POJ: servlets whose rejected sign-in leads home, like a good one. */
export const pojSite = (): FakeSite => ({
  key: 'POJ',
  charset: 'utf-8',
  firstRun: 24_000_001,
  tokenOf: ({ cookies }) => cookies.JSESSIONID ?? null,
  kindOf({ path }) {
    if (path === '/problem') return 'problem'
    if (path === '/login') return 'signIn'
    if (path === '/submit') return 'submit'
    if (path === '/status') return 'runs'
    if (path === '/showsource') return 'poll'
    return path === '/showcompileinfo' ? 'message' : 'other'
  },
  answer({ method, path, query, form, username }, bank) {
    if (path === '/') return { body: page('Welcome To PKU JudgeOnline', '<h1>Welcome</h1>', username) }
    if (path === '/problem') {
      const id = query.get('id') ?? ''
      const problem = POJ_PROBLEMS[id]
      if (problem) return { body: problemPage(id, problem, username) }
      return {
        body: error(
          `Can not find problem (ID:${id})<br><br><div algin=center><a href=problem?id=${Number(id) - 1}>&lt;&lt;Prev</a></div>`,
          username,
        ),
      }
    }
    if (path === '/login' && method === 'POST') return signIn(form, bank)
    if (path === '/submit' && method === 'POST') return submit(form, username, bank)
    if (path === '/status') {
      const runs = bank.runsOf(query.get('user_id') || null, query.get('problem_id') || null)
      return { body: statusPage(runs, bank, username) }
    }
    if (path === '/showsource' || path === '/showcompileinfo') {
      const run = bank.runOf(query.get('solution_id') ?? '')
      if (path === '/showsource') {
        if (!username) return { body: error('Please login first.', null) }
        if (!run) return { body: error('No such solution', username) }
        if (run.username !== username)
          return { body: error('You have no permission to view this source.', username) }
        return { body: sourcePage(run, bank, username) }
      }
      if (run?.verdict !== 'CE') return { body: error('No such solution', username) }
      const text = `Main.cpp\nf:\\temp\\${run.id}.cpp(3) : error C2065: 'cout' : undeclared identifier\nf:\\temp\\${run.id}.cpp(3) : error: <iostream> is missing`
      return {
        body: page(
          'Compile Error',
          `<ul><li>Compile Error<pre><font size=3>${escaped(text)}</font></pre></ul>`,
          username,
        ),
      }
    }
    return null
  },
})
