import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { graphql } from 'react-relay'
import type { Ranked } from '#server/shared/board/ranking.ts'
import { type BoardRow, type Reckoned, reckon, type Snapshot } from '#server/shared/board/wire.ts'
import type {
  ScoreboardView,
  useBoardSubscription,
} from '../../__generated__/useBoardSubscription.graphql.ts'
import { noteHeard } from '../../relay/list/connection.ts'
import { RefusedError, UnreachableError } from '../../relay/refusal.ts'
import { session } from '../../relay/session.ts'
import { useLive } from '../../relay/useLive.ts'
import { BoardFollower, type Followed } from './boardFollower.ts'

export type BoardWish = {
  /** Number of the contest. */
  number: number
  view: ScoreboardView
  /** Include late submissions. */
  late: boolean
}

/**
 * Reads the whole board; the browser revalidates its cached copy, which is cheap while nothing changed.
 * Throws UnreachableError or RefusedError.
 */
export async function readBoard({
  number,
  view,
  late,
}: Omit<BoardWish, 'view'> & { view: BoardWish['view'] | 'FROZEN' | 'FINAL' }): Promise<Snapshot> {
  const path = `/api/contest-scoreboard/${number}?view=${view}&late=${late}`
  const answer = await fetch(path, {
    cache: 'no-cache',
    headers: {
      ...(session.token ? { authorization: session.token } : {}),
      'accept-language': document.documentElement.lang,
    },
  }).catch(() => {
    throw new UnreachableError('network')
  })
  noteHeard()
  if (answer.ok) return (await answer.json()) as Snapshot
  if (answer.status >= 500) throw new UnreachableError('server')
  const said = (await answer.json().catch(() => null)) as { msg?: string } | null
  throw new RefusedError(answer.status === 404 ? 'NOT_FOUND' : 'FORBIDDEN', said?.msg ?? '')
}

/** A live board with its computed ranks. */
export type LiveBoard = Followed & { reckoned: Reckoned }

const isSame = (one: Reckoned['firsts'], other: Reckoned['firsts']) =>
  one.size === other.size && [...one].every(([problem, second]) => other.get(problem) === second)

/**
 * A live view of a board; updates stop while `paused`. `live` is null until it is loaded, and while `wish` is
 * null.
 */
export function useBoard(wish: BoardWish | null, paused = false) {
  const { number = null, view = 'PUBLIC', late = false } = wish ?? {}
  const [followed, setFollowed] = useState<Followed | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const follower = useRef<BoardFollower | null>(null)

  useEffect(() => {
    setFollowed(null)
    setFailure(null)
    if (number === null) return
    const made = new BoardFollower({
      read: () => readBoard({ number, view, late }),
      onChange(next) {
        setFailure(null)
        setFollowed(next)
      },
      onFailure: setFailure,
    })
    follower.current = made
    made.read()
    return () => made.end()
  }, [number, view, late])

  const readAgain = useCallback(() => follower.current?.read(), [])
  useLive<useBoardSubscription>(
    graphql`
      subscription useBoardSubscription($number: Int!, $view: ScoreboardView!, $late: Boolean) {
        scoreboardPatches(number: $number, view: $view, late: $late) {
          from
          version
          changes
        }
      }
    `,
    paused || number === null ? null : { number, view, late },
    {
      onEvent: ({ scoreboardPatches: { from, version, changes } }) =>
        follower.current?.hear({ from, version, changes: changes ? JSON.parse(changes) : null }),
      onReturn: readAgain,
    },
  )

  const ranks = useRef(new WeakMap<BoardRow, Ranked<BoardRow>>())
  const firsts = useRef<Reckoned['firsts']>(new Map())
  const live = useMemo<LiveBoard | null>(() => {
    if (!followed) return null
    const reckoned = reckon(followed.board, ranks.current)
    // Keep the same object while it is equal, so that unchanged rows are not rendered again.
    if (!isSame(firsts.current, reckoned.firsts)) firsts.current = reckoned.firsts
    return { ...followed, reckoned: { ...reckoned, firsts: firsts.current } }
  }, [followed])
  return { live, failure, readAgain }
}
