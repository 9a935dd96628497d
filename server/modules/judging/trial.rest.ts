import { z } from 'zod'
import { number, oneOf, requiredNumber, requiredText, text } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { codeIn, meaningOf } from '../../doors/rest/shapes.ts'
import { contestTaking } from '../contest/registration.ts'
import { judgeModeOf } from '../problem/problem.ts'
import { JUDGE_MODE_WORD } from '../problem/restCodes.ts'
import { languageKeyCalled } from '../site/language.ts'
import { SHOWN_CODE, statusOf, WAITING_CODE } from '../submission/restCodes.ts'
import { bankOfTarget } from '../submission/sending.ts'
import { askedOf, findTrial, startTrial, trialMessage } from './trial.ts'

router.post(
  '/api/submit-problem-test-judge',
  'login',
  {
    summary: 'Starts a trial with input of the caller, and returns its key.',
    forbids: ['SUBMIT_BANNED'],
    body: {
      pid: requiredNumber().describe('Number of the problem.'),
      type: oneOf(['public', 'contest', 'group'], 'public').describe('Kind of page of the problem.'),
      cid: number(0).describe('Number of the contest; 0: the one that accepts submissions to the problem.'),
      language: requiredText().describe('Name of the language.'),
      code: requiredText().describe('Source code.'),
      userInput: requiredText().describe('Input.'),
      expectedOutput: text().describe('Expected output.'),
    },
    answer: z.string(),
  },
  async (ctx, { body }) => {
    const contestId = body.type === 'contest' ? body.cid || (await contestTaking(ctx, body.pid)) : null
    const problem = { id: body.pid }
    const trial = await startTrial(ctx, {
      problem,
      contestId,
      language: await languageKeyCalled(ctx, body.language, await bankOfTarget(ctx, problem, contestId)),
      source: body.code,
      input: body.userInput,
      expected: body.expectedOutput || null,
    })
    return trial.id
  },
)

const UNKNOWN = {
  time: null,
  memory: null,
  userInput: null,
  userOutput: null,
  expectedOutput: null,
  stderr: null,
  problemJudgeMode: null,
}

const optional = z.string().nullable()

router.get(
  '/api/get-test-judge-result',
  'login',
  {
    summary: 'Result of a trial.',
    query: { testJudgeKey: requiredText().describe('Its key.') },
    answer: z
      .object({
        status: codeIn(SHOWN_CODE).describe(
          `5 while it runs; other fields are set when it ended: ${meaningOf(SHOWN_CODE)}.`,
        ),
        time: z.int().nullable().describe('Milliseconds.'),
        memory: z.int().nullable().describe('KiB.'),
        userInput: optional,
        userOutput: optional,
        expectedOutput: optional,
        stderr: optional,
        problemJudgeMode: z.enum(Object.values(JUDGE_MODE_WORD)).nullable(),
      })
      .meta({ id: 'TestRun', description: 'A trial.' }),
  },
  async (ctx, { query }) => {
    const trial = await findTrial(ctx, query.testJudgeKey)
    // These clients know only waiting and done.
    if (trial.state !== 'DONE') return { status: WAITING_CODE, ...UNKNOWN }
    const problem = await ctx.db.problem.findUnique({
      where: { id: trial.problemId ?? 0 },
      select: { checker: true, interactor: true },
    })
    const { input, expected } = askedOf(trial)
    return {
      status: statusOf(trial),
      time: trial.timeMs,
      memory: trial.memoryKb,
      userInput: input,
      userOutput: trial.output,
      expectedOutput: expected,
      stderr: [trialMessage(ctx, trial), trial.errorOutput].filter(Boolean).join('\n') || null,
      problemJudgeMode: JUDGE_MODE_WORD[problem ? judgeModeOf(problem) : 'DEFAULT'],
    }
  },
)
