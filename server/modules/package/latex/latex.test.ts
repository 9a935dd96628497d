import { describe, expect, it } from 'vitest'
import { latexToMarkdown } from './latex.ts'
import { plainTitle } from './statement.ts'

const markdown = (latex: string) => latexToMarkdown(latex).markdown

describe('latexToMarkdown', () => {
  it.each([
    ['plain words', 'plain words'],
    ['\\textbf{bold} and \\emph{soft}', '**bold** and *soft*'],
    ['{\\bf bold} after, \\it{soft} after', '**bold** after, *soft* after'],
    ['\\textbf{注意：}文字', '**注意：**&#x6587;字'],
    ['输入\\textbf{“n”}个', '输&#x5165;**“n”**&#x4E2A;'],
    ['第\\textbf{$n$}个, \\textit{$x$}是', '&#x7B2C;**$n$**&#x4E2A;, *$x$*&#x662F;'],
    ['\\textbf{Note:}the {\\bf\\it (a)}b', '**Note:**&#x74;he ***(a)***&#x62;'],
    ['\\begin{tabular}{l}a\\textbf{(b)}\\end{tabular}', '| &#x61;**(b)** |'],
    ['{\\tt a\\textbf{(b)}c}', '`a(b)c`'],
    ['\\texttt{a\\textasciitilde b~c \\~{}d \\textasciitilde{}e}', '`a~b c ~d ~e`'],
    ['\\texttt{a\\_b \\& c}', '`a_b & c`'],
    ["``quoted'' -- and --- so", '“quoted” – and — so'],
    ['a\\_b * c # d', 'a\\_b \\* c \\# d'],
    ['100\\% of \\$5 \\& \\{x\\}', '100% of \\$5 & {x}'],
    ['costs \\$5 and $x$, or \\texttt{\\$6}', 'costs \\$5 and $x$, or `$6`'],
    ['one % not this\ntwo', 'one two'],
    ['$a_i * b < c$ and \\(x\\)', '$a_i * b < c$ and $x$'],
    ['\\[ x \\]', '$$\nx\n$$'],
    ['$$ \\frac{a}{b} $$', '$$\n\\frac{a}{b}\n$$'],
    [
      '\\begin{align*}a &= b \\\\ c &= d\\end{align*}',
      '$$\n\\begin{aligned}\na &= b \\\\ c &= d\n\\end{aligned}\n$$',
    ],
    ['\\begin{multline*}a\\\\b\\end{multline*}', '$$\n\\begin{gathered}\na\\\\b\n\\end{gathered}\n$$'],
    [
      '\\begin{alignat*}{2}a &= \\makebox[2em][l]{b}\\end{alignat*}',
      '$$\n\\begin{alignedat}\n{2}a &= \\mbox{b}\n\\end{alignedat}\n$$',
    ],
    [
      '\\begin{math}x\\end{math} $\\begin{align*}a&=b\\end{align*}$',
      '$x$ $\\begin{aligned}a&=b\\end{aligned}$',
    ],
    ['$\\begin{array}[t]{@{}l@{\\;}|p{2cm}*{2}{c}}a\\end{array}$', '$\\begin{array}{l|lcc}a\\end{array}$'],
    [
      '$\\begin{cases}a&\\text{if $x>0$;}\\\\b&\\text{else}\\end{cases}$ and $y$',
      '$\\begin{cases}a&\\text{if \\(x>0\\);}\\\\b&\\text{else}\\end{cases}$ and $y$',
    ],
    ['$\\{$ {$x$} ${y$ z $\\$$ \\(\\mbox{a $b$}\\)', '$\\{$ $x$ ${y$ z $\\$$ $\\mbox{a \\(b\\)}$'],
    ['\\texttt{1 2 \\\\\n3 4\\\\[2pt] 5\\\\\n} \\t{a\\\\n}', '`1 2`  \n`3 4`  \n`5` `a\\\\n`'],
    [",,a'' and \\texttt{a,,b}", '„a” and `a,,b`'],
    ['\\noindent\\rule{\\textwidth}{1pt}a \\hyperref[b]{c}\\dag', 'a c†'],
    ['\\begin{itemize}\n\\item one\n\\item two\n\\end{itemize}', '- one\n- two'],
    [
      '\\begin{enumerate}\\item one\\begin{itemize}\\item in\\end{itemize}\\item two\\end{enumerate}',
      '1. one\n   - in\n2. two',
    ],
    ['\\begin{verbatim}\n  a*b\n\\end{verbatim}', '```\n  a*b\n```'],
    ['\\section{Input}\nTwo.', '## Input\n\nTwo.'],
    ['\\InputFile\nTwo.\n\\OutputFile\nOne.', '## Input\n\nTwo.\n\n## Output\n\nOne.'],
    [
      '\\begin{tabular}{|l|r|}\\hline a & b \\\\ \\hline 1 & $x|y$ \\\\ \\end{tabular}',
      '| a | b |\n| --- | --- |\n| 1 | $x\\|y$ |',
    ],
    [
      '\\begin{tabular}{lr}\\hline a & b \\\\ \\hline % c & d \\\\ e\n% 1 & 2 \\\\\n3\\% & 4\n\\end{tabular}',
      '| a | b |\n| --- | --- |\n| 3% | 4 |',
    ],
    [
      '\\begin{tabular}{ll}\\makecell{a\\\\b} & \\begin{tabular}[c]{@{}l@{}}c\\\\d\\end{tabular} \\\\[2pt] \\verb|{&| & {\\bf e}\\end{tabular}',
      '| a b | c d |\n| --- | --- |\n| `{&` | **e** |',
    ],
    [
      '\\url{https://example.org} \\href{https://example.org}{there}',
      '<https://example.org> [there](https://example.org)',
    ],
    ['\\includegraphics[width=3cm]{ship}', '![](ship)'],
    ['caf\\\'e na\\"{\\i}ve', 'café'],
    ['\\noindent\\small Words\\ldots', 'Words…'],
    ['a~b', 'a\u00a0b'],
    ['one\n\n\n\n   two', 'one\n\ntwo'],
    ['{\\bfseries bold} and {\\itshape soft}', '**bold** and *soft*'],
    [
      'x\\textsuperscript{2}, 1\\textsuperscript{st}, a\\textsubscript{$i$}',
      'x$^{2}$, 1$^{\\text{st}}$, a$_{i}$',
    ],
    ['\\textcolor{red}{hot} {\\color[rgb]{1,0,0}cold} \\colorbox{red}{box}', 'hot cold box'],
    ['\\underline{u} \\sout{s} {\\Huge big} \\tiny{small}', 'u ~~s~~ big small'],
    ['«a» <<b>> "--- c', '«a» «b» — c'],
    ['a\n+ b\n> c', 'a\n\\+ b\n\\> c'],
    ['\\t{\\textbf{a} $x_1$ \\ldots}', '`a` $x_1$ `…`'],
    ['\\url{example.org/a\\_b} \\href{http://a.b/c (d)}{e}', '`example.org/a_b` [e](<http://a.b/c (d)>)'],
    ['\\includegraphics[width=0.5\\textwidth, angle=3]{a b.png}', '![](a%20b.png)'],
    [
      '\\begin{center}\\begin{tabular}{|c|c|}\\hline \\multicolumn{2}{|c|}{both} \\\\ \\cline{1-2}\n\\multirow{2}{*}{x} & 1 \\tabularnewline & 2 \\\\ \\hline\\end{tabular}\\end{center}',
      '| both |  |\n| --- | --- |\n| x | 1 |\n|  | 2 |',
    ],
    ['\\begin{tabularx}{\\textwidth}{|l|X|}a & b\\end{tabularx}', '| a | b |\n| --- | --- |'],
    [
      '\\begin{itemize}\n\\item one\n\\begin{verbatim}\na*b\n\n c\n\\end{verbatim}\nafter\n\\item two $$x$$ end\n\\end{itemize}',
      '- one\n\n   ```\n   a*b\n\n    c\n   ```\n\n   after\n- two\n\n   $$\n   x\n   $$\n\n    end',
    ],
    ['\\begin{verbatim}\n```\n\n\n  a\n\\end{verbatim}', '````\n```\n\n\n  a\n````'],
    ['\\includegraphics{x.png}\\\\ \\small{Figure}', '![](x.png)\n\n Figure'],
    ['\\newcommand{\\maxn}{1000}\nUp to $\\maxn$, \\maxn{} or \\maxn.', 'Up to $1000$, 1000 or 1000.'],
    ['\\def\\pair#1#2{(#1, #2)}$\\pair{a}{\\pair b c}$', '$(a, (b, c))$'],
    ['\\newcommand\\up[2][2]{$#2^#1$}\\up{x} \\up[3]{y}', '$x^2$ $y^3$'],
    ['\\DeclareMathOperator{\\lcm}{lcm}$\\lcm(a)$', '$\\operatorname{lcm}(a)$'],
    ['\\newcommand{\\e}{\\alpha}$\\e b$ \\verb|\\e|', '$\\alpha b$ `\\e`'],
    ['% \\newcommand{\\a}{1}\n\\renewcommand{\\arraystretch}{2}Words', 'Words'],
    ['\\newcommand{\\a}{\\a\\a}x\\a', 'x'],
    ['\\newcommand{\\n}{10}\\newcommand{\\m}{20\\xspace}$\\n*\\m$, \\n x, \\m x', '$10*20$, 10x, 20 x'],
    [
      '\\num{1234567} of \\SI{5}{\\kilo\\metre\\per\\second}, $\\num{1e-6}$',
      '$1\\,234\\,567$ of $5\\,\\mathrm{km/s}$, $\\ensuremath{1 \\times 10^{-6}}$',
    ],
    [
      '\\documentclass{article}\\newcommand{\\n}{9}\\lstset{a=b}\n\\begin{document}Up to \\n.\\end{document}rest',
      'Up to 9.',
    ],
    ["a `\\includegraphics[width=1.75ex]{sz}' b", "a ‘![](sz)' b"],
    ['\\includegraphics[width= 0.8\\textwidth] {sea}', '![](sea)'],
    ['\\ifplastex page \\else print \\fi\\iffalse gone\\ifx\\a\\b c\\fi\\fi end', 'page end'],
    ['a $x \\iff y$ \\iftrue b\\else c\\fi', 'a $x \\iff y$ b'],
    [
      'See Figure~\\ref{f} and \\autoref{t}.\n\\begin{figure}\\includegraphics{a}\\caption{One.}\\label{f}\\end{figure}' +
        '\\begin{table}\\caption{Two.\\label{t}}\\end{table}',
      'See Figure\u00a01 and Table\u00a01.\n\n![](a)\n\n*Figure 1: One.*\n\n*Table 1: Two.*',
    ],
    ['\\begin{figure}\\caption{One.}\\label{f}\\end{figure}', '*One.*'],
    [
      '\\begin{figure}\\subfigure[Left]{\\includegraphics{a}}\\qquad\\subfigure{\\includegraphics{b}}\\end{figure}',
      '![](a)\n\n*Left*\n\n![](b)',
    ],
    ['a\\begin{comment}b\\end{comment}\\begin{tikzpicture}\\draw (0,0);\\end{tikzpicture}c', 'ac'],
    [
      '\\illustration{0.3}{a}{By \\href{https://example.org}{her}}',
      '![](a)\n\n*By [her](https://example.org)*',
    ],
    ['\\texttt{std::cout <{}< x} {\\tt\n\\#}', '`std::cout << x` `#`'],
    ['\\begin{tabular}{l}\\toprule a\\\\\\midrule b\\\\\\bottomrule\\end{tabular}', '| a |\n| --- |\n| b |'],
    ['\\enquote{word} \\lstinline|a_b| \\mintinline{python}{c*d} \\ensuremath{x}', '“word” `a_b` `c*d` $x$'],
    ['a\\vskip 1.5em b\\hskip-\\parindent c', 'a b c'],
  ])('%j', (latex, expected) => {
    expect(markdown(latex).startsWith(expected)).toBe(true)
  })

  it('leaves what it does not know where its author sees it', () => {
    const { markdown, unknown } = latexToMarkdown('a \\zap{b} \\begin{odd}c\\end{odd} d')
    expect(markdown).toContain('a `\\zap{b}`')
    expect(markdown).toContain('`\\begin{odd}`')
    expect(markdown).toMatch(/c[\s\S]*d/)
    expect(unknown).toEqual(['\\zap', '\\begin{odd}'])
  })

  it('takes the title and the constants', () => {
    expect(
      latexToMarkdown('\\problemname{Two \\emph{Sums}}\nAt most \\constant{n}.', { n: '100' }),
    ).toMatchObject({
      title: 'Two *Sums*',
      markdown: 'At most 100.',
    })
  })

  it('makes plain titles', () => {
    expect(plainTitle(latexToMarkdown('\\problemname{Two\\\\for One}').title ?? '')).toBe('Two for One')
    expect(plainTitle(markdown('Two\\textbf{(big)} \\emph{Sums}'))).toBe('Two(big) Sums')
  })

  it('takes the title of a document that defines the commands of Kattis itself', () => {
    const own = '\\newcommand{\\problemname}[1]{\\section*{#1}}\\newcommand{\\illustration}[3]{#3}'
    const text = `${own}\\begin{document}\\problemname{A}\\illustration{0.3}{b.png}{c}\\end{document}`
    expect(latexToMarkdown(text)).toMatchObject({ title: 'A', markdown: '![](b.png)\n\n*c*' })
  })

  it('ends on whatever is not closed, however deep', () => {
    for (const latex of [
      '{'.repeat(5000),
      '\\begin{itemize}'.repeat(3000),
      '$',
      '\\',
      '\\textbf{',
      '}',
      '\\verb|',
      '\\begin{tabular}{l} a',
      '\\constructor{a}',
      '\\begin{constructor}',
      '\\t{\\toString{}} \\constant{valueOf}',
    ]) {
      expect(typeof markdown(latex)).toBe('string')
    }
  })

  it.each([
    ['$', 2_000_000],
    ['\\t{', 100_000],
    ['\\textbf{a', 100_000],
    ['\\item ```', 100_000],
    ['+\n', 200_000],
    ['\\multicolumn{2}&', 50_000],
    ['\\newcommand{\\a}[1]{#1#1}\\a{', 20_000],
    ['\\newcommand{\\a}{\\b\\b\\b}\\newcommand{\\b}{\\a\\a\\a}\\a', 20_000],
    ['\\iftrue', 100_000],
    ['${', 50_000],
    ['\\begin{tabular}{l}', 10_000],
    ['\\verb|', 50_000],
    ['$\\begin{array}{{', 50_000],
    ['\\begin{figure}\\ref{a}', 30_000],
    ['\\begin{comment}', 30_000],
  ])('reads %j many times in a moment', (part, count) => {
    const began = performance.now()
    for (const text of [
      part.repeat(count),
      `\\begin{tabular}{l}${part.repeat(count)}\\end{tabular}`,
      `\\t{${part.repeat(count)}}`,
    ])
      expect(typeof markdown(text)).toBe('string')
    expect(performance.now() - began).toBeLessThan(15_000)
  })
})
