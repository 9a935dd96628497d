import { act, cleanup, render } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { mostCharacters, setFormulas } from '#server/shared/markdown/formulas.ts'
import { parseMarkdown } from '#server/shared/markdown/parse.ts'
import { asTyped, type MarkdownTree } from '#server/shared/markdown/tree.ts'
import { MarkdownBody } from './MarkdownBody.tsx'
import { whenMarkdown } from './markdownCode.ts'

afterEach(cleanup)

/** Renders a tree after its code is loaded. */
async function draw(tree: MarkdownTree) {
  const { container } = render(
    <Suspense>
      <MarkdownBody tree={tree} />
    </Suspense>,
  )
  await act(whenMarkdown)
  return container
}

/** Renders a text as its readers see it. */
function show(text: string) {
  const tree = parseMarkdown(text)
  setFormulas(tree, mostCharacters(text))
  return draw(tree)
}

describe('MarkdownBody', () => {
  it.each([
    ['a script', '<script>window.evil = 1</script>'],
    ['a handler', '<img src="/x.png" onerror="window.evil = 1">'],
    ['a frame', '<iframe src="https://evil.example"></iframe>'],
    ['a form', '<form action="https://evil.example"><input name="password"></form>'],
    ['a style', '<style>body { display: none }</style>'],
    ['a javascript link', '[here](javascript:window.evil=1)'],
    ['a data link', '[here](data:text/html,<script>1</script>)'],
    ['a formula with a link', '$\\href{javascript:window.evil=1}{x}$'],
    ['a formula with a picture', '$\\includegraphics{https://evil.example/x.png}$'],
    ['a formula with markup', '$\\htmlStyle{position:fixed}{x}$'],
  ])('takes out %s', async (_, text) => {
    const markup = await show(text)
    expect(markup.querySelector('script, iframe, form, input, style, [onerror], [action]')).toBeNull()
    for (const link of markup.querySelectorAll('a'))
      expect(link.getAttribute('href') ?? '').not.toMatch(/^(javascript|data):/)
    expect(markup.querySelector('img[src^="http"]')).toBeNull()
    expect(markup.querySelector('[style*="fixed"]')).toBeNull()
  })

  it('asks no other host for pictures, and says what they show', async () => {
    const markup = await show('![a cat](https://evil.example/cat.png) ![ours](/files/cat.png)')
    expect([...markup.querySelectorAll('img')].map((img) => img.getAttribute('src'))).toEqual([
      '/files/cat.png',
    ])
    expect(markup.textContent).toContain('a cat')
  })

  it('opens links of others on their own, without telling where they were', async () => {
    const link = (await show('[other](https://example.com)')).querySelector('a')
    expect(link?.getAttribute('target')).toBe('_blank')
    expect(link?.getAttribute('rel')).toContain('noopener')
  })

  it('sets formulas, and names a wrong one instead of breaking', async () => {
    expect((await show('$a_i \\le 10^9$')).querySelector('.katex math')).not.toBeNull()
    expect((await show('$$\n\\frac{1}{2}\n$$')).querySelector('.katex-display')).not.toBeNull()
    expect((await show('$\\frac{1$')).querySelector('.katex-error')).not.toBeNull()
  })

  it('sets commands of LaTeX that KaTeX lacks, and keeps definitions to their formula', async () => {
    const known = '$x \\mbox{ if } y \\label{one}$, $\\ensuremath{z}$, $\\mathds{1}$'
    // KaTeX shows commands that it does not know in red.
    expect((await show(known)).innerHTML).not.toContain('#cc0000')
    const [first, second] = (await show('$\\gdef\\q{1}\\q$ and $\\q$')).querySelectorAll('.katex')
    expect(first?.innerHTML).not.toContain('#cc0000')
    expect(second?.innerHTML).toContain('#cc0000')
  })

  it('shows every formula of equal ones, and as typed those that nobody has set', async () => {
    const tree = parseMarkdown('$n$ and $n$, $m$\n\n$$x$$')
    setFormulas(tree, 700)
    const markup = await draw(tree)
    expect(markup.querySelectorAll('.katex')).toHaveLength(2)
    expect([...markup.querySelectorAll('code, pre')].map((one) => one.textContent)).toEqual([
      '$m$',
      '$$\nx\n$$',
    ])
  })

  it('shows a text as it was typed, with its lines', async () => {
    const markup = await draw(asTyped('*a*\n\n<b>'))
    expect(markup.querySelector('.as-typed')?.textContent).toBe('*a*\n\n<b>')
  })

  it('stops a formula that would grow without end', async () => {
    expect((await show('$\\def\\a{\\a\\a}\\a$')).querySelector('.katex-error')).not.toBeNull()
  })

  it('colours code it knows and leaves the rest plain', async () => {
    expect((await show('```cpp\nint main() {}\n```')).querySelector('.hljs-type')).not.toBeNull()
    expect((await show('```brainfuck\n+++\n```')).querySelector('[class^="hljs"]')).toBeNull()
  })

  it('makes tables', async () => {
    expect((await show('| a | b |\n|---|---|\n| 1 | 2 |')).querySelectorAll('td').length).toBe(2)
  })
})
