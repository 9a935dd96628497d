import type { Submission } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import type { OfContest } from '../../policy/outcome.ts'
import { canManageProblem, OWNED_PROBLEM } from '../../policy/problem.ts'
import { canSeeMessage } from '../../policy/submission.ts'
import { switches } from '../site/site.ts'
import { inReadersWords } from './messageWords.ts'
import { shownOf } from './outcome.ts'
import type { SourceRow } from './submission.ts'

/** What the compiler said or what went wrong with the judging; null where there is nothing to be shown. */
export async function messageOf(
  ctx: Context,
  submission: SourceRow & OfContest & Pick<Submission, 'verdict' | 'judgementId'>,
): Promise<string | null> {
  if (submission.judgementId === null || !shownOf(ctx, submission).measures) return null
  const { hideSources } = await switches.get(ctx)
  if (!canSeeMessage(readerOf(ctx), submission, hideSources)) return null
  const judgement = await ctx.db.judgement.findUnique({
    where: { id: submission.judgementId },
    select: { message: true, submission: { select: { problem: { select: OWNED_PROBLEM } } } },
  })
  if (!judgement?.submission) return null
  const manages = canManageProblem(readerOf(ctx), judgement.submission.problem)
  return inReadersWords(ctx, judgement.message, { verdict: submission.verdict, manages })
}
