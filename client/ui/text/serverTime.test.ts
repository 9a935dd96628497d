import { afterEach, expect, it, vi } from 'vitest'
import { noteServerTime, serverNow } from './serverTime.ts'

afterEach(() => void vi.useRealTimers())

it('shows the time of the server on a client whose clock is wrong, set again, and drifts', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  expect(serverNow()).toBe(1_000_000)
  // One hour behind the server; the first answer took two seconds, the second a fraction.
  noteServerTime(4_600_500, 1_000_000, 1_002_000)
  expect(Math.abs(serverNow() - 4_600_000)).toBeLessThanOrEqual(1000)
  noteServerTime(4_610_020, 1_010_000, 1_010_040)
  expect(Math.abs(serverNow() - 4_600_000)).toBeLessThanOrEqual(20)
  // After a corrected clock the next answer counts.
  vi.setSystemTime(4_700_000)
  noteServerTime(4_700_010, 4_700_000, 4_700_020)
  expect(Math.abs(serverNow() - 4_700_000)).toBeLessThanOrEqual(10)
})
