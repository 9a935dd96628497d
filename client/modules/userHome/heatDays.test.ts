import { describe, expect, it } from 'vitest'
import { columnOf, type HeatDay, monthsOf, rowOf, stepOf, streakOf, yearOf } from './heatDays.ts'

const day = (date: string, submitted: number, accepted = 0): HeatDay => ({ date, submitted, accepted })

describe('the days of a heat map', () => {
  it('are 365 and end today, over a leap day too (area-rules R9)', () => {
    const year = yearOf('2024-03-01', [day('2024-02-29', 3)])
    expect(year).toHaveLength(365)
    expect([year[0]?.date, year.at(-1)?.date]).toEqual(['2023-03-03', '2024-03-01'])
    expect(year.at(-2)).toEqual(day('2024-02-29', 3))
  })

  it('stand in weeks that begin on Monday', () => {
    expect(['2026-11-23', '2026-11-24', '2026-11-29'].map(rowOf)).toEqual([0, 1, 6])
    const year = yearOf('2026-11-24', [])
    expect(columnOf(year, 0)).toBe(0)
    expect(columnOf(year, 364)).toBe(52)
  })

  it('grow with their share of the busiest day', () => {
    expect([0, 1, 2, 3, 4].map((count) => stepOf(count, 2))).toEqual([0, 1, 2, 3, 4])
    expect([1, 25, 26, 100].map((count) => stepOf(count, 100))).toEqual([1, 1, 2, 4])
  })

  it('have a streak that ends today, or yesterday while today has nothing', () => {
    const days = [day('2026-11-21', 1), day('2026-11-22', 1), day('2026-11-23', 2)]
    expect(streakOf(yearOf('2026-11-23', days))).toEqual({ from: 362, length: 3 })
    expect(streakOf(yearOf('2026-11-24', days))).toEqual({ from: 361, length: 3 })
    expect(streakOf(yearOf('2026-11-25', days)).length).toBe(0)
  })

  it('add up to twelve months', () => {
    const months = monthsOf('2026-02-10', [
      day('2026-02-01', 2, 1),
      day('2025-12-31', 4),
      day('2026-02-10', 1, 1),
    ])
    expect(months.map(({ month }) => month)).toHaveLength(12)
    expect(months[0]?.month).toBe('2025-03')
    expect(months.at(-1)).toEqual({ month: '2026-02', submitted: 3, accepted: 2 })
    expect(months.at(-3)).toEqual({ month: '2025-12', submitted: 4, accepted: 0 })
  })
})
