/**
 * What a scoreboard costs, without a database: taking in one verdict and making the public table of 2,000 teams, 13
 * problems and 40,000 submissions anew, and the same with ten times the submissions beside it.
 */
import type { Verdict } from '#prisma/generated/enums.ts'
import { Board, type BoardTerms, type Judged } from '#server/modules/scoreboard/scoring/board.ts'
import { RULES } from '#server/modules/scoreboard/scoring/rules.ts'
import { median } from './support/figures.ts'

const TEAMS = 2000
const PROBLEMS = 13
const SUBMISSIONS = 40_000
const HOURS = 5
const TIMES = 300

const START = Date.parse('2026-01-01T00:00:00Z')
const at = (hours: number) => new Date(START + hours * 3600_000)

const TERMS: BoardTerms = {
  ...{ rule: RULES.acm, startsAt: at(0), freezesAt: at(HOURS - 1), endsAt: at(HOURS) },
  problems: new Set(Array.from({ length: PROBLEMS }, (_, index) => index + 1)),
  ...{ uncounted: new Set(), stars: new Set(), disqualified: new Set() },
  awardKind: 'PERCENTAGE',
  tiers: [{ name: 'gold', background: '#e6bf25', color: '#ffffff', number: 10 }],
}
const VIEW = { sealed: true, late: false, withoutStars: false, withDisqualified: false }
const VERDICTS: readonly Verdict[] = ['ACCEPTED', 'WRONG_ANSWER', 'WRONG_ANSWER', 'TIME_LIMIT_EXCEEDED']

const below = (most: number) => Math.floor(Math.random() * most)

const judged = (number: number, hours: number): Judged => ({
  ...{ number, userId: `team${below(TEAMS)}`, problem: 1 + below(PROBLEMS), createdAt: at(hours) },
  ...{ verdict: VERDICTS[below(VERDICTS.length)] ?? 'ACCEPTED', score: null, timeMs: 5 },
})

/** Median time (µs) from a verdict to the table that has it. */
function patch(submissions: number): number {
  const all = Array.from({ length: submissions }, (_, index) =>
    judged(index + 1, (HOURS * index) / submissions),
  )
  const began = performance.now()
  const board = new Board(TERMS, all)
  board.table(VIEW)
  console.log(`${submissions} submissions: built in ${(performance.now() - began).toFixed(0)} ms`)
  const times = Array.from({ length: TIMES }, (_, index) => {
    const one = judged(submissions + index + 1, HOURS - 1.5)
    const from = performance.now()
    board.put(one)
    board.table(VIEW)
    return (performance.now() - from) * 1000
  })
  return median(times)
}

patch(SUBMISSIONS)
const [one, ten] = [patch(SUBMISSIONS), patch(SUBMISSIONS * 10)]
console.log(`patch-10x/1x: ${(ten / one).toFixed(2)}`)
console.log(`patch-us: ${one.toFixed(0)}`)
