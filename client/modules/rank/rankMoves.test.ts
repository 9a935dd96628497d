import { describe, expect, it } from 'vitest'
import { touches } from './rankMoves.ts'

const figures = (solved: number, submitted: number, score = 0) => ({ solved, submitted, score })
const move = (before: ReturnType<typeof figures> | null, after: ReturnType<typeof figures> | null) => [
  { before, after },
]

/** Solved 20 to 10, in 30 submissions each. */
const PAGE = [figures(20, 30), figures(15, 30), figures(10, 30)]

describe('a page of a rank list is read again', () => {
  it.each([
    ['a row of it changed', figures(15, 30), figures(15, 31), true],
    ['a row came in from below', figures(9, 9), figures(12, 12), true],
    ['a row left it upwards', figures(15, 30), figures(30, 50), true],
    ['a row passed all of it', figures(1, 1), figures(30, 50), true],
    ['a row equals its last one', figures(10, 30), figures(10, 30), true],
    ['rows moved above it', figures(21, 30), figures(22, 31), false],
    ['rows moved below it', figures(1, 2), figures(10, 31), false],
    ['an account above it was disabled', figures(40, 50), null, true],
    ['an account below it was enabled', null, figures(0, 0), false],
  ])('in the ACM list: %s', (_, before, after, expected) => {
    expect(touches('ACM', move(before, after), PAGE)).toBe(expected)
  })

  it('by score, then by problems solved, in the OI list', () => {
    const page = [figures(5, 9, 100), figures(5, 9, 50)]
    expect(touches('OI', move(figures(5, 9, 40), figures(6, 9, 49)), page)).toBe(false)
    expect(touches('OI', move(figures(5, 9, 40), figures(6, 9, 50)), page)).toBe(true)
    // Submissions order nothing there, but a row of the page shows them.
    expect(touches('OI', move(figures(5, 9, 100), figures(5, 10, 100)), page)).toBe(true)
  })

  it('when it is the last one and an account is new, or when it has no rows', () => {
    expect(touches('ACM', move(null, figures(0, 0)), PAGE, true)).toBe(true)
    expect(touches('ACM', move(figures(1, 1), figures(2, 2)), [])).toBe(true)
  })
})
