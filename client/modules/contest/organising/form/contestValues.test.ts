import { describe, expect, it } from 'vitest'
import {
  contestFields,
  dropsRegistrations,
  firstSeal,
  freezesAtOf,
  NEW_CONTEST_VALUES,
  newContestValues,
  sealOf,
  tidy,
} from './contestValues.ts'

const range = { from: '2030-05-01T10:00:00.000Z', to: '2030-05-01T15:00:00.000Z' }
const contest = { ...NEW_CONTEST_VALUES, title: 'Cup', range }

describe('the seal of a contest', () => {
  it.each([
    ['NONE', null, null],
    ['HALF_HOUR', null, '2030-05-01T14:30:00.000Z'],
    ['HOUR', null, '2030-05-01T14:00:00.000Z'],
    ['WHOLE', null, '2030-05-01T10:00:00.000Z'],
    ['OTHER', 45, '2030-05-01T14:15:00.000Z'],
  ] as const)('%s is a moment, and that moment is the choice again', (choice, minutes, freezesAt) => {
    expect(freezesAtOf({ ...contest, seal: { choice, minutes } })).toBe(freezesAt)
    expect(sealOf(range.from, range.to, freezesAt, 0)).toEqual({ choice, minutes })
  })

  it('begins as the last hour of an ACM contest that has one, else as the whole contest', () => {
    expect(firstSeal(contest)).toBe('HOUR')
    expect(firstSeal({ ...contest, type: 'OI' })).toBe('WHOLE')
    expect(firstSeal({ ...contest, range: { ...range, to: '2030-05-01T10:59:00.000Z' } })).toBe('WHOLE')
  })
})

describe('a new contest', () => {
  it('is hidden, begins with the next full hour, and says both to the server', () => {
    const values = newContestValues(Date.parse('2030-05-01T09:12:00Z'))
    expect(values.range).toEqual({ from: '2030-05-01T10:00:00.000Z', to: '2030-05-01T15:00:00.000Z' })
    expect(contestFields(values, NEW_CONTEST_VALUES)).toMatchObject({
      isVisible: false,
      startsAt: '2030-05-01T10:00:00.000Z',
      endsAt: '2030-05-01T15:00:00.000Z',
    })
    // A start within the next minute would leave no time to create the contest.
    const late = newContestValues(Date.parse('2030-05-01T09:59:30Z'))
    expect(late.range.from).toBe('2030-05-01T11:00:00.000Z')
  })
})

describe('what a save sends', () => {
  it('is what differs, the freeze with the times that it follows', () => {
    const sealed = tidy({ ...contest, seal: { choice: 'HOUR', minutes: null } })
    expect(contestFields(sealed, sealed)).toEqual({})
    const later = { ...sealed, range: { ...range, to: '2030-05-01T16:00:00.000Z' } }
    expect(contestFields(later, sealed)).toEqual({
      startsAt: range.from,
      endsAt: '2030-05-01T16:00:00.000Z',
      freezesAt: '2030-05-01T15:00:00.000Z',
    })
  })

  it('never names a freeze that has started', () => {
    const since = '2030-05-01T14:00:00.000Z'
    const seal = sealOf(range.from, range.to, since, Date.parse(since))
    const frozen = tidy({ ...contest, seal })
    expect(freezesAtOf(frozen)).toBe(since)
    const later = { ...frozen, range: { ...range, to: '2030-05-01T16:00:00.000Z' } }
    expect(freezesAtOf(later)).toBe(since)
    expect(contestFields(later, frozen)).toEqual({ startsAt: range.from, endsAt: '2030-05-01T16:00:00.000Z' })
    const draft = { ...later, seal: { choice: 'HOUR', minutes: null } } as const
    expect(contestFields(draft, frozen)).not.toHaveProperty('freezesAt')
  })

  it('drops registrations with another password, and with none', () => {
    const locked = { ...contest, access: 'PRIVATE', password: 'one' } as const
    expect(dropsRegistrations(locked, locked)).toBe(false)
    expect(dropsRegistrations({ ...locked, access: 'PROTECTED' }, locked)).toBe(false)
    expect(dropsRegistrations({ ...locked, password: 'two' }, locked)).toBe(true)
    expect(dropsRegistrations(tidy({ ...locked, access: 'PUBLIC' }), locked)).toBe(true)
    expect(dropsRegistrations(locked, contest)).toBe(false)
  })
})
