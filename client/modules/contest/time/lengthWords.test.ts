import { expect, it } from 'vitest'
import { partsOf } from './lengthWords.ts'

it.each([
  [0, { unit: 'minutes', minutes: 0 }],
  [45, { unit: 'minutes', minutes: 45 }],
  [300, { unit: 'wholeHours', hours: 5 }],
  [310, { unit: 'hours', hours: 5, minutes: 10 }],
  [24 * 60, { unit: 'wholeHours', hours: 24 }],
  [7 * 24 * 60, { unit: 'days', days: 7 }],
  [7 * 24 * 60 + 90, { unit: 'hours', hours: 169, minutes: 30 }],
])('says %i minutes in units that have no zeros', (minutes, parts) => {
  expect(partsOf(minutes)).toEqual(parts)
})
