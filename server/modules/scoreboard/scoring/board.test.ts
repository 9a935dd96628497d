import { describe, expect, it } from 'vitest'
import type { Verdict } from '#prisma/generated/enums.ts'
import { type Look, type Setting, type Shot, slowBoard } from '../../../../tests/support/slowBoard.ts'
import { Board, type BoardTerms, type Judged } from './board.ts'
import type { Rule } from './rule.ts'
import { EMPTY } from './rule.ts'
import { RULES } from './rules.ts'

/** Numbers that look like chance and are the same in every run. */
function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return {
    below: (most: number) => Math.floor(next() * most),
    one: <Of>(of: readonly Of[]): Of => of[Math.floor(next() * of.length)] as Of,
    some: <Of>(of: readonly Of[], share: number): Of[] => of.filter(() => next() < share),
  }
}

const START = Date.parse('2026-01-01T00:00:00Z')
const at = (second: number, ms = 0) => new Date(START + second * 1000 + ms)

const VERDICTS: readonly Verdict[] = [
  ...(['ACCEPTED', 'ACCEPTED', 'WRONG_ANSWER', 'WRONG_ANSWER', 'TIME_LIMIT_EXCEEDED'] as const),
  ...(['COMPILE_ERROR', 'JUDGE_ERROR', 'CANCELLED', 'PARTIALLY_ACCEPTED', 'RUNTIME_ERROR'] as const),
]

const WHO = Array.from({ length: 14 }, (_, i) => `u${String(i).padStart(2, '0')}`)
const TIER = { background: '#ffffff', color: '#000000' }

function madeUp(seed: number): { setting: Setting; shots: Shot[] } {
  const { below, one, some } = chance(seed)
  const duration = 100 + below(200)
  const setting: Setting = {
    kind: one(['acm', 'oiRecent', 'oiHighest']),
    freeze: one([null, 0, Math.floor(duration / 2)]),
    duration,
    problems: [11, 12, 13, 14].slice(0, 1 + below(4)),
    stars: some(WHO, 0.2),
    disqualified: some(WHO, 0.1),
    uncounted: some(WHO, 0.1),
    awardKind: one(['NONE', 'COUNT', 'PERCENTAGE']),
    tiers: [
      { name: 'gold', number: below(20) },
      { name: 'silver', number: below(30) },
    ],
  }
  const shots = Array.from({ length: below(120) }, () => {
    const verdict = one(VERDICTS)
    const isScored = verdict !== 'COMPILE_ERROR' && verdict !== 'JUDGE_ERROR' && verdict !== 'CANCELLED'
    return {
      who: one(WHO),
      problem: one([11, 12, 13, 14]),
      // Few different moments and scores, so that there are ties.
      second: below(Math.ceil(duration * 1.2) / 10) * 10 - 10,
      verdict,
      score: isScored ? (verdict === 'ACCEPTED' ? 100 : one([0, 30, 60])) : null,
      timeMs: isScored ? one([0, 5, 10]) : null,
    }
  })
    .sort((a, b) => a.second - b.second)
    .map((shot, index) => ({ ...shot, number: index + 1 }))
  return { setting, shots }
}

const termsOf = (setting: Setting): BoardTerms => ({
  rule: RULES[setting.kind],
  startsAt: at(0),
  freezesAt: setting.freeze === null ? null : at(setting.freeze),
  endsAt: at(setting.duration),
  problems: new Set(setting.problems),
  uncounted: new Set(setting.uncounted),
  stars: new Set(setting.stars),
  disqualified: new Set(setting.disqualified),
  awardKind: setting.awardKind,
  tiers: setting.tiers.map((tier) => ({ ...TIER, ...tier })),
})

const judgedOf = ({ who, second, ...shot }: Shot): Judged => ({
  ...shot,
  userId: who,
  createdAt: at(second, (shot.number * 37) % 1000),
})

const LOOKS: Look[] = [false, true].flatMap((sealed) =>
  [false, true].flatMap((late) =>
    [false, true].flatMap((withoutStars) =>
      [false, true].map((withDisqualified) => ({ sealed, late, withoutStars, withDisqualified })),
    ),
  ),
)

function compare(board: Board, shots: readonly Shot[], setting: Setting, look: Look) {
  const { rows, firsts } = board.table(look)
  const slow = slowBoard(shots, setting, look)
  const shown = new Map(
    rows.map((row) => [
      row.userId,
      {
        who: row.userId,
        cells: [...row.cells]
          .sort(([one], [other]) => one - other)
          .map(([problem, { pending, solvedAt, wrong, late, gain, cost }]) => ({
            ...{ problem, pending, solvedAt, wrong, isShown: true, gain, cost },
            isLate: setting.kind === 'acm' && late,
          })),
        ...{ tries: row.tries, gain: row.gain, cost: row.cost, rank: row.rank },
        award: row.award?.name ?? null,
      },
    ]),
  )
  expect(shown).toEqual(slow.rows)
  expect(firsts).toEqual(slow.firsts)
  // Best first, and those who are out behind all others.
  const ranks = rows.filter(({ rank }) => rank !== null).map(({ rank }) => rank as number)
  expect(ranks).toEqual([...ranks].sort((one, other) => one - other))
  const outs = rows.map(({ isDisqualified }) => isDisqualified)
  expect(outs).toEqual([...outs].sort())
}

describe('a board', () => {
  it('is what a slow one says, of two thousand contests in every view (contest-rules.md 2 to 13, 27)', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const { setting, shots } = madeUp(seed)
      const board = new Board(termsOf(setting), shots.map(judgedOf))
      const look = LOOKS[seed % LOOKS.length] as Look
      compare(board, shots, setting, look)
    }
  })

  it('is the same after rejudgings, deletions and changes as one that is built anew', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const { below, one } = chance(seed + 7777)
      const { setting, shots } = madeUp(seed)
      const board = new Board(termsOf(setting))
      const kept = new Map<number, Shot>()
      const look = LOOKS[seed % LOOKS.length] as Look
      // Outcomes come in any order; a board that somebody looks at meanwhile only counts anew what changed.
      for (const shot of [...shots].sort(() => below(2) - 0.5)) {
        kept.set(shot.number, shot)
        board.put(judgedOf(shot))
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
      cell: (entries) => ({ ...EMPTY, gain: Math.max(...entries.map(({ score }) => score ?? 0)) }),
      tie: () => 0,
    }
    const { setting, shots } = madeUp(3)
    const board = new Board({ ...termsOf(setting), rule: ioi }, shots.map(judgedOf))
    const { rows } = board.table({ sealed: false, late: false, withoutStars: false, withDisqualified: true })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ cost }) => cost === 0)).toBe(true)
  })
})
