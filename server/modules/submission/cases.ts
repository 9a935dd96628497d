import type { CaseSpec, JudgeTask, RunReport, Transcript } from '#judge/protocol.ts'
import { subtaskScores } from '#judge/scoring.ts'
import type { Run, Sample, Submission } from '#prisma/generated/client.ts'
import type { CaseMode, Verdict } from '#prisma/generated/enums.ts'
import { type Context, readerOf } from '../../context.ts'
import type { OfContest } from '../../policy/outcome.ts'
import { canManageProblem, OWNED_PROBLEM } from '../../policy/problem.ts'
import { canSeeCases, canSeeJudgeWords, canSeeWritten } from '../../policy/submission.ts'
import { inReadersWords } from './messageWords.ts'
import { shownOf } from './outcome.ts'
import { sampleCases } from './sampleCases.ts'

/**
 * A judged case as a reader sees it; names of files, words for the author, conversations and what the program wrote
 * in a hidden case are for staff.
 */
export type RunView = Omit<Run, 'judgementId' | 'transcript'> & {
  inputName: string | null
  answerName: string | null
  transcript: Transcript | null
  /** The sample of the statement that the case is; null for a hidden one. */
  sample: Sample | null
}

export type SubtaskView = {
  number: number
  verdict: Verdict | null
  score: number
  fullScore: number
  accepted: number
  total: number
  timeMs: number | null
  memoryKb: number | null
  runs: RunView[]
}

export type CaseResults = { mode: CaseMode; runs: RunView[]; subtasks: SubtaskView[] }

const GROUPED: readonly CaseMode[] = ['SUBTASK_LOWEST', 'SUBTASK_AVERAGE']

/**
 * The cases of the judgement that counts, as far as they have been judged; null when the problem or a contest keeps
 * them to itself. Mode and names come from the task, so that they are those of the testset it was judged on.
 */
export async function caseResults(
  ctx: Context,
  submission: OfContest & Pick<Submission, 'problemId' | 'judgementId' | 'manual'>,
): Promise<CaseResults | null> {
  if (!shownOf(ctx, submission).cases) return null
  const problem = await ctx.db.problem.findUniqueOrThrow({
    where: { id: submission.problemId },
    select: {
      ...OWNED_PROBLEM,
      openCases: true,
      caseMode: true,
      samples: { orderBy: { index: 'asc' } },
    },
  })
  const manages = canManageProblem(readerOf(ctx), problem)
  if (!manages && !canSeeCases(readerOf(ctx), problem)) return null
  const seesJudgeWords = canSeeJudgeWords(readerOf(ctx), problem)
  // A verdict set by hand is nothing that any case said.
  const judgement =
    submission.judgementId && !submission.manual
      ? await ctx.db.judgement.findUnique({
          where: { id: submission.judgementId },
          select: { task: true, runs: { orderBy: { index: 'asc' }, omit: { transcript: !seesJudgeWords } } },
        })
      : null
  if (!judgement) return { mode: problem.caseMode, runs: [], subtasks: [] }

  const task = judgement.task as Partial<Pick<JudgeTask, 'cases' | 'caseMode'>>
  const mode = task.caseMode ?? problem.caseMode
  const cases = task.cases ?? []
  const specs = new Map(cases.map((spec) => [spec.index, spec]))
  const samples = sampleCases(cases, problem.samples)
  const runs = judgement.runs.map(({ judgementId: _, judgeMessage, transcript, ...run }): RunView => {
    const spec = manages ? specs.get(run.index) : undefined
    const sample = samples.get(run.index) ?? null
    const seesWritten = canSeeWritten(readerOf(ctx), problem, sample !== null)
    return {
      ...run,
      sample,
      outputHead: seesWritten ? run.outputHead : null,
      errorHead: seesWritten ? run.errorHead : null,
      message: inReadersWords(ctx, run.message, { verdict: run.verdict, manages }),
      judgeMessage: seesJudgeWords
        ? inReadersWords(ctx, judgeMessage, { verdict: null, manages: true })
        : null,
      transcript: seesJudgeWords ? ((transcript as Transcript | null | undefined) ?? null) : null,
      inputName: spec?.input.name ?? null,
      answerName: spec?.answer?.name ?? null,
    }
  })
  return { mode, runs, subtasks: GROUPED.includes(mode) ? subtasksOf(mode, cases, runs) : [] }
}

/** The groups in order, each as it counts. */
export function subtasksOf(
  mode: CaseMode,
  cases: readonly CaseSpec[],
  runs: readonly RunView[],
): SubtaskView[] {
  const full = subtaskScores(
    mode,
    cases.map(({ subtask, score }) => ({ subtask, score }) as RunReport),
  )
  return full.map(({ subtask, score: fullScore }) => {
    const own = runs.filter((run) => run.subtask === subtask)
    const total = cases.filter((spec) => spec.subtask === subtask).length
    const [scored] = subtaskScores(mode, own)
    const score = scored?.score ?? 0
    const accepted = own.filter(({ verdict }) => verdict === 'ACCEPTED').length
    const ended = own.length === total
    return {
      number: subtask,
      fullScore,
      score: ended || mode === 'SUBTASK_LOWEST' ? score : 0,
      accepted,
      total,
      runs: own,
      ...(mode === 'SUBTASK_LOWEST' ? lowest(own, ended) : average(own, ended, score)),
    }
  })
}

type Outcome = Pick<SubtaskView, 'verdict' | 'timeMs' | 'memoryKb'>

const PENDING: Outcome = { verdict: null, timeMs: null, memoryKb: null }

/** The case with the least score stands for the group; a group is lost as soon as one case is. */
function lowest(runs: readonly RunView[], ended: boolean): Outcome {
  const worst = runs.reduce<RunView | null>((a, b) => (a && (a.score ?? 0) <= (b.score ?? 0) ? a : b), null)
  if (!worst) return PENDING
  if (!ended && worst.verdict === 'ACCEPTED') return PENDING
  return { verdict: worst.verdict, timeMs: worst.timeMs, memoryKb: worst.memoryKb }
}

/** All accepted, or partly when anything was earned; a mean has no time of its own. */
function average(runs: readonly RunView[], ended: boolean, score: number): Outcome {
  if (!ended) return PENDING
  const flawless = runs.every(({ verdict }) => verdict === 'ACCEPTED')
  const verdict = flawless ? 'ACCEPTED' : score === 0 ? 'WRONG_ANSWER' : 'PARTIALLY_ACCEPTED'
  return { verdict, timeMs: null, memoryKb: null }
}
