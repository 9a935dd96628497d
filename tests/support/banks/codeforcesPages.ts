import { escaped } from './fakeBank.ts'

/** What a page of the fake Codeforces knows of the one who asks. */
export type CodeforcesView = { handle: string | null; csrf: string }

export type CodeforcesProblem = {
  contest: string
  index: string
  title: string
  time: string
  memory: string
  /** HTML between the header and the samples. */
  body: string
  samples: readonly (readonly [input: string, output: string])[]
  note?: string
  files?: readonly [input: string, output: string]
  tags: readonly string[]
  /** Whether lines of samples lie in a `<div>` each, as in rounds since 2022. */
  hasLineBlocks?: boolean
}

export type CodeforcesRun = {
  id: number
  handle: string
  contest: string
  index: string
  isGym: boolean
  /** Word of the API. */
  word: string
  /** Phrase of the pages. */
  phrase: string
}

const section = (kind: string, title: string, html: string) =>
  `<div class="${kind}"><div class="section-title">${title}</div>${html}</div>`

export const LANTERNS: CodeforcesProblem = {
  contest: '4242',
  index: 'A',
  title: 'Lanterns on a String',
  time: '1.5 seconds',
  memory: '256 megabytes',
  body: `<div><p>A string holds $$$n$$$ lanterns, and lantern $$$i$$$ burns for $$$a_i$$$ hours
    ($$$1 \\le a_i &lt; 10^9$$$).</p>
    <p>Count the hours after which <span class="tex-font-style-bf">at most</span> $$$k$$$ of them burn:</p>
    <p>$$$$$$\\sum_{i=1}^{n} a_i$$$$$$</p>
    <center><img class="tex-graphics" src="/predownloaded/aa/bb/lanterns.png" style="max-width: 100.0%;"></center>
    <ul><li>A lantern costs 5$ to light.</li><li>It never burns again.</li></ul></div>
    ${section('input-specification', 'Input', '<p>Two integers $$$n$$$ and $$$k$$$, then $$$n$$$ integers.</p>')}
    ${section('output-specification', 'Output', '<p>One integer: the hours.</p>')}`,
  samples: [
    ['3 1\n4 9 2', '4'],
    ['1 1\n7', '0'],
  ],
  note: '<p>In the first example two lanterns go out by hour $$$4$$$.</p>',
  tags: ['greedy', 'sortings', '*1100'],
}

export const GUESSING: CodeforcesProblem = {
  contest: '4242',
  index: 'B1',
  title: 'Guess the Bell (easy version)',
  time: '500 milliseconds',
  memory: '512 megabytes',
  body: `<div><p>The tower hides a bell of weight $$$x$$$.</p></div>
    ${section('input-specification', 'Input', '<p>The first line holds the number of towers.</p>')}
    <div><div class="section-title">Interaction</div><p>Print <span class="tex-font-style-tt">? w</span> to weigh it.</p></div>
    <div><div class="section-title">Scoring</div><p>All towers count the same.</p></div>`,
  samples: [['2\n\n<\n\n=', '? 5\n\n! 4']],
  files: ['bell.in', 'bell.out'],
  tags: ['interactive'],
  hasLineBlocks: true,
}

export const ORCHARD: CodeforcesProblem = {
  contest: '921',
  index: '01',
  title: 'Orchard Walk',
  time: '2 seconds',
  memory: '64 megabytes',
  body: `<div><p>There are <span class="tex-span"><i>n</i></span> trees
    (<span class="tex-span">1 ≤ <i>n</i> ≤ 10<sup class="upper-index">5</sup></span>) of heights
    <span class="tex-span"><i>h</i><sub class="lower-index"><i>i</i></sub></span>.</p></div>
    ${section('input-specification', 'Input', '<p>The heights.</p>')}
    ${section('output-specification', 'Output', '<p>The longest walk.</p>')}`,
  samples: [['3\n1 2 3', '3']],
  tags: [],
}

export const HARBOUR: CodeforcesProblem = {
  contest: '100777',
  index: 'A',
  title: 'Harbour Lights',
  time: '2 seconds',
  memory: '128 megabytes',
  body: `<div><p>Ships pass $$$m$$$ lights.</p></div>
    ${section('input-specification', 'Input', '<p>$$$m$$$ and the lights.</p>')}
    ${section('output-specification', 'Output', '<p>How many are seen.</p>')}`,
  samples: [['2\n1 1', '2']],
  tags: [],
}

/** Problems of the gym. B and C have their statements as files only. */
export const GYM_ROWS = [
  { index: 'A', title: 'Harbour Lights', limits: '2 s, 128 MB' },
  { index: 'B', title: 'Tunnel of Echoes', limits: '3 s, 256 MB' },
  { index: 'C', title: 'Silent Mill', limits: '0.5 s, 64 MB' },
]

export const layout = (view: CodeforcesView, body: string, side = '') => `<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta name="X-Csrf-Token" content="${view.csrf}"/>
<meta name="utc_offset" content="+03:00"/><title>Codeforces</title></head><body>
<div id="header"><div class="lang-chooser">${
  view.handle
    ? `<div><a href="/profile/${view.handle}">${view.handle}</a> | <a href="/${view.csrf}/logout">Logout</a></div>`
    : '<div><a href="/enter?back=%2F">Enter</a> | <a href="/register">Register</a></div>'
}</div></div>
<span class='csrf-token' data-csrf='${view.csrf}'>&nbsp;</span>
<div id="sidebar">${side}</div><div id="pageContent" class="content-with-sidebar">${body}</div></body></html>`

const contestBox = (kind: string, contest: string, name: string) =>
  `<table class="rtable"><tbody><tr><th class="left" style="width:100%;">
  <a style="color: black" href="/${kind}/${contest}">${name}</a></th></tr></tbody></table>`

export const contestName = (contest: string) =>
  Number(contest) >= 100_000 ? 'Winter School Cup' : 'Codeforces Round 4242 (Div. 2)'

const sampleBlock = (text: string, hasLineBlocks: boolean) =>
  hasLineBlocks
    ? text
        .split('\n')
        .map(
          (line, at) =>
            `<div class="test-example-line test-example-line-${at % 2 ? 'odd' : 'even'}">${escaped(line)}</div>`,
        )
        .join('')
    : `${escaped(text).replaceAll('\n', '<br />')}<br />`

const property = (kind: string, caption: string, text: string) =>
  `<div class="${kind}"><div class="property-title">${caption}</div>${text}</div>`

export function problemPage(view: CodeforcesView, problem: CodeforcesProblem): string {
  const { contest, index, title, files } = problem
  const samples = problem.samples
    .map(
      ([input, output]) => `<div class="input"><div class="title">Input</div><pre>
${sampleBlock(input, problem.hasLineBlocks ?? false)}</pre></div><div class="output"><div class="title">Output</div><pre>
${sampleBlock(output, problem.hasLineBlocks ?? false)}</pre></div>`,
    )
    .join('')
  const kind = Number(contest) >= 100_000 ? 'gym' : 'contest'
  return layout(
    view,
    `<div class="problemindexholder" problemindex="${index}"><div class="ttypography"><div class="problem-statement">
    <div class="header"><div class="title">${index}. ${title}</div>
    ${property('time-limit', 'time limit per test', problem.time)}
    ${property('memory-limit', 'memory limit per test', problem.memory)}
    ${property(`input-file${files ? '' : ' input-standard'}`, 'input', files?.[0] ?? 'standard input')}
    ${property(`output-file${files ? '' : ' output-standard'}`, 'output', files?.[1] ?? 'standard output')}</div>
    ${problem.body}
    ${section('sample-tests', 'Examples', `<div class="sample-test">${samples}</div>`)}
    ${problem.note ? section('note', 'Note', problem.note) : ''}
    </div></div></div>`,
    `${contestBox(kind, contest, contestName(contest))}
    ${problem.tags.map((tag) => `<span class="tag-box" style="font-size:1.2rem;" title="">\n  ${tag}\n</span>`).join('')}`,
  )
}

/** The list of a contest; `file` is the path of its statements. */
export const contestPage = (
  view: CodeforcesView,
  contest: string,
  rows: readonly { index: string; title: string; limits: string }[],
  file: string | null,
) =>
  layout(
    view,
    `<table class="problems"><tbody><tr><th>#</th><th>Name</th><th></th></tr>${rows
      .map(
        ({
          index,
          title,
          limits,
        }) => `<tr><td class="id"><a href="/gym/${contest}/problem/${index}">${index}</a></td>
      <td><div style="position: relative;"><div style="float: left;"><a href="/gym/${contest}/problem/${index}"><!--
      -->${title}<!-- --></a></div><div style="float:right;" class="notice"><div>standard input/output</div>
      ${limits}</div></div></td><td class="act"></td></tr>`,
      )
      .join('')}</tbody></table>`,
    `${contestBox('gym', contest, contestName(contest))}${
      file
        ? `<ul><li><a href="/gym/${contest}/attachments/download/1/tutorial-ru.pdf">Russian</a></li>
    <li><a href="${file}">Statements (English)</a></li></ul>`
        : ''
    }`,
  )

const errorSpan = (field: string, error: string) =>
  error ? `<span class="error for__${field}">${escaped(error)}</span>` : ''

export const enterPage = (view: CodeforcesView, error = '', extra = '') =>
  layout(
    view,
    `<form method="post" action="" id="enterForm"><input type='hidden' name='csrf_token' value='${view.csrf}'/>
  <input type="hidden" name="action" value="enter"/><input type="hidden" name="ftaa" value=""/>
  <input type="hidden" name="bfaa" value=""/><input name="handleOrEmail" id="handleOrEmail"/>
  <input name="password" type="password" id="password"/>${errorSpan('password', error)}
  <input type="checkbox" name="remember"/>${extra}<input class="submit" type="submit" value="Login"/></form>`,
  )

export const submitPage = (view: CodeforcesView, contest: string, error = '', extra = '') =>
  layout(
    view,
    `<form class="submit-form" method="post" action=""><input type='hidden' name='csrf_token' value='${view.csrf}'/>
  <input type="hidden" name="ftaa" value=""/><input type="hidden" name="bfaa" value=""/>
  <input type="hidden" name="action" value="submitSolutionFormSubmitted"/>
  <input type="hidden" name="contestId" value="${contest}"/>
  <select name="submittedProblemIndex"><option value="A">A</option></select>
  <select name="programTypeId"><option value="54">GNU G++17 7.3.0</option></select>
  <textarea name="source"></textarea>${errorSpan('source', error)}${extra}
  <input class="submit" type="submit" value="Submit"/></form>`,
  )

export const statusPage = (view: CodeforcesView, runs: readonly CodeforcesRun[]) =>
  layout(
    view,
    `<table class="status-frame-datatable"><tbody><tr class="first-row"><th>#</th><th>When</th></tr>${runs
      .map(({ id, handle, contest, index, isGym, word, phrase }) => {
        const path = isGym ? `/gym/${contest}/problem/${index}` : `/problemset/problem/${contest}/${index}`
        return `<tr data-submission-id="${id}" partyMemberIds=";1;"><td class="id-cell">${id}</td>
        <td class="status-small"><span class="format-time">Jan/02/2030 10:00</span></td>
        <td class="status-party-cell"><a href="/profile/${handle}">${handle}</a></td>
        <td class="status-small" data-problemId="1"><a href="${path}">${index} - x</a></td><td>GNU C++17</td>
        <td class="status-cell status-small status-verdict-cell"><span class="submissionVerdictWrapper"
        submissionId="${id}" submissionVerdict="${word}">${phrase}</span></td></tr>`
      })
      .join('')}</tbody></table>`,
  )

/** Pages that a browser must run a script of before it is let through: the old check, and the work of today. */
export const CHECK_PAGE = `<html><body>Redirecting... Please, wait.<script type="text/javascript" src="/aes.min.js">
</script><script>document.cookie="RCPC="+toHex(slowAES.decrypt(c,2,a,b))+"; path=/"</script></body></html>`
export const WORK_PAGE = `<!DOCTYPE html><html><head><title>Codeforces</title></head><body>
<p>Please wait. Your browser is being checked. It may take a few seconds...</p><script>work(document.cookie)</script></body></html>`

/** What stands in the place of all pages while the site is down, with a script of the proxy before it. */
export const AWAY_PAGE = `<!DOCTYPE html><html><head><title>Codeforces</title></head><body>
<p>Codeforces is temporarily unavailable. Please, return in several minutes.</p>
<script src="/cdn-cgi/challenge-platform/scripts/invisible.js"></script></body></html>`
