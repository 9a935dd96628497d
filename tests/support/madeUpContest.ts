import type { Verdict } from '#prisma/generated/enums.ts'
import type { BoardTerms, Judged } from '#server/modules/scoreboard/scoring/board.ts'
import { RULES } from '#server/modules/scoreboard/scoring/rules.ts'
import { randomShare } from './seededRandom.ts'
import type { Attempt, Setting } from './slowBoard.ts'

/** Numbers that look like chance and are the same in every run. */
export function chance(seed: number) {
  const next = randomShare(seed)
  return {
    below: (most: number) => Math.floor(next() * most),
    one: <Of>(of: readonly Of[]): Of => of[Math.floor(next() * of.length)] as Of,
    some: <Of>(of: readonly Of[], share: number): Of[] => of.filter(() => next() < share),
  }
}

const START = Date.parse('2026-01-01T00:00:00Z')
const at = (second: number, ms = 0) => new Date(START + second * 1000 + ms)

export const VERDICTS: readonly Verdict[] = [
  ...(['ACCEPTED', 'ACCEPTED', 'WRONG_ANSWER', 'WRONG_ANSWER', 'TIME_LIMIT_EXCEEDED'] as const),
  ...(['COMPILE_ERROR', 'JUDGE_ERROR', 'CANCELLED', 'PARTIALLY_ACCEPTED', 'RUNTIME_ERROR'] as const),
]

const WHO = Array.from({ length: 14 }, (_, i) => `u${String(i).padStart(2, '0')}`)
const TIER = { background: '#ffffff', color: '#000000' }

export function madeUp(seed: number): { setting: Setting; attempts: Attempt[] } {
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
  const attempts = Array.from({ length: below(120) }, () => {
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
    .map((attempt, index) => ({ ...attempt, number: index + 1 }))
  return { setting, attempts }
}

export const termsOf = (setting: Setting): BoardTerms => ({
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

export const judgedOf = ({ who, second, ...attempt }: Attempt): Judged => ({
  ...attempt,
  userId: who,
  createdAt: at(second, (attempt.number * 37) % 1000),
})
