import { describe, expect, it } from 'vitest'
import { momentOf, wallTimeOf } from './zones.ts'

describe('the clocks of a zone', () => {
  it.each([
    ['Asia/Shanghai', '2026-11-22T22:30', '2026-11-22T14:30:00.000Z'],
    ['UTC', '2026-11-22T00:00', '2026-11-22T00:00:00.000Z'],
    ['America/New_York', '2026-07-01T08:00', '2026-07-01T12:00:00.000Z'],
    ['America/New_York', '2026-01-01T08:00', '2026-01-01T13:00:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01T00:00', '2025-12-31T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01T13:00', '2025-12-31T23:00:00.000Z'],
  ])('of %s show %s at %s', (zone, wall, moment) => {
    expect(momentOf(wall, zone)).toBe(moment)
    expect(wallTimeOf(moment, zone)).toBe(wall)
  })

  it('leave an hour out in spring, and show one twice in autumn', () => {
    expect(momentOf('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
    expect(momentOf('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  })

  it('show nothing where nothing was written', () => {
    expect(momentOf('', 'UTC')).toBeNull()
    expect(momentOf('soon', 'UTC')).toBeNull()
  })
})
