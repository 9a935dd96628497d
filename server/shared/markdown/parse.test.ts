import { describe, expect, it } from 'vitest'
import { parseMarkdown } from './parse.ts'
import type { MarkdownNode } from './tree.ts'

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
