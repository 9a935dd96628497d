import { objectOf, requiredNumber, requiredText, router, textOf } from '../../doors/router.ts'
import { judgeModeOf } from '../problem/problem.ts'
import { JUDGE_MODE_WORD } from '../problem/restCodes.ts'
import { statusOf, WAITING_CODE } from '../submission/restCodes.ts'
import { restLanguage } from '../submission/restShapes.ts'
import { askedOf, findTrial, startTrial, trialMessage } from './trial.ts'

router.post('/api/submit-problem-test-judge', 'login', async (ctx, request) => {
  const body = objectOf(request.body)
  const trial = await startTrial(ctx, {
    problem: { id: requiredNumber(body.pid, 'pid') },
    language: restLanguage(body.language),
    source: requiredText(body.code, 'code'),
    input: requiredText(body.userInput, 'userInput'),
    expected: textOf(body.expectedOutput, 'expectedOutput') || null,
  })
  return trial.id
})

const UNKNOWN = {
  time: null,
  memory: null,
  userInput: null,
  userOutput: null,
  expectedOutput: null,
  stderr: null,
  problemJudgeMode: null,
}

router.get('/api/get-test-judge-result', 'login', async (ctx, request) => {
  const trial = await findTrial(ctx, requiredText(request.query.testJudgeKey, 'testJudgeKey'))
  // Those clients know waiting and done, and nothing between.
  if (trial.state !== 'DONE') return { status: WAITING_CODE, ...UNKNOWN }
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
    problemJudgeMode: JUDGE_MODE_WORD[judgeModeOf(problem)],
  }
})
