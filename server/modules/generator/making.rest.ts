import { z } from 'zod'
import { MAKING_FAULTS } from '#judge/making/makingProtocol.ts'
import { JudgingState, MakingKind, RefereeRole, Verdict } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { flag, oneOf, requiredNumber, requiredText, text } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { filesOfText } from '../problem/authoring/restAuthoring.ts'
import { saveMakers, saveScript } from './maker.ts'
import {
  acceptMaking,
  cancelMaking,
  faultOf,
  makingMessage,
  makingOf,
  refusedOf,
  shownCases,
  shownTests,
  startMaking,
} from './making.ts'

const pid = requiredNumber().describe('Number of the problem.')
const key = requiredText().describe('The key that starting it answered.')

const restMaking = z
  .object({
    key: z.string(),
    kind: z.enum(MakingKind),
    state: z.enum(JudgingState),
    verdict: z
      .enum(Verdict)
      .nullable()
      .describe('ACCEPTED: it came to its end, whatever became of the cases.'),
    message: z.string().nullable(),
    accepted: z.boolean().describe('Whether its cases are those of the problem.'),
    refused: z.array(z.object({ part: z.string(), name: z.string(), message: z.string().nullable() })),
    cases: z.array(
      z.object({
        index: z.int(),
        command: z.string().nullable().describe('The line of the script; null of a case made by hand.'),
        done: z.boolean(),
        fault: z.enum(MAKING_FAULTS).nullable(),
        message: z.string().nullable(),
        inputBytes: z.int().nullable(),
        answerBytes: z.int().nullable(),
        time: z.int().nullable().describe('Milliseconds of the solution.'),
        duplicateOf: z.int().nullable().describe('Index of the first case with the same input.'),
      }),
    ),
    tests: z
      .array(
        z.object({
          role: z.enum(RefereeRole),
          name: z.string(),
          accepts: z.boolean().describe('Whether it must be accepted, or refused.'),
          done: z.boolean(),
          fault: z.enum(MAKING_FAULTS).nullable(),
          message: z.string().nullable(),
        }),
      )
      .describe('The tests of validators and checker that are run after the cases.'),
  })
  .meta({ id: 'Making', description: 'A making: generation and check of the cases of a problem.' })

async function shown(ctx: Context, problemId: number): Promise<z.input<typeof restMaking>> {
  const making = await makingOf(ctx, {}, problemId)
  if (!making) throw new Refusal('NOT_FOUND')
  const cases = await shownCases(ctx, making)
  const tests = await shownTests(ctx, making)
  return {
    ...{ key: making.id, kind: making.kind, state: making.state, verdict: making.verdict },
    message: makingMessage(ctx, making.message),
    accepted: making.acceptedAt !== null,
    refused: refusedOf(making).map((one) => ({ ...one, message: makingMessage(ctx, one.message) })),
    cases: cases.map(({ index, command, made, duplicateOf }) => ({
      ...{ index, command, done: made !== null, duplicateOf },
      fault: made && faultOf(made),
      message: makingMessage(ctx, made?.message ?? null),
      inputBytes: made?.inputSize ?? null,
      answerBytes: made?.answerSize ?? null,
      time: made?.timeMs ?? null,
    })),
    tests: tests.map(({ made, ...one }) => ({
      ...{ ...one, done: made !== null, fault: made && faultOf(made) },
      message: makingMessage(ctx, made?.message ?? null),
    })),
  }
}

router.post(
  '/api/admin/problem/test-program',
  { orInGroup: 'problem.manage' },
  {
    summary: 'Keeps a generator or validator with a problem, in place of one of its kind and name.',
    body: {
      pid,
      role: oneOf(['GENERATOR', 'VALIDATOR'], 'GENERATOR').describe('What it does.'),
      name: requiredText().describe('A word; lines of the script begin with it.'),
      language: requiredText().describe('Key of its language.'),
      code: requiredText().describe('Its text.'),
      extraFile: text().describe('JSON: contents of the files beside it by their names.'),
      convention: oneOf(['testlib', 'kattis'], 'testlib').describe('How a validator says yes: with 0 or 42.'),
    },
    answer: z.null(),
  },
  async (ctx, { body: { pid, code, extraFile, ...given } }) => {
    const files = extraFile === '' ? {} : filesOfText(extraFile, 'extraFile')
    await saveMakers(ctx, pid, [{ ...given, source: code, files }])
    return null
  },
)

router.post(
  '/api/admin/problem/test-script',
  { orInGroup: 'problem.manage' },
  {
    summary: 'Says which cases the generators of a problem make, a line each.',
    body: { pid, text: text().describe('The lines.') },
    answer: z.null(),
  },
  async (ctx, { body: { pid, text } }) => {
    await saveScript(ctx, pid, { text, solution: null })
    return null
  },
)

router.post(
  '/api/admin/problem/make-cases',
  { orInGroup: 'problem.manage' },
  {
    summary: 'Makes the cases of a problem and checks them, or checks those that it has; answers its key.',
    body: { pid, check: flag().describe('Only checks those that it has.') },
    answer: z.string(),
  },
  async (ctx, { body: { pid, check } }) => (await startMaking(ctx, pid, check ? 'CHECK' : 'MAKE')).id,
)

router.get(
  '/api/admin/problem/made-cases',
  { orInGroup: 'problem.manage' },
  { summary: 'What was made and checked last of a problem.', query: { pid }, answer: restMaking },
  (ctx, { query: { pid } }) => shown(ctx, pid),
)

router.post(
  '/api/admin/problem/use-made-cases',
  { orInGroup: 'problem.manage' },
  {
    summary: 'Makes the cases that were made those of their problem.',
    body: { key, emptyAnswers: flag().describe('Cases without an answer get an empty one.') },
    answer: restMaking,
  },
  async (ctx, { body: { key, emptyAnswers } }) => {
    const { id } = await acceptMaking(ctx, key, { emptyAnswers })
    return shown(ctx, id)
  },
)

router.post(
  '/api/admin/problem/cancel-making',
  { orInGroup: 'problem.manage' },
  { summary: 'Ends a making where it is.', body: { key }, answer: restMaking },
  async (ctx, { body: { key } }) => shown(ctx, (await cancelMaking(ctx, key)).problemId),
)
