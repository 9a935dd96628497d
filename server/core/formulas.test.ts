import { describe, expect, it } from 'vitest'
import { formulasOf } from './formulas.ts'

const sources = (text: string) => formulasOf(text).map(({ source, display }) => ({ source, display }))

describe('formulasOf', () => {
  it('sets the formulas of a text, each once', () => {
    const text = 'Given $n$ and $a_i  \\le 10^9$, find $n$:\n\n$$\n\\sum_{i=1}^n\na_i\n$$\n'
    expect(sources(text)).toEqual([
      { source: 'n', display: false },
      { source: 'a_i \\le 10^9', display: false },
      { source: '\\sum_{i=1}^n a_i', display: true },
    ])
    for (const { html, display } of formulasOf(text)) {
      expect(html).toContain('<math')
      expect(html.includes('katex-display')).toBe(display)
    }
  })

  it.each([
    ['is wrong', '$\\frac{1$'],
    ['grows without end', '$\\def\\a{\\a\\a}\\a$'],
    ['has a comment', '$a % b$'],
    ['is none', 'It costs $5.'],
  ])('leaves what %s to the browser', (_, text) => {
    expect(formulasOf(text)).toEqual([])
  })

  it('lets nothing into the page but what is set', () => {
    const text = '$\\href{javascript:evil}{x}$ $\\includegraphics{https://evil.example/x.png}$ $<img src=x>$'
    for (const { html } of formulasOf(text)) expect(html).not.toMatch(/<a |<img|href=|src="/)
  })

  it('ends in time with a text that is made to keep it busy', () => {
    const began = performance.now()
    formulasOf(`${'$$\n \n'.repeat(20_000)}${'$a'.repeat(20_000)}${' $'.repeat(20_000)}`)
    expect(performance.now() - began).toBeLessThan(2000)
  })
})
