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
const key = requiredText().describe('Key returned when it was started.')

const restMaking = z
  .object({
    key: z.string(),
    kind: z.enum(MakingKind),
    state: z.enum(JudgingState),
    verdict: z
      .enum(Verdict)
      .nullable()
      .describe('ACCEPTED: it ran to its end, whatever the results of the cases.'),
    message: z.string().nullable(),
    accepted: z.boolean().describe('Whether its cases were accepted.'),
    refused: z.array(z.object({ part: z.string(), name: z.string(), message: z.string().nullable() })),
    cases: z.array(
      z.object({
        index: z.int(),
        command: z.string().nullable().describe('Script line; null for a manual case.'),
        done: z.boolean(),
        fault: z.enum(MAKING_FAULTS).nullable(),
        message: z.string().nullable(),
        inputBytes: z.int().nullable(),
        answerBytes: z.int().nullable(),
        time: z.int().nullable().describe('Milliseconds that the solution took.'),
        duplicateOf: z.int().nullable().describe('Index of the first case with the same input.'),
      }),
    ),
    tests: z
      .array(
        z.object({
          role: z.enum(RefereeRole),
          name: z.string(),
          accepts: z.boolean().describe('Whether it is expected to be accepted.'),
          done: z.boolean(),
          fault: z.enum(MAKING_FAULTS).nullable(),
          message: z.string().nullable(),
        }),
      )
      .describe('Tests of validators and checker, which run after the cases.'),
  })
  .meta({ id: 'Making', description: 'A making: generation and check of the cases of a problem.' })

async function shown(ctx: Context, problemId: number): Promise<z.input<typeof restMaking>> {
  const making = await makingOf(ctx, {}, problemId)
  if (!making) throw new Refusal('NOT_FOUND')
  const cases = await shownCases(ctx, making)
  const tests = await shownTests(ctx, making)
  return {
    key: making.id,
    kind: making.kind,
    state: making.state,
    verdict: making.verdict,
    message: makingMessage(ctx, making.message),
    accepted: making.acceptedAt !== null,
    refused: refusedOf(making).map((one) => ({ ...one, message: makingMessage(ctx, one.message) })),
    cases: cases.map(({ index, command, made, duplicateOf }) => ({
      index,
      command,
      done: made !== null,
      duplicateOf,
      fault: made && faultOf(made),
      message: makingMessage(ctx, made?.message ?? null),
      inputBytes: made?.inputSize ?? null,
      answerBytes: made?.answerSize ?? null,
      time: made?.timeMs ?? null,
    })),
    tests: tests.map(({ made, ...one }) => ({
      ...one,
      done: made !== null,
      fault: made && faultOf(made),
      message: makingMessage(ctx, made?.message ?? null),
    })),
  }
}

router.post(
  '/api/admin/problem/test-program',
  { orInGroup: 'problem.manage' },
  {
    summary: 'Saves a generator or validator of a problem; replaces the one with its role and name.',
    body: {
      pid,
      role: oneOf(['GENERATOR', 'VALIDATOR'], 'GENERATOR').describe('Role.'),
      name: requiredText().describe('One word, as in script lines.'),
      language: requiredText().describe('Key of its language.'),
      code: requiredText().describe('Source code.'),
      extraFile: text().describe('JSON: contents of its files by name.'),
      convention: oneOf(['testlib', 'kattis'], 'testlib').describe(
        'Exit code by which a validator accepts: 0 or 42.',
      ),
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
    summary: 'Saves the test script of a problem, a line per case; the solution that answers it stays.',
    body: { pid, text: text().describe('Script text.') },
    answer: z.null(),
  },
  async (ctx, { body: { pid, text } }) => {
    await saveScript(ctx, pid, { text })
    return null
  },
)

router.post(
  '/api/admin/problem/make-cases',
  { orInGroup: 'problem.manage' },
  {
    summary: 'Makes and checks the cases of a problem, or checks the present ones; returns a key.',
    body: { pid, check: flag().describe('Only check the present cases.') },
    answer: z.string(),
  },
  async (ctx, { body: { pid, check } }) => (await startMaking(ctx, pid, check ? 'CHECK' : 'MAKE')).id,
)

router.get(
  '/api/admin/problem/made-cases',
  { orInGroup: 'problem.manage' },
  { summary: 'The last making of a problem.', query: { pid }, answer: restMaking },
  (ctx, { query: { pid } }) => shown(ctx, pid),
)

router.post(
  '/api/admin/problem/use-made-cases',
  { orInGroup: 'problem.manage' },
  {
    summary: 'Accepts a making: its cases become those of the problem.',
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
  { summary: 'Cancels a making.', body: { key }, answer: restMaking },
  async (ctx, { body: { key } }) => shown(ctx, (await cancelMaking(ctx, key)).problemId),
)
