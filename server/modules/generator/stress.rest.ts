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
    verdict: z.enum(Verdict).nullable().describe('ACCEPTED: it came to its end, whatever it found.'),
    message: z.string().nullable(),
    line: z.string(),
    tried: z.int().describe('Seeds on which the solutions did not differ.'),
    seed: z.int().describe('The seed under way, or the one that ended it.'),
    time: z.int().describe('Milliseconds that it took so far.'),
    usable: z.boolean().describe('Whether what ended it can become a case.'),
    found: z
      .array(
        z.object({
          name: z.string().describe('Of the solution.'),
          fault: z.enum(MAKING_FAULTS).nullable(),
          verdict: z.enum(Verdict).nullable(),
          message: z.string().nullable(),
          time: z.int().nullable().describe('Milliseconds of the solution.'),
        }),
      )
      .describe('What ended it: the first solution, and the second, if it ran.'),
  })
  .meta({ id: 'Stress', description: 'A stress test: a generator and two solutions.' })

async function shown(ctx: Context, problemId: number): Promise<z.input<typeof restStress>> {
  const making = await makingOf(ctx, {}, problemId)
  const stress = making && (await shownStress(ctx, making))
  if (!stress) throw new Refusal('NOT_FOUND')
  const { plan, tried, seed, spentMs, finding } = stress
  return {
    ...{ key: making.id, state: making.state, verdict: making.verdict, line: plan.line, tried, seed },
    message: makingMessage(ctx, making.message),
    time: spentMs,
    usable: finding !== null && isUsable(finding),
    found: (finding?.sides ?? []).map(({ name, made }) => ({
      ...{ name, fault: faultOf(made), verdict: made.verdict, time: made.timeMs },
      message: makingMessage(ctx, made.message),
    })),
  }
}

router.post(
  '/api/admin/problem/stress',
  { orInGroup: 'problem.manage' },
  {
    summary: 'Runs a generator and two solutions until they differ; answers its key. cancel-making ends it.',
    body: {
      pid,
      line: requiredText().describe('A generator and its words; {seed} stands for the seed.'),
      first: requiredNumber().describe('Number of the solution that makes answers.'),
      second: requiredNumber().describe('Number of the solution that is checked.'),
      seed: number(1).describe('The seed to begin with.'),
      seconds: number(60).describe('How long it may take.'),
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
    summary: 'How far the stress test of a problem is, and what it found.',
    query: { pid },
    answer: restStress,
  },
  (ctx, { query: { pid } }) => shown(ctx, pid),
)

router.post(
  '/api/admin/problem/use-stress-case',
  { orInGroup: 'problem.manage' },
  {
    summary: 'Makes the input that a stress test found a case of its problem.',
    body: { key: requiredText().describe('The key that starting it answered.') },
    answer: z.null(),
  },
  async (ctx, { body: { key } }) => {
    await useStressCase(ctx, key)
    return null
  },
)
