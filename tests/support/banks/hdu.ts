import {
  cookie,
  escaped,
  type FakeAnswer,
  type FakeBank,
  type FakeRun,
  type FakeSite,
  stamp,
} from './fakeBank.ts'

type HduProblem = {
  title: string
  time: string
  memory: string
  /** HTML of panels by their titles, in the order of the page. */
  panels: [string, string][]
}

const pre = (text: string, after = '') =>
  `<pre><div style="font-family:Courier New,Courier,monospace;">${text}${after}</div></pre>`
const hint = (html: string) =>
  `<div style='font-family:Times New Roman;font-size:14px;background-color:F4FBFF;border:#B7CBFF 1px dashed;padding:6px'><div style='font-family:Arial;font-weight:bold;color:#7CA9ED;border-bottom:#B7CBFF 1px dashed'><i>Hint</i></div>${html}</div><i style='font-size:1px'> </i>`

export const HDU_PROBLEMS: Readonly<Record<string, HduProblem>> = {
  1001: {
    title: 'Two Baskets',
    time: '2000/1000',
    memory: '65536/32768',
    panels: [
      [
        'Problem Description',
        'Lin has two baskets with <i>a</i> and <i>b</i> apples (0&lt;=a,b&lt;=10<sup>9</sup>). How many has she?<br><center><img src=/data/images/C1-1001-1.png alt="two baskets"></center><br>',
      ],
      ['Input', 'Each line holds two integers.<br>The input ends with the file.'],
      ['Output', 'For each line, the sum.'],
      ['Sample Input', pre('1 2\n30 40')],
      ['Sample Output', pre('3\n70\n', hint('Use 64 bits:\n<b>int</b> is too small.'))],
      ['Author', 'Lin'],
      [
        'Source',
        ' <a href="/search.php?field=problem&key=Orchard+Cup&source=1&searchmode=source"> Orchard Cup </a> ',
      ],
    ],
  },
  1002: {
    title: '苹果与篮子',
    time: '4000/2000',
    memory: '131072/65535',
    panels: [
      [
        'Problem Description',
        '给出 $n$ 个篮子，第 $i$ 个篮子里有 $a_i$ 个苹果（$1\\le n\\le 10^5$）。求苹果总数，输出对 $10^9+7$ 取模的结果。<table border=1><tr><td>篮子<td>苹果</tr><tr><td>1<td>5</tr></table>',
      ],
      ['Input', '第一行一个整数 $n$；第二行 $n$ 个整数。'],
      ['Output', '一行一个整数。'],
      ['Sample Input', pre('2\n3 4')],
      ['Sample Output', pre('7')],
      ['Source', ' <a href="/search.php?field=problem&key=x"> 果园杯 </a> '],
      ['Recommend', 'lin'],
    ],
  },
  1003: {
    title: 'Only a Story',
    time: '2000/1000',
    memory: '65536/65536',
    panels: [['Problem Description', 'Print <b>hello</b>. There is no input.']],
  },
}

const page = (title: string, body: string, username: string | null) =>
  `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"><html><head><meta http-equiv=Content-Type content="text/html;charset=gb2312"><title>${title}</title><script type="text/javascript" src="/js/MathJax/MathJax.js?config=TeX-AMS_HTML"></script></head><body><table width=98% border=0 align=center><tr><td>${
    username
      ? `<div align=left style="font-size:16px;width:150px"><img src="/images/control.gif"> <a href="/control_panel.php">${username}</a></div> <a href="/userloginex.php?action=logout" style="text-decoration:none">Sign Out</a>`
      : '<form method=post action=/userloginex.php?action=login>Author ID <input class=style1 name=username> Password <input type=password class=style1 name=userpass><input type=submit name=login value="Sign In"></form>'
  }</td></tr>${body}<tr><td align=center>Hangzhou, in memory</td></tr></table></body></html>`

const message = (text: string, username: string | null) =>
  page('System Message', `<tr><td align=center><div>${text}</div></td></tr>`, username)

const errors = (text: string, username: string | null) =>
  page(
    'System Message',
    `<tr><td><b>One or more following ERROR(s) occurred.</b><ul><li>${text}</li></ul><a href="javascript:history.go(-1)">Go Back</a></td></tr>`,
    username,
  )

const signInPage = (text: string) =>
  page(
    'User Login',
    `<tr><td><form method=post action="/userloginex.php?action=login&cid=0&notice=0">${text}<input name=username><input type=password name=userpass><input type=submit name=login value="Sign In"></form></td></tr>`,
    null,
  )

function problemPage(
  id: string,
  { title, time, memory, panels }: HduProblem,
  username: string | null,
): string {
  const all = panels
    .map(
      ([name, html]) =>
        `<div class=panel_title align=left>${name}</div> <div class=panel_content>${html}</div><div class=panel_bottom>&nbsp;</div><br>`,
    )
    .join('')
  return page(
    `Problem - ${id}`,
    `<tr><td align=center><h1 style='color:#1A5CC8'>${title}</h1><font><b><span style='font-family:Arial;font-size:12px;font-weight:bold;color:green'>Time Limit: ${time} MS (Java/Others)&nbsp;&nbsp;&nbsp;&nbsp;Memory Limit: ${memory} K (Java/Others)<br>Total Submission(s): 12&nbsp;&nbsp;&nbsp;&nbsp;Accepted Submission(s): 5<br></span></b></font><br><br>${all}<center><a href='submit.php?pid=${id}'>Submit</a></center></td></tr>`,
    username,
  )
}

const WORDS: Readonly<Partial<Record<FakeRun['verdict'], string>>> = {
  AC: '<font color=red>Accepted</font>',
  WA: '<font color=green>Wrong Answer</font>',
  PE: '<font color=green>Presentation Error</font>',
  TLE: '<font color=green>Time Limit Exceeded</font>',
  MLE: '<font color=green>Memory Limit Exceeded</font>',
  OLE: '<font color=green>Output Limit Exceeded</font>',
  RE: '<font color=green>Runtime Error<br>(ACCESS_VIOLATION)</font>',
  ODD: '<font color=green>Judged Elsewhere</font>',
}
const LANGUAGES = ['G++', 'GCC', 'C++', 'C', 'Pascal', 'Java', 'C#']

function row(run: FakeRun, bank: FakeBank, isPoll: boolean): string {
  const stage = bank.stageOf(run, isPoll)
  const stages = { QUEUED: 'Queuing', COMPILING: 'Compiling', RUNNING: 'Running' }
  const words =
    stage !== 'DONE'
      ? `<font color=blue>${stages[stage]}</font>`
      : run.verdict === 'CE'
        ? `<a href="/viewerror.php?rid=${run.id}" target=_blank><font color=brown>Compilation Error</font></a>`
        : (WORDS[run.verdict] ?? WORDS.RE)
  const isMeasured = stage === 'DONE' && run.verdict !== 'CE'
  return `<tr align=center ><td height=22px>${run.id}</td><td>${stamp(run.submittedAt)}</td><td>${words}</td><td><a href="/showproblem.php?pid=${run.problemId}">${run.problemId}</a></td><td>${isMeasured ? 46 : 0}MS</td><td>${isMeasured ? 1716 : 0}K</td><td><a href="/viewcode.php?rid=${run.id}" target=_blank>${run.source.length} B</td><td>${LANGUAGES[Number(run.languageId)]}</td><td class=fixedsize><a href="/userstatus.php?user=${run.username}">the nickname</a></td></tr>`
}

function statusPage(
  runs: readonly FakeRun[],
  bank: FakeBank,
  username: string | null,
  polled: string | null,
): string {
  const head =
    '<tr class="table_header" align=center><td>Run ID</td><td>Submit Time</td><td>Judge Status</td><td>Pro.ID</td><td>Exe.Time</td><td>Exe.Memory</td><td>Code Len.</td><td>Language</td><td>Author</td></tr>'
  const rows = runs.slice(0, 15).map((run) => row(run, bank, run.id === polled))
  return page(
    'Realtime Status',
    `<tr><td><form action=status.php>Run ID:<input name=first></form><div id=fixed_table align=center><table width=100% class=table_text border=0>${head}${rows.join('')}</table></div></td></tr>`,
    username,
  )
}

/** The code out of base64 of what `encodeURIComponent` wrote. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(Buffer.from(text, 'base64').toString())
  } catch {
    return null
  }
}

function submit(form: URLSearchParams, username: string | null, bank: FakeBank): FakeAnswer {
  if (!username) return { body: signInPage('') }
  const source = decoded(form.get('_usercode') ?? '')
  const problemId = form.get('problemid') ?? ''
  const languageId = form.get('language') ?? ''
  if (bank.isLocked(username))
    return { body: errors('Sorry, your account is locked by the administrator.', username) }
  if (!HDU_PROBLEMS[problemId]) return { body: errors(`No such problem - Problem ${problemId}.`, username) }
  if (source === null || source.length <= 50 || source.length > 65_536)
    return {
      body: errors(
        'Code length is improper! Make sure your code length is longer than 50 and not exceed 65536 Bytes.',
        username,
      ),
    }
  if (!LANGUAGES[Number(languageId)]) return { body: errors('Language Error!', username) }
  if (bank.isTooFast(username))
    return { body: errors("Please don't re-submit in 5 seconds, thank you.", username) }
  bank.submit({ username, problemId, languageId, source })
  return { status: 302, headers: { location: 'status.php' } }
}

function signIn(form: URLSearchParams, bank: FakeBank): FakeAnswer {
  const username = form.get('username') ?? ''
  const token = bank.signIn(username, form.get('userpass') ?? '')
  if (!token) return { body: signInPage('<font color=red>No such user or wrong password.</font>') }
  if (bank.isLocked(username)) return { body: message('Sorry, this account is locked.', null) }
  return { status: 302, headers: { ...cookie('PHPSESSID', token), location: 'index.php' } }
}

/** HDU: PHP, GBK, frames of panels. */
export const hduSite = (): FakeSite => ({
  key: 'HDU',
  charset: 'gbk',
  firstRun: 40_000_001,
  tokenOf: ({ cookies }) => cookies.PHPSESSID ?? null,
  kindOf({ path, query }) {
    if (path === '/showproblem.php') return 'problem'
    if (path === '/userloginex.php') return 'signIn'
    if (path === '/submit.php') return 'submit'
    if (path === '/viewerror.php') return 'message'
    if (path !== '/status.php') return 'other'
    return query.get('first') ? 'poll' : 'runs'
  },
  answer({ method, path, query, form, username }, bank) {
    if (path === '/' || path === '/index.php')
      return { body: page('Welcome', '<tr><td>Welcome</td></tr>', username) }
    if (path === '/showproblem.php') {
      const id = query.get('pid') ?? ''
      const problem = HDU_PROBLEMS[id]
      if (!/^\d+$/.test(id)) return { body: message('Invalid Parameter.', username) }
      if (!problem) return { body: message(`No such problem - <strong>Problem ${id}</strong>.`, username) }
      return { body: problemPage(id, problem, username) }
    }
    if (path === '/userloginex.php') {
      if (method === 'POST') return signIn(form, bank)
      return { body: signInPage('') }
    }
    if (path === '/submit.php' && method === 'POST') return submit(form, username, bank)
    if (path === '/status.php') {
      const first = query.get('first') || null
      const runs = bank
        .runsOf(query.get('user') || null, query.get('pid') || null)
        .filter((run) => first === null || Number(run.id) <= Number(first))
      return { body: statusPage(runs, bank, username, first) }
    }
    if (path === '/viewerror.php') {
      const run = bank.runOf(query.get('rid') ?? '')
      if (run?.verdict !== 'CE') return { body: message('No such run.', username) }
      const text = `0_${run.id}.cpp: In function 'int main()':\n0_${run.id}.cpp:3:5: error: 'cout' was not declared in this scope\n    cout<<1;\n    ^`
      return {
        body: page(
          'View Compilation Error',
          `<tr><td align=left><pre>${escaped(text)}</pre></td></tr>`,
          username,
        ),
      }
    }
    return null
  },
})
