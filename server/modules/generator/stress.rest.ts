import { z } from 'zod'
import { MAKING_FAULTS } from '#judge/making/makingProtocol.ts'
import { JudgingState, Verdict } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { number, requiredNumber, requiredText } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { faultOf, makingMessage, makingOf } from './making.ts'
import { isUsable, shownStress, startStress, useStressCase } from './stress.ts'

const pid = requiredNumber().describe('Number of the problem.')

const restStress = z
  .object({
    key: z.string(),
    state: z.enum(JudgingState),
    verdict: z.enum(Verdict).nullable().describe('ACCEPTED: it ran to its end, whatever it found.'),
    message: z.string().nullable(),
    line: z.string(),
    tried: z.int().describe('Seeds on which the solutions agreed.'),
    seed: z.int().describe('Current seed, or the one that ended it.'),
    time: z.int().describe('Elapsed milliseconds.'),
    usable: z.boolean().describe('Whether the failing input can become a case.'),
    found: z
      .array(
        z.object({
          name: z.string().describe('Milliseconds that the solution took.'),
          fault: z.enum(MAKING_FAULTS).nullable(),
          verdict: z.enum(Verdict).nullable(),
          message: z.string().nullable(),
          time: z.int().nullable().describe('Milliseconds that the solution took.'),
        }),
      )
      .describe('The failing input: the first solution, and the second, if it ran.'),
  })
  .meta({ id: 'Stress', description: 'A stress test: a generator and two solutions.' })

async function shown(ctx: Context, problemId: number): Promise<z.input<typeof restStress>> {
  const making = await makingOf(ctx, {}, problemId)
  const stress = making && (await shownStress(ctx, making))
  if (!stress) throw new Refusal('NOT_FOUND')
  const { plan, tried, seed, spentMs, finding } = stress
  return {
    key: making.id,
    state: making.state,
    verdict: making.verdict,
    line: plan.line,
    tried,
    seed,
    message: makingMessage(ctx, making.message),
    time: spentMs,
    usable: finding !== null && isUsable(finding),
    found: (finding?.sides ?? []).map(({ name, made }) => ({
      name,
      fault: faultOf(made),
      verdict: made.verdict,
      time: made.timeMs,
      message: makingMessage(ctx, made.message),
    })),
  }
}

router.post(
  '/api/admin/problem/stress',
  { orInGroup: 'problem.manage' },
  {
    summary: 'Runs a generator and two solutions until they differ; returns a key. cancel-making stops it.',
    body: {
      pid,
      line: requiredText().describe('Generator and arguments; {seed} stands for the seed.'),
      first: requiredNumber().describe('Number of the solution that makes answers.'),
      second: requiredNumber().describe('Number of the solution to test.'),
      seed: number(1).describe('First seed.'),
      seconds: number(60).describe('Time limit.'),
    },
    answer: z.string(),
  },
  async (ctx, { body: { pid, seed, ...given } }) =>
    (await startStress(ctx, pid, { ...given, firstSeed: seed })).id,
)

router.get(
  '/api/admin/problem/stress',
  { orInGroup: 'problem.manage' },
  {
    summary: "Progress and finding of a problem's stress test.",
    query: { pid },
    answer: restStress,
  },
  (ctx, { query: { pid } }) => shown(ctx, pid),
)

router.post(
  '/api/admin/problem/use-stress-case',
  { orInGroup: 'problem.manage' },
  {
    summary: 'Adds the failing input of a stress test to the cases of its problem.',
    body: { key: requiredText().describe('Key returned when it was started.') },
    answer: z.null(),
  },
  async (ctx, { body: { key } }) => {
    await useStressCase(ctx, key)
    return null
  },
)
