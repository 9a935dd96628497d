import { describe, expect, it } from 'vitest'
import { EMPTY } from '#server/shared/board/row.ts'
import { chance, judgedOf, madeUp, termsOf, VERDICTS } from '../../../../tests/support/madeUpContest.ts'
import { type Attempt, type Look, type Setting, slowBoard } from '../../../../tests/support/slowBoard.ts'
import { Board } from './board.ts'
import type { Rule } from './rule.ts'

const LOOKS: Look[] = [false, true].flatMap((sealed) =>
  [false, true].flatMap((late) =>
    [false, true].flatMap((withoutStars) =>
      [false, true].map((withDisqualified) => ({ sealed, late, withoutStars, withDisqualified })),
    ),
  ),
)

function compare(board: Board, attempts: readonly Attempt[], setting: Setting, look: Look) {
  const { rows, firsts } = board.table(look)
  const slow = slowBoard(attempts, setting, look)
  const shown = new Map(
    rows.map((row) => [
      row.userId,
      {
        who: row.userId,
        cells: [...row.cells]
          .sort(([one], [other]) => one - other)
          .map(([problem, { pending, solvedAt, wrong, late, gain, cost }]) => ({
            problem,
            pending,
            solvedAt,
            wrong,
            isShown: true,
            gain,
            cost,
            isLate: setting.kind === 'acm' && late,
          })),
        tries: row.tries,
        gain: row.gain,
        cost: row.cost,
        rank: row.rank,
        award: row.award?.name ?? null,
      },
    ]),
  )
  expect(shown).toEqual(slow.rows)
  expect(firsts).toEqual(slow.firsts)
  // Best first, disqualified rows last.
  const ranks = rows.filter(({ rank }) => rank !== null).map(({ rank }) => rank as number)
  expect(ranks).toEqual([...ranks].sort((one, other) => one - other))
  const outs = rows.map(({ isDisqualified }) => isDisqualified)
  expect(outs).toEqual([...outs].sort())
}

describe('a board', () => {
  it('is what a slow one says, of two thousand contests in every view (contest-rules.md 2 to 13, 27)', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const { setting, attempts } = madeUp(seed)
      const board = new Board(termsOf(setting), attempts.map(judgedOf))
      const look = LOOKS[seed % LOOKS.length] as Look
      compare(board, attempts, setting, look)
    }
  })

  it('is one board with others beside it, whose people tried the same at the same second (contest-rules.md 25)', () => {
    const day = 86_400_000
    const earlier = (date: Date) => new Date(date.getTime() - day)
    for (let seed = 1; seed <= 300; seed++) {
      const { setting, attempts } = madeUp(seed + 5000)
      const terms = termsOf(setting)
      const judged = attempts.map(judgedOf)
      const here = new Board(
        terms,
        judged.filter(({ number }) => number % 2 === 0),
      )
      const there = new Board(
        {
          ...terms,
          startsAt: earlier(terms.startsAt),
          freezesAt: terms.freezesAt && earlier(terms.freezesAt),
          endsAt: earlier(terms.endsAt),
          problems: new Set([...terms.problems].map((problem) => problem + 100)),
        },
        judged
          .filter(({ number }) => number % 2 === 1)
          .map((one) => ({ ...one, problem: one.problem + 100, createdAt: earlier(one.createdAt) })),
      )
      const problemOf = new Map(setting.problems.map((problem) => [problem + 100, problem]))
      const inside = attempts.filter(
        ({ number, problem }) => number % 2 === 0 || setting.problems.includes(problem),
      )
      const look = LOOKS[seed % LOOKS.length] as Look
      const joined = here.joined([{ board: there, problemOf, sealed: look.sealed }])
      compare(joined, inside, setting, look)
    }
  })

  it('is the same after rejudgings, deletions and changes as one that is built again', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const { below, one } = chance(seed + 7777)
      const { setting, attempts } = madeUp(seed)
      const board = new Board(termsOf(setting))
      const kept = new Map<number, Attempt>()
      const look = LOOKS[seed % LOOKS.length] as Look
      // Outcomes arrive in any order; a board read meanwhile recomputes only what changed.
      for (const attempt of [...attempts].sort(() => below(2) - 0.5)) {
        kept.set(attempt.number, attempt)
        board.put(judgedOf(attempt))
        if (below(4) === 0) board.table(look)
        if (below(6) === 0) {
          const again = { ...one([...kept.values()]), verdict: one(VERDICTS) }
          kept.set(again.number, again)
          board.put(judgedOf(again))
        }
        if (below(10) === 0) {
          const gone = one([...kept.keys()])
          kept.delete(gone)
          board.drop(gone)
        }
      }
      const left = [...kept.values()].sort((a, b) => a.number - b.number)
      compare(board, left, setting, look)
      const changed = { ...setting, duration: setting.duration + 50, stars: [], problems: [11, 12, 13, 14] }
      board.adopt(termsOf(changed))
      compare(board, left, changed, look)
    }
  })

  it('takes a rule that it has never heard of: IOI, the best of each person, without time', () => {
    const ioi: Rule = {
      showsSealed: true,
      cell: (entries) => ({ ...EMPTY, gain: Math.max(...entries.map(({ score }) => score ?? 0)) }),
      tie: () => 0,
    }
    const { setting, attempts } = madeUp(3)
    const board = new Board({ ...termsOf(setting), rule: ioi }, attempts.map(judgedOf))
    const { rows } = board.table({ sealed: false, late: false, withoutStars: false, withDisqualified: true })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ cost }) => cost === 0)).toBe(true)
  })
})
