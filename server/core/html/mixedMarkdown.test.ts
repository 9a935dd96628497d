import { describe, expect, it } from 'vitest'
import { withoutHtml } from './mixedMarkdown.ts'

const same = (address: string) => address
const markdown = (text: string) => withoutHtml(text, { link: same, picture: same })

describe('Markdown without tags', () => {
  it.each([
    '$1\\le l<p \\le n$，满足 $a_l>a_p$',
    '$$\na<b>c\n$$\n\nif (x<b && y>c) `vector<a>` ``<br>``',
    '```cpp\nvector<vector<int>> a; // <br>\n```\n\n    <p>code</p>\n\n* a_b  \n+ c\t\n',
    'a < b, 1<2>0, <https://a.example>, &lt;b&gt; \\<b>',
    '<!-- note -->\n\nwords <!-- note --> words',
    '| a | b |\n|:-:|---|\n| `<b>` | $x<y$ |\r\n',
    '![](/x.png) [a](https://x.example/?a=1&b=2 "t")\n\n[r]: /x',
  ])('stays as it is: %j', (text) => expect(markdown(text)).toBe(text))
})

describe('HTML in Markdown', () => {
  it.each([
    ['## Input\n\n<p>one <b>two</b></p>\n\nrest  \n', '## Input\n\none **two**\n\nrest  \n'],
    ['# x\n<p>one</p>', '# x\n\none'],
    ['a*b*\n<div align="center">c</div>\n\nd', 'a*b*\n\nc\n\nd'],
    ['<center>\n\n*x*\n\n</center>', '\n\n*x*\n\n'],
    ['<center><img src="/a b.png" width="3"></center>', '![](</a b.png>)'],
    ['a<br>b<br/>\n c', 'a\\\nb\\\n c'],
    ['a<br>\n1. x', 'a\n1. x'],
    ['a<br>1. x<br># y<br>- z<br>', 'a\\\n1\\. x\\\n\\# y\\\n\\- z'],
    ['- a<br>b\n- c', '- a\\\n  b\n- c'],
    ['- <p>a</p><p>b</p>\n- c', '- a\n\n  b\n- c'],
    ['> <p>a</p>\n> <p>b</p>', '> a\n>\n> b'],
    ['| a |\n|---|\n| b<br>c <b>d</b> |', '| a |\n|---|\n| b c **d** |'],
    ['# a<br>b', '# a b'],
    ['<span style="color:red">*a* $x<y$</span> <font color=red>b</font>', '*a* $x<y$ b'],
    ['数据<b>输入：</b>文 <b> a </b>b <i></i>c', '数据**输入：**&#x6587;  **a** b c'],
    ['a<b style="x">b *c*', 'ab *c*'],
    ['text <center><img src="/x"></center>', 'text \n\n![](/x)'],
    ['<b>a <i>b</i></b> <del>c</del>', '**a *b*** ~~c~~'],
    [
      '10<sup>5</sup>, a<sub>i,j</sub><sup>2</sup>, $x$<sup>2</sup>; <sup>1</sup>',
      '10$^{5}$, a$_{i,j}^{2}$, $x^{2}$; 1',
    ],
    ['<code>a*b</code> and <kbd>x`y</kbd>', '`a*b` and ``x`y``'],
    ['<a href="/q">*see*</a> and <a name="x">here</a>', '[*see*](/q) and here'],
    ['text <ul><li>a</li><li>b</li></ul> more', 'text \n\n- a\n- b\n\n more'],
    ['<table>\n<tr><td>1</td></tr>\n\n<tr><td>2</td></tr>\n</table>\n\nx', '|   |\n| - |\n| 1 |\n| 2 |\n\nx'],
    ['<pre>\na  b\n\n*c*\n</pre>\nd', '```\na  b\n\n*c*\n```\n\nd'],
    ['a <script>alert(1)</script>b <iframe src="/x"></iframe>', 'a b '],
    ['<p>若 $a_1<b$ 且 $c$，&lt;x&gt;</p>', '若 $a_1<b$ 且 $c$，\\<x>'],
    ['<div>\n\n    code\n\n</div>', '\n\n    code\n\n'],
  ])('%j', (text, expected) => expect(markdown(text)).toBe(expected))

  it.each([
    ['vector<int> and map<string, int>', 'vector\\<int> and map<string, int>'],
    ['a<b>c', 'a\\<b>c'],
    ['a <b and c> d</i>', 'a \\<b and c> d'],
    ['<p>if (x<b && y>c)</p>', 'if (x\\<b && y>c)'],
    ['<int>\n*x*', '\\<int>\n*x*'],
    ['<p>vector<int> a</p>', 'vector\\<int> a'],
  ])('keeps words that look like tags: %j', (text, expected) => expect(markdown(text)).toBe(expected))

  it('gives pictures and links of either kind the addresses that stand for them', () => {
    const seen: string[] = []
    const stands = (address: string) => {
      seen.push(address)
      return address.startsWith('file://') ? `/files/${encodeURIComponent(address.slice(7))}` : null
    }
    const text =
      '![a](file://图.png "t") [*b*](<file://c d.zip>) ![e][f] <img src="file://g.png"> <a href="file://h">i</a> `![](file://j)`\n\n[f]: file://k'
    expect(withoutHtml(text, { picture: stands, link: stands })).toBe(
      '![a](/files/%E5%9B%BE.png "t") [*b*](/files/c%20d.zip) ![e][f] ![](/files/g.png) [i](/files/h) `![](file://j)`\n\n[f]: /files/k',
    )
    expect(seen).not.toContain('file://j')
  })

  it.each([
    ['*a_', 60_000],
    ['<b>', 60_000],
    ['a<sup>1</sup>', 30_000],
    ['<table>\n\n', 5_000],
    ['> <p>a\n', 3_000],
    ['![](x<', 40_000],
  ])('reads %j many times in a moment', (part, count) => {
    const began = performance.now()
    expect(typeof markdown(part.repeat(count))).toBe('string')
    expect(performance.now() - began).toBeLessThan(20_000)
  })
})
