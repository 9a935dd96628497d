import type { AwardKind, Verdict } from '#prisma/generated/enums.ts'

/** A submission of a made-up contest: who, which problem, when (s since the start), and how it went. */
export type Attempt = {
  number: number
  who: string
  problem: number
  second: number
  verdict: Verdict
  score: number | null
  timeMs: number | null
}

/** A made-up contest; times in seconds since the start. */
export type Setting = {
  kind: 'acm' | 'oiRecent' | 'oiHighest'
  freeze: number | null
  duration: number
  problems: readonly number[]
  stars: readonly string[]
  disqualified: readonly string[]
  uncounted: readonly string[]
  awardKind: AwardKind
  tiers: readonly { name: string; number: number }[]
}

export type Look = { sealed: boolean; late: boolean; withoutStars: boolean; withDisqualified: boolean }

const COSTS = ['PRESENTATION_ERROR', 'WRONG_ANSWER', 'TIME_LIMIT_EXCEEDED', 'MEMORY_LIMIT_EXCEEDED'].concat(
  'OUTPUT_LIMIT_EXCEEDED',
  'RUNTIME_ERROR',
)

const isSeen = (attempt: Attempt, setting: Setting, look: Look) => {
  if (!setting.problems.includes(attempt.problem) || attempt.second < 0) return false
  // An OI board says nothing at all of what is sealed (8).
  if (setting.kind !== 'acm' && isSealed(attempt, setting, look)) return false
  return attempt.second < setting.duration || (look.late && !look.sealed)
}

const isSealed = (attempt: Attempt, { freeze, duration }: Setting, look: Look) =>
  look.sealed && freeze !== null && attempt.second >= freeze && attempt.second < duration

/**
 * The board by contest-rules.md 2 to 13, 27, as plainly as it can be said: for every person all attempts are gone through
 * again for every problem, and ranks are counted by asking how many stand before. Shares no line with the real one.
 */
export function slowBoard(attempts: readonly Attempt[], setting: Setting, look: Look) {
  const official = { ...look, late: false }
  const people = [
    ...new Set(attempts.filter((attempt) => isSeen(attempt, setting, look)).map(({ who }) => who)),
  ]
    .filter((who) => !setting.uncounted.includes(who))
    .filter((who) => !(look.withoutStars && setting.stars.includes(who)))
    .filter((who) => look.withDisqualified || !setting.disqualified.includes(who))
  const figures = (who: string, by: Look) => {
    const own = attempts.filter((attempt) => attempt.who === who && isSeen(attempt, setting, by))
    const cells = setting.problems.flatMap((problem) => {
      const tries = own.filter((attempt) => attempt.problem === problem)
      return tries.length > 0 ? [{ problem, ...cellOf(tries, setting, by) }] : []
    })
    const shown = cells.filter(({ isShown }) => isShown)
    const sum = (of: 'gain' | 'cost') => shown.reduce((total, cell) => total + cell[of], 0)
    return { who, cells: shown, tries: own.length, gain: sum('gain'), cost: sum('cost') }
  }
  const rows = people.map((who) => figures(who, look))
  const isOut = (who: string) => setting.disqualified.includes(who)
  const counts = rows.filter(({ who }) => !setting.stars.includes(who) && !isOut(who))
  const isBefore = (one: { gain: number; cost: number }, other: { gain: number; cost: number }) =>
    one.gain > other.gain || (one.gain === other.gain && one.cost < other.cost)
  const rankOf = (row: (typeof rows)[number]) =>
    counts.includes(row) ? 1 + counts.filter((other) => isBefore(other, row)).length : null
  const prizes = prizesOf(
    people
      .filter((who) => counts.some((row) => row.who === who))
      .map((who) => figures(who, official))
      .filter(({ tries }) => tries > 0),
    setting,
  )
  const firsts = setting.problems.flatMap((problem) => {
    const solved = people
      .filter((who) => !isOut(who))
      .flatMap((who) => figures(who, official).cells)
      .filter((cell) => cell.problem === problem && cell.solvedAt !== null)
      .map(({ solvedAt }) => solvedAt as number)
    return solved.length > 0 ? [[problem, Math.min(...solved)] as const] : []
  })
  return {
    rows: new Map(
      rows.map((row) => [row.who, { ...row, rank: rankOf(row), award: prizes.get(row.who) ?? null }]),
    ),
    firsts: new Map(firsts),
  }
}

function cellOf(tries: readonly Attempt[], setting: Setting, look: Look) {
  const known = tries.filter((attempt) => !isSealed(attempt, setting, look))
  const pending = tries.length - known.length
  const nothing = { pending, solvedAt: null as number | null, wrong: 0, isShown: true, isLate: false }
  if (setting.kind === 'acm') {
    const at = known.findIndex(({ verdict }) => verdict === 'ACCEPTED')
    const before = at < 0 ? known : known.slice(0, at)
    const wrong = before.filter(({ verdict }) => COSTS.includes(verdict)).length
    const solved = known[at]
    if (!solved) return { ...nothing, wrong, gain: 0, cost: 0 }
    const isLate = solved.second >= setting.duration
    return {
      ...nothing,
      wrong,
      solvedAt: solved.second,
      gain: 1,
      cost: solved.second + wrong * 20 * 60,
      isLate,
    }
  }
  const points = (attempt: Attempt) => attempt.score ?? 0
  const time = (attempt: Attempt) => (attempt.verdict === 'ACCEPTED' ? (attempt.timeMs ?? 0) : 0)
  if (known.length === 0) return { ...nothing, gain: 0, cost: 0, isShown: false, pending: 0 }
  if (setting.kind === 'oiRecent') {
    const scored = known.filter(({ score, verdict }) => score !== null || verdict === 'COMPILE_ERROR')
    const last = (scored.length > 0 ? scored : known.slice(0, 1)).at(-1) as Attempt
    return { ...nothing, gain: points(last), cost: time(last), pending: 0 }
  }
  const best = Math.max(...known.map(points))
  const bests = known.filter((attempt) => points(attempt) === best)
  const accepted = bests.filter(({ verdict }) => verdict === 'ACCEPTED').map(time)
  return { ...nothing, gain: best, cost: accepted.length > 0 ? Math.min(...accepted) : 0, pending: 0 }
}

/** Who wins what on the official board; equal rows stand in the order of their names. */
function prizesOf(rows: { who: string; gain: number; cost: number }[], { awardKind, tiers }: Setting) {
  const left = rows
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain || a.cost - b.cost || (a.who < b.who ? -1 : 1))
    .map(({ who }) => who)
  const prizes = new Map<string, string>()
  if (awardKind === 'NONE') return prizes
  for (const { name, number } of tiers) {
    const places = awardKind === 'COUNT' ? number : Math.floor((number * rows.length) / 100)
    for (const who of left.splice(0, Math.max(0, places))) prizes.set(who, name)
  }
  return prizes
}
