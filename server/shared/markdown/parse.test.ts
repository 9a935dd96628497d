import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { setFormulas } from './formulas.ts'
import { parseMarkdown } from './parse.ts'
import { type MarkdownNode, VERSION } from './tree.ts'

const elementsOf = (nodes: readonly MarkdownNode[]): { tag: string; props: object }[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    const [tag, props, ...content] = node
    return [{ tag, props }, ...elementsOf(content)]
  })

describe('parseMarkdown', () => {
  it.each([
    ['a script', '<script>window.evil = 1</script>'],
    ['a handler', '<img src="/x.png" onerror="window.evil = 1">'],
    ['a frame', '<iframe src="https://evil.example"></iframe>'],
    ['a style', '<b style="position:fixed">x</b>'],
    ['a javascript link', '[here](javascript:window.evil=1)'],
    ['a javascript link in disguise', '[here](java&#x0A;script:window.evil=1)'],
    ['a data link', '<data:text/html,x> [here](data:text/html,<script>1</script>)'],
    ['a picture of another host', '![x](https://evil.example/x.png) ![y](//evil.example/y.png)'],
    ['a picture that is a drawing', '![x](data:image/svg+xml;base64,PHN2Zz4=)'],
    ['a name of ours', '[^1]\n\n[^1]: <a id="root">x</a>'],
  ])('lets %s out', (_, text) => {
    for (const { tag, props } of elementsOf(parseMarkdown(text))) {
      expect(tag).toMatch(/^(p|a|img|section|h2|ol|li|sup)$/)
      for (const [name, value] of Object.entries(props)) {
        expect(name).not.toMatch(/^on|^style$|html|^ref$/i)
        if (name === 'href') expect(value).toMatch(/^$|^#md-/)
        if (name === 'src') expect(value).toBe('')
        if (name === 'id') expect(value).toMatch(/^md-/)
      }
    }
  })

  it('makes nothing that JSON would lose', () => {
    const text =
      '# A\n\n- [x] b\n\n| a | b |\n|--:|:-:|\n| 1 | 2 |\n\n```cpp\nint a;\n```\n\n$a_i$ ~~no~~ https://a.example [^1]\n\n[^1]: d'
    const tree = parseMarkdown(text)
    expect(JSON.parse(JSON.stringify(tree))).toEqual(tree)
    expect(elementsOf(tree).map(({ tag }) => tag)).toEqual(
      expect.arrayContaining(['h1', 'input', 'td', 'pre', 'code', 'del', 'a', 'sup']),
    )
    expect(parseMarkdown(' \n ')).toEqual([])
  })

  it.each([
    ['a text of its own', '$$x^2$$', ['display x^2']],
    ['a paragraph', 'Let\n$$ x^2 $$\nbe *it*.', ['p Let', 'display x^2', 'p be it.']],
    ['lines that are broken', 'a  \n$$x$$  \nb', ['p a', 'display x', 'p b']],
    ['several lines', '$$x$$\n$$y$$', ['display x', 'display y']],
    ['a list', '- a\n- $$x$$', ['ul \na\n\ndisplay x\n\n']],
    ['a quote', '> $$x$$', ['blockquote \ndisplay x\n']],
  ])('displays a formula in two dollars that is alone in a line of %s', (_, text, expected) => {
    const wordsOf = (node: MarkdownNode): string => {
      if (typeof node === 'string') return node
      const [, props, ...content] = node
      const isDisplayed = String(props.className).includes('math-display')
      return `${isDisplayed ? 'display ' : ''}${content.map(wordsOf).join('')}`
    }
    const blocks = parseMarkdown(text).filter((node) => typeof node !== 'string')
    expect(blocks.map((node) => `${node[0] === 'pre' ? '' : `${node[0]} `}${wordsOf(node)}`)).toEqual(
      expected,
    )
  })

  it.each(['Let $$x$$ be it.', 'Let\n$$x$$.', 'Let\n$x$\nbe it.', '| a |\n|---|\n| $$x$$ |', '*$$x$$*'])(
    'leaves a formula in its line: %j',
    (text) => {
      const classes = elementsOf(parseMarkdown(text)).map(({ props }) => JSON.stringify(props))
      expect(classes.filter((one) => one.includes('math-'))).toEqual([expect.stringContaining('math-inline')])
    },
  )

  it('leads from a footnote to its text and back', () => {
    const found = elementsOf(parseMarkdown('a [^1]\n\n[^1]: b')).map(
      ({ props }) => ({ ...props }) as Record<string, unknown>,
    )
    const ids = found.map(({ id }) => id)
    const targets = found.flatMap(({ href }) => (typeof href === 'string' ? [href.slice(1)] : []))
    expect(targets).toHaveLength(2)
    for (const target of targets) expect(ids).toContain(target)
  })
})

/** Something of everything that a tree may have. */
const ALL =
  '# A\n\n- [x] b\n1. c\n\n| d | e |\n|--:|:-:|\n| 1 | 2 |\n\n> f\n\n```cpp\nint g;\n```\n\n$a_i$ $\\frac{1$ $$x$$\n\n$$\n\\sum_i\n$$\n\n' +
  '~~h~~ **i** *j* `k` https://l.example [m](/n) ![o](/p.png)  \nq [^1]\n\n---\n\n[^1]: r'

it('has another version when it makes another tree: raise VERSION, then name the pair here', () => {
  const tree = parseMarkdown(ALL)
  setFormulas(tree, 100_000)
  const digest = createHash('sha256').update(JSON.stringify(tree)).digest('hex').slice(0, 16)
  expect([VERSION, digest]).toEqual([1, '8fa56f2556bd36c4'])
})
