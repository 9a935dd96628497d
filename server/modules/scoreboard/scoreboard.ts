import type { Contest } from '#prisma/generated/client.ts'
import type { Ranked } from '#server/shared/board/ranking.ts'
import { type Context, readerOf } from '../../context.ts'
import { seesRealnames, seesSealed } from '../../policy/contest.ts'
import { organises } from '../../policy/officials.ts'
import { shownNameOf } from '../contest/shownName.ts'
import { scoreboardOf } from './boards.ts'
import { type KnownPerson, personOf } from './people.ts'
import type { Table } from './scoring/board.ts'

/** Options of a board, besides what the viewer may see. */
export type BoardWish = {
  /** Include submissions after the end, if the contest accepts them. */
  late?: boolean | null
  withoutStars?: boolean | null
  /** Only rows whose shown name or school contains this. */
  keyword?: string | null
  /** Contests whose submissions count as if made to the same labels here (contest-rules.md 25). */
  beside?: readonly Contest[]
}

/** A row with its user; `name` is the shown name. */
export type StandingRow = Ranked & {
  person: KnownPerson
  name: string
  /** Null for viewers who may not see it. */
  realname: string | null
}

export type Standings = {
  contest: Contest
  rows: readonly StandingRow[]
  /** Seconds since the start of the first solution, by problem id. */
  firsts: Table['firsts']
  problems: readonly { problemId: number; displayId: string; title: string; color: string | null }[]
  /** Whether outcomes since the freeze are hidden. */
  isSealed: boolean
}

/** Board of a contest, with other contests added. */
async function joinedOf(ctx: Context, contest: Contest, beside: readonly Contest[]) {
  const own = await scoreboardOf(ctx, contest)
  if (beside.length === 0) return own
  const labels = new Map(own.problems.map(({ displayId, problemId }) => [displayId, problemId]))
  const others = await Promise.all(beside.map((one) => scoreboardOf(ctx, one)))
  const reader = readerOf(ctx)
  const board = own.board.joined(
    others.map(({ board, problems }, at) => ({
      board,
      sealed: seesSealed(reader, beside[at] ?? contest),
      problemOf: new Map(
        problems.flatMap(({ displayId, problemId }) => {
          const here = labels.get(displayId)
          return here === undefined ? [] : [[problemId, here] as const]
        }),
      ),
    })),
  )
  return { ...own, board, people: new Map([own, ...others].flatMap(({ people }) => [...people])) }
}

/** Content of a view of a board, equal for all its readers. */
export type ViewTerms = { isSealed: boolean; isLate: boolean; isJury: boolean }

/** Board of a contest in a view. */
export async function standingsInView(
  ctx: Context,
  contest: Contest,
  { isSealed, isLate, isJury }: ViewTerms,
): Promise<Standings> {
  const { board, people, problems } = await scoreboardOf(ctx, contest)
  const view = { sealed: isSealed, late: isLate, withoutStars: false, withDisqualified: isJury }
  const { rows, firsts } = board.table(view)
  const named = rows.map((row): StandingRow => {
    const person = personOf(people, row.userId)
    return { ...row, person, name: shownNameOf(contest, person), realname: isJury ? person.realname : null }
  })
  return { contest, rows: named, firsts, problems, isSealed }
}

/** Board of a contest as the viewer sees it; the caller authorizes access. */
export async function standingsOf(ctx: Context, contest: Contest, wish: BoardWish): Promise<Standings> {
  const { board, people, problems } = await joinedOf(ctx, contest, wish.beside ?? [])
  const reader = readerOf(ctx)
  const isSealed = seesSealed(reader, contest)
  const { rows, firsts } = board.table({
    sealed: isSealed,
    late: (wish.late ?? false) && contest.takesLate,
    withoutStars: wish.withoutStars ?? false,
    withDisqualified: organises(reader, contest),
  })
  const showsRealname = seesRealnames(reader, contest)
  const named = rows.map((row): StandingRow => {
    const person = personOf(people, row.userId)
    const own = reader.viewer?.id === row.userId
    const realname = showsRealname || own ? person.realname : null
    return { ...row, person, name: shownNameOf(contest, person), realname }
  })
  const wanted = wish.keyword?.trim().toLowerCase()
  const has = (text: string | null) => wanted !== undefined && (text ?? '').toLowerCase().includes(wanted)
  const kept = wanted ? named.filter(({ name, person }) => has(name) || has(person.school)) : named
  return { contest, rows: kept, firsts, problems, isSealed }
}
