import { expect, it } from 'vitest'
import { lateRule } from './lateRule.ts'

const rule = (latePercent: number, lateUntil: string | null, viewerDueAt: string) =>
  lateRule({ latePercent, lateUntil, viewerDueAt })

it('names a late period only where it ends after the due time of the viewer (area-rules T13)', () => {
  const [monday, tuesday] = ['2026-03-02T08:00:00.000Z', '2026-03-03T08:00:00.000Z']
  expect(rule(0, null, monday)).toBe('noLate')
  expect(rule(50, null, monday)).toBe('late')
  expect(rule(50, tuesday, monday)).toBe('lateUntil')
  // The due time of an extension is at the end of the late period, or after it.
  expect(rule(50, tuesday, tuesday)).toBe('noLate')
  expect(rule(50, monday, tuesday)).toBe('noLate')
})
