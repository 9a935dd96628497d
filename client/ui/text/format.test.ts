import { describe, expect, it } from 'vitest'
import { highlightedLines } from '../code/highlight.ts'
import { pagesAround } from '../layout/Pager.tsx'
import {
  formatCount,
  formatDateTime,
  formatDuration,
  formatLength,
  formatList,
  formatMemory,
  formatRate,
} from './format.ts'
import { clockFace, relativeWords } from './Time.tsx'

describe('figures', () => {
  it('have the unit that suits them, in steps of 1024', () => {
    expect(formatMemory(512)).toBe('512 KB')
    expect(formatMemory(6246)).toBe('6.1 MB')
    expect(formatMemory(256 * 1024)).toBe('256 MB')
    expect(formatLength(742)).toBe('742 B')
    expect(formatLength(1843)).toBe('1.8 KB')
    expect(formatMemory(2 ** 80)).toBe('1024 YB')
  })

  it('are two dashes when there are none', () => {
    expect([formatMemory(null), formatLength(undefined), formatDuration(null)]).toEqual(['--', '--', '--'])
    expect(formatDuration(0)).toBe('0 ms')
  })

  it('are short where there is little room', () => {
    expect([931, 5700, 41_234, 2_000_000].map(formatCount)).toEqual(['931', '5.7k', '41.2k', '2.0M'])
    expect(formatRate(0.6142)).toBe('61.42%')
    expect(formatRate(0)).toBe('0.00%')
  })

  it('are dates in local time that sort', () => {
    expect(formatDateTime(new Date(2026, 10, 20, 16, 38, 7).getTime())).toBe('2026-11-20 16:38:07')
  })
})

describe('times', () => {
  const now = Date.UTC(2026, 10, 20)
  const ago = (seconds: number, locale: string) => relativeWords(now - seconds * 1000, now, locale, 'now')

  it('are said in the language of the reader', () => {
    expect(ago(1, 'en-US')).toBe('now')
    expect(ago(38, 'zh-CN')).toBe('38秒前')
    expect(ago(120, 'en-US')).toBe('2 min. ago')
    expect(ago(86_400, 'zh-CN')).toBe('昨天')
    expect(ago(-3600, 'en-US')).toBe('in 1 hr.')
  })

  it('count down in hours, and in days from the second on', () => {
    expect(clockFace(65_000)).toEqual({ days: 0, clock: '0:01:05' })
    expect(clockFace(47 * 3_600_000)).toEqual({ days: 0, clock: '47:00:00' })
    expect(clockFace(50 * 3_600_000).days).toBe(2)
    expect(clockFace(-5).clock).toBe('0:00:00')
  })
})

describe('pagesAround', () => {
  it('shows five, with the page in the middle where there is room', () => {
    expect(pagesAround(1, 78)).toEqual([1, 2, 3, 4, 5])
    expect(pagesAround(40, 78)).toEqual([38, 39, 40, 41, 42])
    expect(pagesAround(78, 78)).toEqual([74, 75, 76, 77, 78])
    expect(pagesAround(2, 3)).toEqual([1, 2, 3])
    expect(pagesAround(1, 1)).toEqual([1])
  })
})

describe('highlightedLines', () => {
  it('keeps the colour of what goes on over the end of a line', () => {
    const [first, second] = highlightedLines('/* a\nb */', 'cpp')
    expect(first).toHaveLength(1)
    expect(JSON.stringify(second)).toContain('hljs-comment')
  })

  it('has as many lines as the code', () => {
    const code = 'int main() {\n\n  return 0;\n}'
    const text = highlightedLines(code, 'cpp').map(
      (line) => JSON.stringify(line).match(/"value":"(?:[^"\\]|\\.)*"/g)?.length ?? 0,
    )
    expect(text).toHaveLength(4)
    expect(text[1]).toBe(0)
  })
})

it('lists names with a sign between them in either language', () => {
  expect(formatList(['C++ 17', 'Java', 'Python'], 'en-US')).toBe('C++ 17, Java, Python')
  expect(formatList(['名称', '价格', 'C++'], 'zh-CN')).toBe('名称、价格、C++')
})
