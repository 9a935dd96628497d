import { describe, expect, it } from 'vitest'
import { nextOf } from './results.ts'

const problems = (...verdicts: (string | null)[]) => verdicts.map((viewerVerdict) => ({ viewerVerdict }))

describe('nextOf', () => {
  it('is the first untried problem, past those that were tried in vain', () => {
    expect(nextOf(problems('ACCEPTED', 'WRONG_ANSWER', null, 'ACCEPTED', null))).toBe(2)
  })

  it('is the first unsolved problem once all were tried', () => {
    expect(nextOf(problems('ACCEPTED', 'WRONG_ANSWER', 'ACCEPTED', 'TIME_LIMIT_EXCEEDED'))).toBe(1)
  })

  it('is null when all are solved, or when there are none', () => {
    expect(nextOf(problems('ACCEPTED', 'ACCEPTED'))).toBeNull()
    expect(nextOf(problems())).toBeNull()
  })
})
