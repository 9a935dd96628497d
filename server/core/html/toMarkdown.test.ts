import { describe, expect, it } from 'vitest'
import { toMarkdown, webAddresses } from './toMarkdown.ts'
import { preText, textOf } from './tree.ts'

const base = new URL('https://bank.example/problems/show?id=1')
const markdown = (html: string, options = {}) => toMarkdown(html, webAddresses(base), options)

describe('statements', () => {
  it.each([
    ['<p>one</p><p>two</p>', 'one\n\ntwo'],
    ['<div>one</div>two<br>three', 'one\n\ntwo\\\nthree'],
    ['<b>bold <b>twice</b></b> <i>x</i> <u>y</u>', '**bold twice** *x* *y*'],
    ['<h2>Part</h2><center>middle</center>', '## Part\n\nmiddle'],
    ['a &lt; b &amp;&amp; c&nbsp;&gt; d &eacute;', 'a < b && c > d é'],
    ['<ul><li>one<li>two<ol start=3><li>x</ol></ul>', '- one\n- two\n\n  3. x'],
    ['<pre>\n  a b\r\n c</pre>', '```\n  a b\n c\n```'],
    ['<pre>a<br>b<div>c</div></pre>', '```\na\nb\nc\n```'],
    ['use <code>a`b</code> and <tt>*x*</tt>', 'use ``a`b`` and `*x*`'],
    ['*stars* _lines_ `ticks` [x](y) &lt;b&gt;', '\\*stars\\* \\_lines\\_ \\`ticks\\` \\[x]\\(y) \\<b>'],
    ['<b>bold<br></b>x', '**bold**\\\nx'],
    ['<table><caption>Title</caption><tr><td>a</td></tr></table>', 'Title\n\n|   |\n| - |\n| a |'],
    ['<p>&nbsp;</p><p></p>\n\n<p>b</p>', 'b'],
    ['', ''],
  ])('%s', (html, text) => expect(markdown(html)).toBe(text))

  it.each([
    ['<p>\n\t编译\n</p>\n<p>\n\t第二段\n</p>', '编译\n\n第二段'],
    ['<ol>\n\t<li>\n\t\t一\n\t</li>\n\t<li>\n\t\t二\n\t</li>\n</ol>', '1. 一\n2. 二'],
    ['<p>a*b*c and 3 * 4, # x</p>', 'a\\*b\\*c and 3 \\* 4, # x'],
    ['<strong>输入 </strong>数据', '**输入** 数据'],
    ['<b><span>输入 </span></b>数据', '**输入** 数据'],
    ['<p>1. first<br>2. second</p>', '1\\. first\\\n2\\. second'],
  ])('of editors: %j', (html, text) => expect(markdown(html)).toBe(text))

  it('keeps Chinese text and its punctuation', () => {
    expect(markdown('<div>给出 n 个数，<b>求和</b>。</div><div>注意：a&lt;b。<br>完</div>')).toBe(
      '给出 n 个数，**求和**。\n\n注意：a\\<b。\\\n完',
    )
  })

  it('makes tables of tables, one line a cell', () => {
    const html =
      '<table border=1><tr><td>a<td>b|c</tr><tr><td><p>1</p><p>2</p><td><pre>x\ny</pre><ul><li>z</ul></tr></table>'
    expect(
      markdown(html)
        .split('\n')
        .map((line) => line.replace(/ +/g, ' ')),
    ).toEqual(['| | |', '| --- | ----- |', '| a | b\\|c |', '| 1 2 | x y z |'])
  })

  it('keeps the columns of cells that span several, and formulas with bars', () => {
    const html =
      '<table><tr><th colspan=2>x<th>y</tr><tr><td>1<td>2<td>\\(|a|\\)</tr><tr><td colspan=9999>z</tr></table>'
    const rows = markdown(html).split('\n')
    expect(rows[0]).toMatch(/^\| x +\| +\| y +\|/)
    expect(rows[2]).toMatch(/^\| 1 +\| 2 +\| \$\\vert a\\vert\$ +\|/)
    expect(rows[3]?.split('|').length).toBeLessThan(30)
  })

  it('keeps characters of the private use area, which stand for formulas', () => {
    expect(markdown('a \uE0005\uE001 b')).toBe('a \uE0005\uE001 b')
  })
})

describe('formulas', () => {
  it.each([
    ['10<sup>5</sup> a<sub>i</sub><sup>2</sup>', '10$^{5}$ a$_{i}^{2}$'],
    ['<sup>note</sup> and <sub>low</sub>', 'note and low'],
    ['2<sup>n<sub>k</sub></sup>', '2$^{n_{k}}$'],
    ['<i>x</i><sup>2</sup>', '*x*$^{2}$'],
    ['<var>A_i</var> and <var>N<sub>1</sub></var>', '$A_i$ and $N_{1}$'],
    ['$$$a_i \\le 5$$$, $$$$$$x^2$$$$$$', '$a_i \\le 5$, $$x^2$$'],
    ['\\(a*b*c\\) and \\[y\\]', '$a*b*c$ and $$y$$'],
    ['it costs $5 and $6', 'it costs \\$5 and \\$6'],
    ['2<font><sup>5</sup></font>', '2$^{5}$'],
    [
      '小于 <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mn>10</mn></mrow>' +
        '<annotation encoding="application/x-tex">10\\,007 &lt; x</annotation></semantics></math></span>' +
        '<span class="katex-html"><span>10007&lt;x</span></span></span> 的数',
      '小于 $10\\,007 < x$ 的数',
    ],
    [
      // An editor has stripped the MathML of its tags.
      '当 <span class="katex"><span class="katex-mathml">fi≤21f_i \\le \\frac{2}{1}</span><span class="katex-html">' +
        '<span class="strut"></span><span>f</span><span>i</span><span>≤</span><span>1<span>2</span>\u200b</span></span></span> 时',
      '当 $f_i \\le \\frac{2}{1}$ 时',
    ],
    [
      '<p>有 <span class="katex"><span class="katex-mathml">√x</span><span class="katex-html"><span>x</span></span></span> 个</p>',
      '有 x 个',
    ],
    [
      '<span class="katex-display"><span class="katex"><math><annotation encoding="application/x-tex">x</annotation></math></span></span>',
      '$$x$$',
    ],
    ['<span class="MathJax">n2</span><script type="math/tex">n^2</script> people', '$n^2$ people'],
    ['<script type="math/tex; mode=display">n</script>', '$$n$$'],
  ])('%s', (html, text) => expect(markdown(html)).toBe(text))

  it('reads single dollars only where the page has formulas between them', () => {
    const html = 'Let $n_1$ be $$x^2$$ for $ 5 or 10$.'
    expect(markdown(html, { hasDollarMath: true })).toBe('Let $n_1$ be $$x^2$$ for \\$ 5 or 10\\$.')
    expect(markdown(html)).toContain('Let \\$n_1\\$ be')
  })
})

describe('hostile pages', () => {
  it.each([
    ['<script>alert(1)</script>a<style>p{}</style>', 'a'],
    ['<p onclick="x()" style="position:fixed">a</p>', 'a'],
    ['<form action=/x><input name=password>a</form>b', 'b'],
    ['<iframe src=/x>a</iframe><object data=x>b</object><svg><script>1</script></svg>c', 'c'],
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<a href=" JaVaScRiPt:alert(1)">x</a>', 'x'],
    ['<a href="data:text/html,x">x</a>', 'x'],
    ['<a href="../y?a=1&amp;b=2" target=_top>y</a>', '[y](https://bank.example/y?a=1\\&b=2)'],
    ['<a href="//other.example/">z</a>', '[z](https://other.example/)'],
    ['<img src="img/a b.png" alt="A\n B" onerror=x>', '![A B](https://bank.example/problems/img/a%20b.png)'],
    ['<img src="data:image/png;base64,AA">', ''],
    ['<img src="file:///etc/passwd"><img src="https://u:p@h.example/"><img>', ''],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '\\<script>alert(1)\\</script>'],
    ['<!-- <b>x</b> --><![CDATA[y]]><?php z ?>', ''],
    ['</div></b></table><p>a <b>b <i>c</b> d', 'a **b _c_** *d*'],
    ['a\u0000b', 'ab'],
  ])('%s', (html, text) => expect(markdown(html).replace('\uFFFD', '')).toBe(text))

  it.each([
    ['<div>', 50_000],
    ['<b>', 80_000],
    ['<a href=x>', 25_000],
    ['<p>', 80_000],
    ['<table>x', 30_000],
    ['<font><b><i><p>', 15_000],
    ['<ul><li>', 300],
    ['<blockquote>', 390],
    ['<sup>', 390],
    ['<', 250_000],
    ['$', 250_000],
    ['\\(', 120_000],
    ['|', 20_000],
    ['*_`[', 5_000],
    ['&lt;a', 10_000],
    ['\n', 200_000],
    [' ', 200_000],
    ['&nbsp;', 40_000],
  ])('reads %j many times in a moment', (tag, count) => {
    const begun = performance.now()
    const text = markdown(`${tag.repeat(count)}deep`)
    markdown(`<pre>a${tag.repeat(Math.min(count, 20_000))}b</pre>`)
    preText(`a${tag.repeat(count)}b`)
    expect(performance.now() - begun).toBeLessThan(6_000)
    expect(typeof text).toBe('string')
  })
})

describe('plain text', () => {
  it('is one line', () => {
    expect(textOf(' <b>a</b>\n<div>b</div>c&nbsp;&lt;<script>x</script> ')).toBe('a b c <')
  })

  it.each([
    ['<pre>\n1&nbsp;2\r\n  3 </pre>', '1 2\n  3'],
    ['<pre><div style="x">1 2\n3<div><div>Hint</div></div></div></pre>', '1 2\n3\nHint'],
    ['1<br>2<br/><br>3', '1\n2\n\n3'],
    ['<div>1</div><div>2</div>', '1\n2'],
    ['\n\n x\n\n', ' x'],
    ['error: &lt;iostream&gt;\n\tx', 'error: <iostream>\n\tx'],
  ])('keeps lines of %j', (html, text) => expect(preText(html)).toBe(text))
})
