import { describe, expect, it } from 'vitest'
import { readMoment } from './moment.ts'

const read = (text: string) => readMoment(text)?.toISOString() ?? null

describe('a moment as text', () => {
  it.each([
    ['2027-12-01T10:00:00Z', '2027-12-01T10:00:00.000Z'],
    ['2027-12-01T10:00:00.789Z', '2027-12-01T10:00:00.789Z'],
    ['2027-12-01T10:00:00.123456+08:00', '2027-12-01T02:00:00.123Z'],
    ['2027-12-01T10:00:00.000+0000', '2027-12-01T10:00:00.000Z'],
    ['2027-12-01T10:00-05:30', '2027-12-01T15:30:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, moment) => {
    expect(read(text)).toBe(moment)
  })

  it('means the same on every server when it names no zone', () => {
    expect(read('2027-12-01 10:00:00')).toBe('2027-12-01T10:00:00.000Z')
    expect(read('2027-12-01T10:00:00')).toBe('2027-12-01T10:00:00.000Z')
  })

  it.each([
    ...['2027-02-30T00:00:00Z', '2027-02-29', '2027-13-01', '2027-12-01T24:00:00Z', '2027-12-01T10:60:00Z'],
    ...['+010000-01-02T00:00:00Z', '0001-01-01', 'tomorrow', '2027', '1', '', '2027-12-01T10:00:00Zzz'],
  ])('%j is none', (text) => {
    expect(read(text)).toBeNull()
  })
})
