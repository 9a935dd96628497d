/**
 * The arithmetic of judging: outcomes of testcases → subtasks → score. Pure, and read by the server too,
 * so that rescoring without rerunning gives the same figures.
 */

import type { CaseMode, CaseSpec, JudgementReport, JudgeTask, RunReport, Verdict } from './protocol.ts'

/** What the arithmetic needs of a task. */
export type ScoringRules = Pick<JudgeTask, 'caseMode' | 'scoring' | 'fullScore' | 'difficulty'>

const grouped = (mode: CaseMode) => mode === 'SUBTASK_LOWEST' || mode === 'SUBTASK_AVERAGE'

/** The cases in the order they are judged: by index, in the subtask modes by subtask first. */
export function judgingOrder(cases: readonly CaseSpec[], mode: CaseMode): CaseSpec[] {
  const subtask = (spec: CaseSpec) => (grouped(mode) ? spec.subtask : 0)
  return cases.toSorted((a, b) => subtask(a) - subtask(b) || a.index - b.index)
}

/** Score of one case; `share` is the part a partial result earned, from 0 to 1. */
export function caseScore(verdict: Verdict, full: number, share: number | null): number {
  if (verdict === 'ACCEPTED') return full
  if (verdict !== 'PARTIALLY_ACCEPTED' || share === null) return 0
  // The small addend keeps 0.29 * 100 from becoming 28.
  return Math.floor(Math.min(Math.max(share, 0), 1) * full + 1e-9)
}

/** What is left out after a case has ended so: nothing, the rest of its subtask, or everything. */
export function skippedAfter(
  mode: CaseMode,
  verdict: Verdict,
  score: number | null,
): 'none' | 'subtask' | 'all' {
  if (verdict === 'ACCEPTED') return 'none'
  if (mode === 'UNTIL_FAILURE') return 'all'
  if (mode !== 'SUBTASK_LOWEST') return 'none'
  return verdict === 'PARTIALLY_ACCEPTED' && (score ?? 0) > 0 ? 'none' : 'subtask'
}

/** May a case be run before the case ahead of it has been checked? */
export const independent = (mode: CaseMode) => mode === 'ALL' || mode === 'SUBTASK_AVERAGE'

type Scored = Pick<RunReport, 'subtask' | 'score'>

/** One group of cases as it counts. */
export type SubtaskScore = { subtask: number; score: number }

/** Scores of the groups, in the order of their numbers: the least of the cases, or their rounded mean. */
export function subtaskScores(mode: CaseMode, runs: readonly Scored[]): SubtaskScore[] {
  const groups = new Map<number, number[]>()
  for (const { subtask, score } of runs) groups.set(subtask, [...(groups.get(subtask) ?? []), score ?? 0])
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([subtask, scores]) => ({
      subtask,
      score:
        mode === 'SUBTASK_LOWEST'
          ? Math.min(...scores)
          : Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length),
    }))
}

/** The sum over cases or groups, never above the full score. */
export function totalScore(rules: ScoringRules, runs: readonly RunReport[]): number {
  const parts = grouped(rules.caseMode) ? subtaskScores(rules.caseMode, runs) : runs
  return Math.min(
    rules.fullScore,
    parts.reduce((sum, { score }) => sum + (score ?? 0), 0),
  )
}

/**
 * The points a judgement adds to the OI rank. A flawless judgement of ungrouped cases earns the full
 * weight of the difficulty; everything else earns the part of it that the score is of the full score.
 */
export function rankScore(
  { caseMode, fullScore, difficulty }: ScoringRules,
  score: number,
  flawless: boolean,
): number {
  if (flawless && caseMode === 'ALL') return Math.round(0.1 * fullScore + 2 * difficulty)
  const share = fullScore > 0 ? score / fullScore : 0
  return Math.round(0.1 * score + 2 * difficulty * share)
}

/** What decides when a case did not end well: skipped cases never do, and the lowest index speaks first. */
function firstFailure(runs: readonly RunReport[]): RunReport | null {
  const failures = runs.filter(({ verdict }) => verdict !== 'ACCEPTED' && verdict !== 'CANCELLED')
  return failures.reduce<RunReport | null>(
    (first, run) => (first && first.index < run.index ? first : run),
    null,
  )
}

function overallVerdict(rules: ScoringRules, runs: readonly RunReport[]): Verdict {
  const failure = firstFailure(runs)
  if (!failure) return 'ACCEPTED'
  if (rules.scoring === 'ACM') return failure.verdict
  // A score with a hole in it is no score: what the judge could not decide stays undecided.
  if (runs.some(({ verdict }) => verdict === 'JUDGE_ERROR')) return 'JUDGE_ERROR'
  return runs.every(({ verdict }) => verdict !== 'ACCEPTED') ? failure.verdict : 'PARTIALLY_ACCEPTED'
}

/** The outcome of a judgement whose cases ended as `runs` say (cases that were never run are left out). */
export function judgementOf(rules: ScoringRules, runs: readonly RunReport[]): JudgementReport {
  if (runs.length === 0) {
    return {
      verdict: 'JUDGE_ERROR',
      timeMs: null,
      memoryKb: null,
      score: null,
      oiRankScore: null,
      message: null,
    }
  }
  const verdict = overallVerdict(rules, runs)
  const scored = rules.scoring === 'OI' && verdict !== 'JUDGE_ERROR'
  const score = scored ? totalScore(rules, runs) : null
  return {
    verdict,
    timeMs: runs.reduce((most, { timeMs }) => Math.max(most, timeMs), 0),
    memoryKb: runs.reduce((most, { memoryKb }) => Math.max(most, memoryKb), 0),
    score,
    oiRankScore: score === null ? null : rankScore(rules, score, verdict === 'ACCEPTED'),
    message: verdict === 'ACCEPTED' ? null : (firstFailure(runs)?.message ?? null),
  }
}

/** The full score of a testset: what a problem's author sees as its total. */
export function fullScoreOf(cases: readonly CaseSpec[], mode: CaseMode): number {
  const parts = grouped(mode) ? subtaskScores(mode, cases) : cases
  return parts.reduce((sum, { score }) => sum + score, 0)
}
