import { EMPTY } from '#server/shared/board/row.ts'
import type { Entry, Rule } from './rule.ts'

/** OI rule: scores, then run time of the counted accepted submissions (contest-rules.md 7). */
const scored = (counted: (known: readonly [Entry, ...Entry[]]) => Entry): Rule => ({
  showsSealed: false,
  cell(entries) {
    const { score, timeMs, verdict, late } = counted(entries)
    const ranMs = verdict === 'ACCEPTED' ? timeMs : null
    return { ...EMPTY, gain: score ?? 0, cost: ranMs ?? 0, timeMs: ranMs, late }
  },
  tie: () => 0,
})

/** System errors and cancelled submissions have no score; compile errors have 0. */
const hasScore = ({ score, verdict }: Entry): boolean => score !== null || verdict === 'COMPILE_ERROR'

/** The last scored submission counts (contest-rules.md 7). */
export const oiRecent: Rule = scored((known) => known.findLast(hasScore) ?? known[0])

/** The best score counts; ties prefer an accepted submission, then the shortest run time. */
export const oiHighest: Rule = scored((known) =>
  known.reduce((best, entry) => (isBetter(entry, best) ? entry : best)),
)

const ranMs = ({ verdict, timeMs }: Entry) =>
  verdict === 'ACCEPTED' ? (timeMs ?? 0) : Number.POSITIVE_INFINITY

const isBetter = (one: Entry, other: Entry): boolean => {
  const ahead = (one.score ?? 0) - (other.score ?? 0)
  return ahead > 0 || (ahead === 0 && ranMs(one) < ranMs(other))
}
