import type { Context, House } from '../../context.ts'
import type { Events, RankFigures, RankMove } from '../../events.ts'
import { everything, type Stream, watch } from '../../watch.ts'

/** Changes of ranks are told together after this time (ms). */
const MOVES_WITHIN = 2_000

/** More moves than this are told as a whole: every page reads again. */
const MOST_MOVES = 100

/** Moves of accounts in the lists of a place; null: so many that every page reads again. */
export type RankMoves = { moves: RankMove[] | null }

const isEqual = (one: RankFigures | null, other: RankFigures | null): boolean =>
  one?.solved === other?.solved && one?.submitted === other?.submitted && one?.score === other?.score

type Moves = ReadonlyMap<string, RankMove> | null

/** Adds a change to the moves told next; null when there are too many. */
export function joined(
  moves: Moves,
  { userId, before, after }: Events['rank.changed'],
): Map<string, RankMove> | null {
  if (moves === null || (before === null && after === null)) return null
  const next = new Map(moves)
  const key = userId ?? ''
  const first = next.get(key)
  const move = { userId, before: first ? first.before : before, after }
  if (userId !== null && isEqual(move.before, after)) next.delete(key)
  else next.set(key, move)
  return next.size > MOST_MOVES ? null : next
}

/**
 * Coalesces the changes of ranks that this process hears of by place (null: the site, else a group), and delivers them in
 * it. Answers how to stop.
 */
export function gatherMoves({ events }: Pick<House, 'events'>): () => void {
  let places = new Map<number | null, Moves>()
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    const told = places
    places = new Map()
    timer = undefined
    for (const [groupId, gathered] of told) {
      const moves = gathered && [...gathered.values()]
      if (moves?.length === 0) continue
      if (groupId === null) events.deliver({ name: 'ranks.moved', payload: { moves } })
      else events.deliver({ name: 'groupRanks.moved', payload: { groupId, moves } })
    }
  }
  const off = events.listen(({ name, payload }) => {
    if (name !== 'rank.changed' && name !== 'groupRank.changed') return
    const groupId = name === 'rank.changed' ? null : payload.groupId
    const gathered = places.get(groupId)
    places.set(groupId, joined(gathered === undefined ? new Map() : gathered, payload))
    timer ??= setTimeout(tell, MOVES_WITHIN)
  })
  return () => {
    off()
    clearTimeout(timer)
  }
}

/** Moves in the rank lists of the site, at most once in two seconds. Figures in the lists are public. */
export const watchMoves = (ctx: Context): Stream<RankMoves> =>
  watch<string, RankMoves>(ctx, {
    sight: everything,
    concern: ({ name, payload }) =>
      name === 'ranks.moved' ? { key: JSON.stringify(payload.moves), wait: 0 } : null,
    read: async (_, key) => ({ moves: JSON.parse(key) as RankMove[] | null }),
  })
