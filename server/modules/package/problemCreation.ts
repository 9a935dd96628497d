import { usesChecker } from '#judge/needs.ts'
import type { Problem } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../events.ts'
import { type MakerInput, saveMakers, saveScript } from '../generator/maker.ts'
import { authorizeCreation, createProblem, type ProblemPatch } from '../problem/authoring/editing.ts'
import { addSolutions, type SolutionInput } from '../solution/solution.ts'
import { FULL_SCORE, splitEvenly } from '../testset/sections.ts'
import { isGrouped, storeCases, type TestcaseInput } from '../testset/testset.ts'
import { findUploadFor, pairsOfUpload } from '../testset/upload.ts'

/** What is saved with a new problem. */
export type Brought = {
  /** Upload of the viewer, whose cases become its tests; null: no tests yet. */
  uploadId: string | null
  solutions: readonly SolutionInput[]
  makers: readonly MakerInput[]
  /** Test script; null: none. */
  script: string | null
}

/** Creates a problem of the site or of a group, with tests and solutions, in one transaction. */
export async function createProblemWithTests(
  ctx: Context,
  patch: ProblemPatch,
  { uploadId, solutions, makers, script }: Brought,
  groupId: number | null = null,
): Promise<Problem> {
  await authorizeCreation(ctx, groupId)
  const testcases = uploadId === null ? undefined : await casesOf(ctx, patch, uploadId, groupId)
  if (testcases) await storeCases(ctx, testcases)
  return transact(ctx, async (ctx) => {
    const problem = await createProblem(ctx, { ...patch, testcases }, groupId)
    if (solutions.length > 0) await addSolutions(ctx, problem.id, solutions)
    if (makers.length > 0) await saveMakers(ctx, problem.id, makers)
    if (script) await saveScript(ctx, problem.id, { text: script, solution: null })
    return problem
  })
}

/**
 * Cases of an upload, which share the full score evenly in scored problems. Only interactors that decide alone need
 * no answers.
 */
async function casesOf(
  ctx: Context,
  patch: ProblemPatch,
  uploadId: string,
  groupId: number | null,
): Promise<TestcaseInput[]> {
  const { id } = await findUploadFor(ctx, uploadId, { groupId })
  const { pairs } = await pairsOfUpload(ctx, id)
  const judgesAlone = !usesChecker({ interactor: patch.interactor ?? null })
  const cases = pairs.filter(({ answer }) => answer || judgesAlone)
  const shares = splitEvenly(patch.scoring === 'OI' ? FULL_SCORE : 0, Math.max(1, cases.length))
  return cases.map(({ input, answer }, at) => ({
    input: stored(input),
    answer: answer ? stored(answer) : '',
    subtask: isGrouped(patch.caseMode ?? 'ALL') ? 1 : 0,
    score: shares[at] ?? 0,
  }))
}

const stored = ({ name, hash, size }: { name: string; hash: string; size: number }) => ({ name, hash, size })
