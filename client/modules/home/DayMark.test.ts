import { expect, it } from 'vitest'
import { daysBetween, dayWords } from './DayMark.tsx'

const now = new Date(2026, 10, 20, 0, 10)

it('counts days by the calendar, not by the clock', () => {
  expect(daysBetween(new Date(2026, 10, 19, 23, 50), now)).toBe(1)
  expect(daysBetween(new Date(2026, 10, 20, 0, 5), now)).toBe(0)
  expect(daysBetween(new Date(2026, 2, 1, 12), new Date(2026, 3, 1, 1))).toBe(31)
})

it('says days in a few letters', () => {
  expect(dayWords(new Date(2026, 10, 20, 0, 1), now, 'zh-CN')).toBe('今天')
  expect(dayWords(new Date(2026, 10, 19, 23, 59), now, 'en-US')).toBe('yesterday')
  expect(dayWords(new Date(2026, 10, 17, 12), now, 'en-US')).toBe('11-17')
  expect(dayWords(new Date(2025, 11, 31, 12), now, 'zh-CN')).toBe('2025-12-31')
})
