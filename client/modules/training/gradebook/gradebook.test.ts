import { describe, expect, it } from 'vitest'
import { colourOf, inOrder, isUnderWay, meanOf } from './gradebook.ts'

const row = (username: string, studentNumber: string | null, meanPercent: number | null) => ({
  username,
  realname: null,
  studentNumber,
  sharesPercent: [],
  examsPercent: [],
  meanPercent,
})
const rows = [row('b', '10', null), row('c', '9', 50), row('a', null, 50), row('d', '2', 80)]
const order = (by: Parameters<typeof inOrder>[1]) => inOrder(rows, by).map(({ username }) => username)

describe('the order of a gradebook', () => {
  it('is by user name, by number as numbers are, or by mean with those without one last', () => {
    expect(order('name')).toEqual(['a', 'b', 'c', 'd'])
    expect(order('number')).toEqual(['a', 'd', 'c', 'b'])
    expect(order('mean')).toEqual(['d', 'a', 'c', 'b'])
  })
})

describe('the mean of figures', () => {
  it('has one decimal and leaves out missing figures', () => {
    expect(meanOf([100, 0, null, 50.5, undefined])).toBe(50.2)
    expect(meanOf([null])).toBeNull()
    expect(meanOf([0])).toBe(0)
  })
})

describe('the colour of a share', () => {
  it('tells full, passed, failed and none apart', () => {
    expect(new Set([100, 60, 59.9, null].map((share) => colourOf(share))).size).toBe(4)
    expect(colourOf(0)).toBe(colourOf(59.9, false))
  })

  it('takes a low one for no failure before the due time', () => {
    expect(colourOf(0, isUnderWay('OPEN'))).toBe(colourOf(60, isUnderWay('OVER')))
  })
})
