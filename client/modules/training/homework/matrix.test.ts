import { describe, expect, it } from 'vitest'
import type { MatrixCell } from '#server/shared/training/matrixCell.ts'
import { firstsOf, isFirstIn, isNamed, keeps, lookOf, ordered, type SortableRow } from './matrix.ts'

const row = (username: string, fields: Partial<SortableRow> = {}): SortableRow => ({
  username,
  realname: null,
  studentNumber: null,
  solvedCount: 0,
  points: 0,
  tries: 0,
  lateCount: 0,
  lastAt: null,
  stuck: null,
  ...fields,
})

const cell = (problem: number, fields: Partial<MatrixCell> = {}): MatrixCell => ({
  problem,
  verdict: 'ACCEPTED',
  tries: 0,
  at: '2026-11-20T10:00:00.000Z',
  isLate: false,
  counts: true,
  isJudging: false,
  points: 100,
  mark: null,
  ...fields,
})

describe('the order of a matrix', () => {
  const rows = [
    row('amy10', { solvedCount: 2, tries: 5, points: 90, studentNumber: '7' }),
    row('amy9', { solvedCount: 2, tries: 3, points: 100, studentNumber: '12' }),
    row('bob', { solvedCount: 9, stuck: { tries: 6 }, lastAt: '2026-11-20T10:00:00.000Z' }),
    row('cat', { stuck: { tries: 14 } }),
    row('dan', { lastAt: '2026-11-21T10:00:00.000Z' }),
  ]
  const names = (order: Parameters<typeof ordered>[1]) =>
    ordered(rows, order).map((part) => part.map(({ username }) => username))

  it('has those that are stuck first, most tries first', () => {
    expect(names('solved')).toEqual([
      ['cat', 'bob'],
      ['amy9', 'amy10', 'dan'],
    ])
  })

  it('goes by name, number, points or last submission, equal ones by name', () => {
    expect(names('name')[1]).toEqual(['amy9', 'amy10', 'dan'])
    expect(names('number')[1]).toEqual(['dan', 'amy10', 'amy9'])
    expect(names('points')[1]).toEqual(['amy9', 'amy10', 'dan'])
    expect(names('activity')[1]?.[0]).toBe('dan')
  })
})

it('filters by state, and by every name of a student', () => {
  const late = row('amy', { solvedCount: 2, lateCount: 1, realname: '王小明', studentNumber: '2301' })
  expect(keeps('late', late, 3)).toBe(true)
  expect(keeps('unfinished', late, 2)).toBe(false)
  expect(keeps('stuck', late, 3)).toBe(false)
  for (const keyword of ['AM', '小明', '230']) expect(isNamed(late, keyword)).toBe(true)
  expect(isNamed(late, 'bob')).toBe(false)
})

it('stars the first acceptance in time of each problem', () => {
  const firsts = firstsOf([
    { username: 'amy', cells: [cell(1), cell(11, { isLate: true, at: '2026-11-01T00:00:00.000Z' })] },
    { username: 'bob', cells: [cell(1, { at: '2026-11-19T00:00:00.000Z' }), cell(11)] },
  ])
  expect(firsts.get('amy')).toBeUndefined()
  expect([1, 11, 111].map((problem) => isFirstIn(firsts.get('bob') ?? '', problem))).toEqual([
    true,
    true,
    false,
  ])
})

it('draws late and uncounted results alike, and a running judgement before any result', () => {
  expect(lookOf(undefined, false)).toBeNull()
  expect(lookOf(cell(1), true)).toBe('firstToSolve')
  expect(lookOf(cell(1, { isLate: true }), false)).toBe('solvedAfterEnd')
  expect(lookOf(cell(1, { counts: false }), false)).toBe('solvedAfterEnd')
  expect(lookOf(cell(1, { isJudging: true }), true)).toBe('pending')
  expect(lookOf(cell(1, { verdict: 'WRONG_ANSWER', tries: 3 }), false)).toBe('wrong')
  expect(lookOf(cell(1, { verdict: null, tries: 0, at: null }), false)).toBeNull()
})
