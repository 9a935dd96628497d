import type { Contest } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import { type Context, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { hasReveal, mayReveal, seesRealnames } from '../../policy/contest.ts'
import { find } from '../../venue.ts'
import { CONTEST, standingIn } from '../contest/contest.ts'
import { type BoardProblem, scoreboardOf } from './boards.ts'
import { type KnownPerson, personOf } from './people.ts'
import { COSTLY } from './scoring/acm.ts'

/** The contest, for viewers who may watch its resolver; throws CONTEST_NO_REVEAL when it has none. */
export async function enterReveal(ctx: Context, id: number): Promise<Contest> {
  const contest = await find(ctx, CONTEST, id, 'board')
  if (!hasReveal(contest, ctx.now)) throw new Refusal('CONTEST_NO_REVEAL')
  if (!mayReveal(readerOf(ctx), await standingIn(ctx, contest)))
    throw new Refusal(ctx.viewer ? 'FORBIDDEN' : 'UNAUTHENTICATED')
  return contest
}

/** Whether the viewer may watch the resolver of a contest. */
export async function canReveal(ctx: Context, id: number): Promise<boolean> {
  const contest = await find(ctx, CONTEST, id, 'board')
  return hasReveal(contest, ctx.now) && mayReveal(readerOf(ctx), await standingIn(ctx, contest))
}

/** Effect of a try on its row. */
export type Outcome = 'ACCEPTED' | 'COSTLY' | 'NOTHING'

/** A try that the final board counts, with its contest problem and user. */
export type RevealedTry = {
  /** Submission id. */
  number: number
  /** Whole seconds since the start. */
  second: number
  isSealed: boolean
  verdict: Verdict
  outcome: Outcome
  problem: BoardProblem
  person: KnownPerson
  /** Null for viewers who may not see it. */
  realname: string | null
}

/** Tries of the final board of a contest, in the order of submission. */
export async function revealedTries(
  ctx: Context,
  contest: Contest,
  wish: { withoutStars: boolean },
): Promise<RevealedTry[]> {
  const { board, problems, people } = await scoreboardOf(ctx, contest)
  const problemOf = new Map(problems.map((problem) => [problem.problemId, problem]))
  const showsRealname = seesRealnames(readerOf(ctx), contest)
  return board.official(wish).flatMap(({ judged, second }) => {
    const { number, verdict, userId, createdAt } = judged
    const problem = problemOf.get(judged.problem)
    if (!problem) return []
    const person = personOf(people, userId)
    const costly = COSTLY.has(verdict) ? 'COSTLY' : 'NOTHING'
    return {
      number,
      second,
      verdict,
      problem,
      person,
      isSealed: contest.freezesAt !== null && createdAt >= contest.freezesAt,
      outcome: verdict === 'ACCEPTED' ? verdict : costly,
      realname: showsRealname ? person.realname : null,
    }
  })
}
