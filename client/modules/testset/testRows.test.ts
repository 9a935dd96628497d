import { describe, expect, it } from 'vitest'
import {
  casesInput,
  faultsOf,
  rowsOf,
  splitEvenly,
  totalOf,
  typedRow,
  unanswered,
  withPairs,
} from './testRows.ts'

const kept = (count: number, subtask = 0, score = 0) =>
  Array.from({ length: count }, (_, at) => ({
    index: at + 1,
    subtask,
    score,
    input: { name: `${at + 1}.in`, bytes: 1 },
    answer: { name: `${at + 1}.out`, bytes: 1 },
  }))
const file = (name: string) => ({ name, bytes: 5, notes: [] })

describe('rows of test data', () => {
  it('share 100 points, the last ones take what is left', () => {
    expect(splitEvenly(rowsOf(kept(8)), 'ALL').map(({ score }) => score)).toEqual([
      12, 12, 12, 12, 13, 13, 13, 13,
    ])
    const grouped = rowsOf(kept(6)).map((row, at) => ({ ...row, subtask: (at % 3) + 1 }))
    const split = splitEvenly(grouped, 'SUBTASK_LOWEST')
    expect(split.map(({ score }) => score)).toEqual([33, 33, 34, 33, 33, 34])
    expect(totalOf(split, 'SUBTASK_LOWEST')).toBe(100)
    expect(totalOf(split, 'SUBTASK_AVERAGE')).toBe(100)
  })

  it('are mended by files of their names, and others come behind', () => {
    const rows = withPairs(
      rowsOf(kept(2, 0, 7)),
      'u',
      [
        { input: file('2.in'), answer: null },
        { input: file('3.in'), answer: file('3.ans') },
        { input: file('4.in'), answer: null },
      ],
      'ALL',
    )
    expect(
      rows.map(({ input, answer, score }) => [input.name, input.bytes, answer?.name ?? null, score]),
    ).toEqual([
      ['1.in', 1, '1.out', 7],
      ['2.in', 5, '2.out', 7],
      ['3.in', 5, '3.ans', 0],
      ['4.in', 5, null, 0],
    ])
    expect(unanswered(rows).map(({ input }) => input.name)).toEqual(['4.in'])
    expect(casesInput(rows, 'ALL').slice(1, 3)).toEqual([
      { kept: 2, input: { upload: 'u', name: '2.in' }, answer: null, subtask: 0, score: 7 },
      {
        kept: null,
        input: { upload: 'u', name: '3.in' },
        answer: { upload: 'u', name: '3.ans' },
        subtask: 0,
        score: 0,
      },
    ])
  })

  it('say what keeps them from being saved', () => {
    const rows = [
      ...rowsOf(kept(1)).map((row) => ({ ...row, score: 1.5 })),
      { ...typedRow(rowsOf(kept(1)), '1', '2', 'SUBTASK_LOWEST'), subtask: 0 },
    ]
    expect([...faultsOf(rows, 'OI', 'SUBTASK_LOWEST')]).toEqual([
      [1, ['score', 'subtask']],
      [2, ['subtask']],
    ])
    expect(faultsOf(rows, 'ACM', 'ALL').size).toBe(0)
  })
})
