import type { Contest } from '#prisma/generated/client.ts'
import type { Ranked } from '#server/shared/board/ranking.ts'
import { type Context, readerOf } from '../../context.ts'
import { seesRealnames, seesSealed } from '../../policy/contest.ts'
import { organises } from '../../policy/officials.ts'
import { shownNameOf } from '../contest/shownName.ts'
import { scoreboardOf } from './boards.ts'
import { type KnownPerson, personOf } from './people.ts'
import type { Table } from './scoring/board.ts'

/** What somebody asks of a board besides what they may see. */
export type BoardWish = {
  /** With what was sent after the end, where the contest takes that. */
  late?: boolean | null
  withoutStars?: boolean | null
  /** Only rows whose shown name or school has this. */
  keyword?: string | null
  /** Contests whose submissions count as if they had been sent to the same labels here (contest-rules.md 25). */
  beside?: readonly Contest[]
}

/** A row with whose it is; `name` is what the contest shows of them. */
export type StandingRow = Ranked & {
  person: KnownPerson
  name: string
  /** Null for those who may not know it. */
  realname: string | null
}

export type Standings = {
  contest: Contest
  rows: readonly StandingRow[]
  /** Seconds since the start at which problems were solved first, by the number of the problem. */
  firsts: Table['firsts']
  problems: readonly { problemId: number; displayId: string; title: string; color: string | null }[]
  /** Whether outcomes from the freeze on are left out. */
  isSealed: boolean
}

/** The board of a contest, with others beside it. */
async function joinedOf(ctx: Context, contest: Contest, beside: readonly Contest[]) {
  const own = await scoreboardOf(ctx, contest)
  if (beside.length === 0) return own
  const labels = new Map(own.problems.map(({ displayId, problemId }) => [displayId, problemId]))
  const others = await Promise.all(beside.map((one) => scoreboardOf(ctx, one)))
  const board = own.board.joined(
    others.map(({ board, problems }) => ({
      board,
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

/** What a view shows of a board, which is the same for all who see the view. */
export type ViewTerms = { isSealed: boolean; isLate: boolean; isJury: boolean }

/** The board of a contest as a view shows it. */
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

/** The board of a contest as the viewer sees it; whether they may see it at all is asked before. */
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
