import { describe, expect, it } from 'vitest'
import { groupsOf, movedWithin, nextPlace, placeOf } from './caseGroups.ts'
import { rowsOf } from './testRows.ts'

const file = (name: string) => ({ name, bytes: 1 })
const rows = rowsOf(
  [2, 1, 2, 1, 2].map((subtask, at) => ({
    index: at + 1,
    subtask,
    score: 0,
    input: file(`${subtask}-${at + 1}.in`),
    answer: file(`${subtask}-${at + 1}.out`),
  })),
)
const numbers = (mode: 'ALL' | 'SUBTASK_LOWEST', ...rest: [staying?: { id: number; key: number }]) =>
  groupsOf(rows, mode, ...rest).map(({ key, cases }) => [key, cases.map(({ place }) => place + 1)])

describe('cases by subtask', () => {
  it('keep their numbers, and the one that is typed in stays where it was', () => {
    expect(numbers('ALL')).toEqual([[0, [1, 2, 3, 4, 5]]])
    expect(numbers('SUBTASK_LOWEST')).toEqual([
      [1, [2, 4]],
      [2, [1, 3, 5]],
    ])
    expect(numbers('SUBTASK_LOWEST', { id: 3, key: 1 })).toEqual([
      [1, [2, 3, 4]],
      [2, [1, 5]],
    ])
    const without = rows.map((row) => ({ ...row, subtask: row.id === 1 ? null : row.subtask }))
    expect(groupsOf(without, 'SUBTASK_AVERAGE').map(({ key }) => key)).toEqual([1, 2, null])
  })

  it('move within their subtask without touching another', () => {
    const [, second] = groupsOf(rows, 'SUBTASK_LOWEST')
    expect(second && movedWithin(rows, second, 2, 0).map(({ id }) => id)).toEqual([5, 2, 1, 4, 3])
  })

  it('are found by number, else by the name of a file, one after another', () => {
    expect(placeOf(rows, '3', -1)).toBe(2)
    expect(placeOf(rows, '2-', -1)).toBe(0)
    expect(placeOf(rows, '2-', 0)).toBe(2)
    expect(placeOf(rows, '2-', 4)).toBe(0)
    expect(placeOf(rows, '9', -1)).toBe(-1)
    expect(nextPlace(rows, 3, ({ subtask }) => subtask === 1)).toBe(1)
  })
})
