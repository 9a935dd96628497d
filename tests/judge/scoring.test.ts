import { describe, expect, test } from 'vitest'
import type { CaseMode, CaseSpec, RunReport, Verdict } from '#judge/protocol.ts'
import {
  caseScore,
  fullScoreOf,
  judgementOf,
  judgingOrder,
  rankScore,
  type ScoringRules,
  skippedAfter,
  subtaskScores,
} from '#judge/scoring.ts'

const rules = (more: Partial<ScoringRules> = {}): ScoringRules => ({
  caseMode: 'ALL',
  scoring: 'OI',
  fullScore: 100,
  difficulty: 2,
  ...more,
})

const run = (
  index: number,
  verdict: Verdict,
  score: number | null,
  more: Partial<RunReport> = {},
): RunReport => ({
  ...{
    index,
    subtask: 0,
    verdict,
    score,
    timeMs: 10 * index,
    memoryKb: 100 * index,
    message: null,
    outputHead: null,
  },
  ...more,
})

const spec = (index: number, subtask: number, score: number): CaseSpec => ({
  index,
  subtask,
  score,
  input: { hash: '', size: 0, name: '' },
  answer: null,
})

describe('one case', () => {
  test.each<[Verdict, number, number | null, number]>([
    ['ACCEPTED', 30, null, 30],
    ['PARTIALLY_ACCEPTED', 30, 0.5, 15],
    ['PARTIALLY_ACCEPTED', 100, 0.29, 29],
    ['PARTIALLY_ACCEPTED', 10, 0.999, 9],
    ['PARTIALLY_ACCEPTED', 10, null, 0],
    ['PARTIALLY_ACCEPTED', 10, 7, 10],
    ['WRONG_ANSWER', 30, 0.5, 0],
    ['CANCELLED', 30, null, 0],
  ])('%s of %d with share %s earns %d', (verdict, full, share, score) => {
    expect(caseScore(verdict, full, share)).toBe(score)
  })
})

describe('order and skipping', () => {
  test('subtasks count for the order in the subtask modes alone', () => {
    const cases = [spec(2, 1, 0), spec(1, 2, 0), spec(3, 1, 0)]
    expect(judgingOrder(cases, 'ALL').map(({ index }) => index)).toEqual([1, 2, 3])
    expect(judgingOrder(cases, 'SUBTASK_LOWEST').map(({ index }) => index)).toEqual([2, 3, 1])
  })

  test.each<[CaseMode, Verdict, number | null, string]>([
    ['ALL', 'WRONG_ANSWER', 0, 'none'],
    ['UNTIL_FAILURE', 'ACCEPTED', null, 'none'],
    ['UNTIL_FAILURE', 'PARTIALLY_ACCEPTED', null, 'all'],
    ['SUBTASK_LOWEST', 'WRONG_ANSWER', 0, 'subtask'],
    ['SUBTASK_LOWEST', 'PARTIALLY_ACCEPTED', 3, 'none'],
    ['SUBTASK_LOWEST', 'PARTIALLY_ACCEPTED', 0, 'subtask'],
    ['SUBTASK_AVERAGE', 'TIME_LIMIT_EXCEEDED', 0, 'none'],
  ])('%s after %s (%s): %s', (mode, verdict, score, skipped) => {
    expect(skippedAfter(mode, verdict, score)).toBe(skipped)
  })
})

describe('a judgement', () => {
  test('ACM takes the verdict of the failing case with the lowest index, and has no score', () => {
    const runs = [run(3, 'WRONG_ANSWER', null), run(2, 'RUNTIME_ERROR', null), run(1, 'ACCEPTED', null)]
    expect(judgementOf(rules({ scoring: 'ACM' }), runs)).toMatchObject({
      verdict: 'RUNTIME_ERROR',
      score: null,
      oiRankScore: null,
      timeMs: 30,
      memoryKb: 300,
    })
  })

  test('OI: everything right, something right, nothing right', () => {
    const right = [run(1, 'ACCEPTED', 40), run(2, 'ACCEPTED', 60)]
    expect(judgementOf(rules(), right)).toMatchObject({ verdict: 'ACCEPTED', score: 100, oiRankScore: 14 })
    const half = [run(1, 'ACCEPTED', 40), run(2, 'WRONG_ANSWER', 0)]
    expect(judgementOf(rules(), half)).toMatchObject({
      verdict: 'PARTIALLY_ACCEPTED',
      score: 40,
      oiRankScore: 6,
    })
    const none = [run(1, 'TIME_LIMIT_EXCEEDED', 0), run(2, 'WRONG_ANSWER', 0)]
    expect(judgementOf(rules(), none)).toMatchObject({
      verdict: 'TIME_LIMIT_EXCEEDED',
      score: 0,
      oiRankScore: 0,
    })
  })

  test('the least of each group counts, skipped cases too, and a skipped case never names the verdict', () => {
    const runs = [
      run(1, 'CANCELLED', 0, { subtask: 1 }),
      run(2, 'WRONG_ANSWER', 0, { subtask: 1 }),
      run(3, 'PARTIALLY_ACCEPTED', 25, { subtask: 2 }),
      run(4, 'ACCEPTED', 50, { subtask: 2 }),
    ]
    expect(subtaskScores('SUBTASK_LOWEST', runs)).toEqual([
      { subtask: 1, score: 0 },
      { subtask: 2, score: 25 },
    ])
    const report = judgementOf(rules({ caseMode: 'SUBTASK_LOWEST' }), runs)
    expect(report).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: 25, oiRankScore: 4 })
    expect(judgementOf(rules({ caseMode: 'SUBTASK_LOWEST' }), runs.slice(0, 2)).verdict).toBe('WRONG_ANSWER')
  })

  test('the mean of each group is rounded', () => {
    const runs = [run(1, 'ACCEPTED', 50), run(2, 'WRONG_ANSWER', 0), run(3, 'ACCEPTED', 50)]
    expect(judgementOf(rules({ caseMode: 'SUBTASK_AVERAGE' }), runs).score).toBe(33)
  })

  test('no score above the full one', () => {
    expect(judgementOf(rules({ fullScore: 50 }), [run(1, 'ACCEPTED', 80)]).score).toBe(50)
  })

  test('what the judge could not decide is no score', () => {
    const runs = [run(1, 'ACCEPTED', 50), run(2, 'JUDGE_ERROR', 0, { message: 'why' })]
    expect(judgementOf(rules(), runs)).toMatchObject({
      verdict: 'JUDGE_ERROR',
      score: null,
      oiRankScore: null,
      message: 'why',
    })
    expect(judgementOf(rules(), []).verdict).toBe('JUDGE_ERROR')
  })

  test('a full score of zero divides nothing', () => {
    expect(rankScore(rules({ fullScore: 0 }), 0, false)).toBe(0)
    expect(rankScore(rules({ fullScore: 0 }), 0, true)).toBe(4)
  })
})

test('the full score of a testset', () => {
  const cases = [spec(1, 1, 30), spec(2, 1, 30), spec(3, 2, 70)]
  expect(fullScoreOf(cases, 'ALL')).toBe(130)
  expect(fullScoreOf(cases, 'SUBTASK_LOWEST')).toBe(100)
})
