import { objectOf, requiredNumber, router, textOf } from '../../router.ts'
import { judgeModeOf } from '../problem/problem.ts'
import { statusOf } from '../submission/restCodes.ts'
import { restLanguage } from '../submission/restShapes.ts'
import { askedOf, findTrial, startTrial, trialMessage } from './trial.ts'

router.post('/api/submit-problem-test-judge', 'login', async (ctx, request) => {
  const body = objectOf(request.body)
  const trial = await startTrial(ctx, {
    problem: { id: requiredNumber(body.pid, 'pid') },
    language: restLanguage(body.language),
    source: textOf(body.code),
    input: textOf(body.userInput),
    expected: textOf(body.expectedOutput) || null,
  })
  return trial.id
})

const REST_JUDGE_MODES = { DEFAULT: 'default', CHECKER: 'spj', INTERACTIVE: 'interactive' } as const

const WAITING = {
  time: null,
  memory: null,
  userInput: null,
  userOutput: null,
  expectedOutput: null,
  stderr: null,
  problemJudgeMode: null,
}

router.get('/api/get-test-judge-result', 'login', async (ctx, request) => {
  const trial = await findTrial(ctx, request.query.testJudgeKey ?? '')
  // Those clients know waiting and done, and nothing between.
  if (trial.state !== 'DONE') return { status: statusOf({ state: 'QUEUED', verdict: null }), ...WAITING }
  const problem = await ctx.db.problem.findUniqueOrThrow({
    where: { id: trial.problemId },
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
    problemJudgeMode: REST_JUDGE_MODES[judgeModeOf(problem)],
  }
})
