import { describe, expect, it } from 'vitest'
import { filterOf, submissionList } from './submissionList.ts'

const filterAt = (search: string) => filterOf(null, submissionList(null).read(new URLSearchParams(search)))

describe('the list of submissions', () => {
  it('takes every number of the specification under `status`', () => {
    expect(filterAt('status=8')).toEqual({ verdict: 'PARTIALLY_ACCEPTED' })
    expect(filterAt('status=-3')).toEqual({ verdict: 'PRESENTATION_ERROR' })
    expect(filterAt('status=6')).toEqual({ state: 'COMPILING' })
    expect(filterAt('status=5')).toEqual({ states: ['QUEUED', 'AWAITING_ACCOUNT', 'SENT'] })
    expect(filterAt('status=9')).toEqual({ state: 'SENDING' })
    expect(filterAt('status=10')).toEqual({ verdict: 'SUBMISSION_FAILED' })
    for (const number of [-10, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      expect(Object.keys(filterAt(`status=${number}`)), String(number)).toHaveLength(1)
  })

  it('takes the whole id of a problem, which may be long', () => {
    const problem = 'P'.repeat(74)
    expect(filterAt(`problemID=${problem}&completeProblemID=true`)).toEqual({ problem, exactProblem: true })
  })

  it('finds nothing under numbers that no submission has, and everything under none that is known', () => {
    for (const number of [-10, -5]) expect(filterAt(`status=${number}`)).toEqual({ verdicts: [] })
    expect(filterAt('status=77')).toEqual({})
  })
})
