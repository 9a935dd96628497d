import { escaped } from './fakeBank.ts'

export type AtcoderView = { username: string | null; csrf: string }

export type AtcoderTask = {
  contest: string
  id: string
  letter: string
  title: string
  /** As the page words them, in either language. */
  limits: string
  /** HTML of `#task-statement`. */
  statement: string
}

const part = (title: string, html: string) =>
  `<div class="part">\n<section>\n<h3>${title}</h3>${html}\n</section>\n</div>\n`

const sample = (title: string, text: string, note = '') =>
  part(title, `<pre>${escaped(text).replaceAll('\n', '\r\n')}\r\n</pre>${note}`)

export const KETTLES: AtcoderTask = {
  contest: 'tea042',
  id: 'tea042_a',
  letter: 'A',
  title: 'Kettles in a Row',
  limits: 'Time Limit: 2 sec / Memory Limit: 1024 MiB',
  statement: `<span class="lang"><span class="lang-ja"><p>配点 : <var>100</var> 点</p>
${part('問題文', '<p>やかんが <var>N</var> 個あります。</p>')}${sample('入力例 1', '9 9', '<p>説明</p>')}</span>
<span class="lang-en"><p>Score : <var>100</var> points</p>
${part(
  'Problem Statement',
  `<p>There are <var>N</var> kettles, and kettle <var>i</var> holds <var>A_i</var> cups, <var>1 \\leq A_i</var>.</p>
  <p><img alt="kettles" src="/img/other/kettles.png"></p><ul><li>Pour <strong>one</strong> of them.</li></ul>`,
)}
${part('Constraints', '<ul><li><var>1 \\leq N \\leq 10^5</var></li><li>All are integers.</li></ul>')}
<hr><div class="io-style">
${part(
  'Input',
  '<p>Given as:</p><pre><var>N</var>\r\n<var>A_1</var> <var>A_2</var> <var>\\ldots</var> <var>A_{N}</var>\r\n</pre>',
)}
${part('Output', '<p>Print the cups.</p>')}</div><hr>
${sample('Sample Input 1', '2\n3 <4')}
${sample('Sample Output 1', '7', '<p>Both hold <var>7</var> cups.</p>')}
<hr>${sample('Sample Input 2', '1\n1')}${sample('Sample Output 2', '1')}</span></span>`,
}

/** A task of early contests: no English, no sections of today. */
export const UMBRELLA: AtcoderTask = {
  contest: 'old003',
  id: 'old003_4',
  letter: 'D',
  title: '傘の並べ方',
  limits: '実行時間制限: 1.5 sec / メモリ制限: 64 MB',
  statement: `<div class="part"><h3>問題文</h3><section>傘が <var>\\(R\\)</var> 本と <var>C</var> 本あります。</section></div>
<div class="part"><h3>入力例1</h3><section><pre>3 2\r\n</pre></section></div>`,
}

/** An early English task: headings stand before their sections. */
export const BRIDGE: AtcoderTask = {
  contest: 'old003',
  id: 'old003_bridge',
  letter: 'E',
  title: 'Bridge and Wind',
  limits: 'Time Limit: 500 msec / Memory Limit: 65536 KB',
  statement: `<h3>Problem Statement</h3><section><p>A bridge of length <var>L</var> sways.</p></section>
<h3>Input</h3><section><p>The length.</p></section><h3>Output</h3><section><p>The sway.</p></section>
<h3>Notes</h3><section><p>Wind blows east.</p></section>
<h3>Sample Input 1</h3><pre>5</pre><h3>Sample Output 1</h3><pre>2</pre>`,
}

export const layout = (view: AtcoderView, title: string, body: string) => `<!DOCTYPE html>
<html><head><title>${title}</title><meta http-equiv="Content-Language" content="en"><script>
  var LANG = "en"; var userScreenName = "${view.username ?? ''}"; var csrfToken = "${view.csrf}"
</script></head><body><nav><a class="contest-title" href="/contests/tea042">Tea House Contest 042</a>
${view.username ? `<a href="/users/${view.username}">${view.username}</a>` : '<a href="/login">Sign In</a>'}</nav>
<div id="main-container" class="container">${body}</div></body></html>`

export const taskPage = (view: AtcoderView, { letter, title, limits, statement, contest }: AtcoderTask) =>
  layout(
    view,
    `${letter} - ${title}`,
    `<div class="row"><div class="col-sm-12"><span class="h2">
  ${letter} - ${title}
  <a class="btn btn-default btn-sm" href="/contests/${contest}/editorial">Editorial</a></span>
  <span id="task-lang-btn" class="pull-right"><span data-lang="ja"></span></span><hr/>
  <p>
  ${limits}
  </p><div id="task-statement">${statement}</div></div></div>`,
  )

const alert = (text: string) =>
  text &&
  `<div class="alert alert-danger alert-dismissible col-sm-12 fade in" role="alert">
  <button type="button" class="close" data-dismiss="alert"><span>&times;</span></button>
  <span class="glyphicon glyphicon-exclamation-sign"></span> ${escaped(text)}</div>`

const token = ({ csrf }: AtcoderView) => `<input type="hidden" name="csrf_token" value="${escaped(csrf)}" />`

export const loginPage = (view: AtcoderView, error = '', extra = '') =>
  layout(
    view,
    'Sign In - AtCoder',
    `${alert(error)}<form class="form-horizontal" action="" method="POST"><input type="text" id="username"
  name="username"><input type="password" id="password" name="password">${extra}
  <button type="submit" id="submit">Sign In</button>${token(view)}</form>`,
  )

export const submitPage = (view: AtcoderView, contest: string, error = '', extra = '') =>
  layout(
    view,
    'Submit - Tea House Contest 042',
    `${alert(error)}<form class="form-horizontal form-code-submit" action="/contests/${contest}/submit" method="POST">
  <select id="select-task" name="data.TaskScreenName"></select><select name="data.LanguageId"></select>
  <textarea name="sourceCode"></textarea>${extra}<button type="submit">Submit</button>${token(view)}</form>`,
  )

export type AtcoderRun = { id: string; task: string; username: string; label: string }

export const runsPage = (view: AtcoderView, contest: string, runs: readonly AtcoderRun[]) =>
  layout(
    view,
    'All Submissions',
    `<form><input type="text" name="f.User"><select name="f.Task"></select></form>${
      runs.length === 0
        ? '<div class="panel-body">No Submissions</div>'
        : `<table class="table"><tbody>${runs
            .map(
              ({
                id,
                task,
                username,
                label,
              }) => `<tr><td class="no-break"><time>2030-01-02 10:00:00+0900</time></td>
    <td><a href="/contests/${contest}/tasks/${task}">A</a></td><td><a href="/users/${username}">${username}</a></td>
    <td>C++</td><td class="submission-score" data-id="${id}">0</td><td>99 Byte</td>
    <td class='text-center'><span class='label label-default'>${label}</span></td>
    <td class="text-center"><a href="/contests/${contest}/submissions/${id}">Detail</a></td></tr>`,
            )
            .join('')}</tbody></table>`
    }`,
  )

/** The page of a run. `figures` are time (ms) and memory (KB); `compiler` is what the compiler said. */
export const runPage = (
  view: AtcoderView,
  { id, label }: Pick<AtcoderRun, 'id' | 'label'>,
  {
    figures,
    compiler,
    source,
  }: { figures: readonly [number, number] | null; compiler: string; source: string },
) =>
  layout(
    view,
    `Submission #${id}`,
    `<span class="h2">Submission #${id}</span><pre id="submission-code">${escaped(source)}</pre>
  <h4>Submission Info</h4><div class="panel panel-default"><table class="table table-bordered table-striped">
  <tr><th class="col-sm-4">Submission Time</th><td class="text-center"><time>2030-01-02 10:00:00+0900</time></td></tr>
  <tr><th>Status</th><td id="judge-status" class="text-center"><span class='label label-warning'
   data-toggle='tooltip' data-placement='top' title="">${label}</span></td></tr>
  ${
    figures
      ? `<tr><th>Exec Time</th><td class="text-center">${figures[0]} ms</td></tr>
  <tr><th>Memory</th><td class="text-center">${figures[1]} KiB</td></tr>`
      : ''
  }</table></div>${compiler ? `<h4>Compile Error</h4><pre>${escaped(compiler)}</pre>` : ''}`,
  )
