import { z } from 'zod'
import type { CaseMode, CaseSpec, TestsetManifest } from '#judge/protocol.ts'
import type { Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { type FieldFaults, Refusal } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { canManageProblem } from '../../policy/problem.ts'
import { record } from '../audit/audit.ts'
import {
  isGrouped,
  MAX_CASES,
  MAX_SCORE,
  requireCaseMode,
  requirePoints,
  type StoredTest,
  sameManifest,
  storeCases,
  type TestcaseInput,
  type TestsetVersion,
  writeTestset,
} from '../testset/testset.ts'
import { rulesOfProblem } from '../testset/testsetRules.ts'
import { findUploadFor } from '../testset/upload.ts'
import { findTestset, versionOfRow } from '../testset/versions.ts'
import { requireNoContestOf } from './authoring/authoring.ts'
import { nextVersion } from './authoring/problemFields.ts'
import { applicationAfter } from './authoring/problemState.ts'
import { findProblemByNumber } from './problem.ts'
import { tellSave } from './watching.ts'

/** Longest file of a case that is sent as text; longer ones are uploaded. */
const MAX_TYPED = 100_000

/** A file of a case: from an upload, or a text. */
const side = z.union([
  z.object({ uploadId: z.string(), name: z.string() }),
  z.object({ text: z.string().max(MAX_TYPED) }),
])

const fields = z.object({
  cases: z
    .array(
      z.object({
        kept: z.number().int().min(1).nullish(),
        input: side.nullish(),
        answer: side.nullish(),
        subtask: z.number().int().min(0).max(MAX_CASES),
        score: z.number().int().min(0).max(MAX_SCORE),
      }),
    )
    .min(1)
    .max(MAX_CASES),
})

type Side = z.output<typeof side>
type Case = z.output<typeof fields>['cases'][number]

export type SaveTestsetInput = {
  problemId: number
  /** Version that the edit is based on; null: none. */
  basedOn: number | null
  /** Default: unchanged. */
  caseMode?: CaseMode | null
  /** Cases; `kept` is the index in `basedOn`, from 1, and given files replace its own. */
  cases: readonly z.input<typeof fields>['cases'][number][]
  /** Whether cases without an answer get an empty one instead of a refusal. */
  emptyAnswers?: boolean | null
  /** Whether scored cases may add up to 0 points. */
  withoutPoints?: boolean | null
}

/**
 * Saves the tests of a problem, as a new version unless nothing changed. Concurrent changes of settings are
 * kept; concurrent changes of cases refuse the edit.
 */
export async function saveTestset(ctx: Context, input: SaveTestsetInput): Promise<Problem> {
  const problem = await findManaged(ctx, input.problemId)
  const { cases } = checked(fields, { cases: input.cases })
  const caseMode = input.caseMode ?? problem.caseMode
  requireCaseMode(problem.scoring, caseMode)
  const base = input.basedOn === null ? null : await versionOfProblem(ctx, problem.id, input.basedOn)
  const given = await resolveCases(
    ctx,
    problem,
    base?.manifest.cases ?? [],
    cases,
    input.emptyAnswers ?? false,
  )
  requireGroups(caseMode, cases)
  if (!input.withoutPoints) requirePoints(problem.scoring, caseMode, cases)
  return saveCases(ctx, problem.id, base, given, caseMode)
}

/**
 * Saves cases of a problem, unless they changed since the version `base`; null: none. For rules that have
 * authorized the viewer.
 */
export async function saveCases(
  ctx: Context,
  problemId: number,
  base: TestsetVersion | null,
  cases: readonly TestcaseInput[],
  caseMode: CaseMode,
): Promise<Problem> {
  const manifest = await storeCases(ctx, cases)
  return change(ctx, problemId, 'problem.testsChanged', (now) => {
    const isUntouched = base
      ? now.manifest !== null &&
        sameManifest(now.manifest, base.manifest) &&
        now.rules.caseMode === base.rules.caseMode &&
        now.rules.scoring === base.rules.scoring
      : now.manifest === null
    if (!isUntouched) throw new Refusal('CONFLICT')
    return { manifest, rules: { ...now.rules, caseMode } }
  })
}

/** Restores an older version, cases and settings, as a new version. */
export async function restoreTestset(ctx: Context, id: number): Promise<Problem> {
  const row = await findTestset(ctx, id)
  await findManaged(ctx, row.problemId)
  return change(ctx, row.problemId, 'problem.testsRestored', () => versionOfRow(row))
}

/** A problem that the viewer manages. */
export async function findManaged(ctx: Context, id: number): Promise<Problem> {
  const problem = await findProblemByNumber(ctx, id)
  authorize(ctx, canManageProblem(readerOf(ctx), problem))
  return problem
}

/** A version of this problem by its number. */
export async function versionOfProblem(ctx: Context, problemId: number, id: number): Promise<TestsetVersion> {
  const row = await findTestset(ctx, id)
  if (row.problemId !== problemId) throw new Refusal('NOT_FOUND')
  return versionOfRow(row)
}

type Now = { manifest: TestsetManifest | null; rules: TestsetVersion['rules'] }

async function change(
  ctx: Context,
  problemId: number,
  action: 'problem.testsChanged' | 'problem.testsRestored',
  to: (now: Now) => TestsetVersion,
): Promise<Problem> {
  return transact(ctx, async (ctx) => {
    await ctx.db.$queryRaw`select "id" from "Problem" where "id" = ${problemId} for no key update`
    const { testset, ...before } = await ctx.db.problem.findUniqueOrThrow({
      where: { id: problemId },
      include: { testset: true },
    })
    const manifest = (testset?.manifest as TestsetManifest | undefined) ?? null
    const wanted = to({ manifest, rules: rulesOfProblem(before) })
    if (wanted.rules.scoring !== before.scoring) await requireNoContestOf(ctx, before)
    const after = await writeTestset(ctx, problemId, wanted)
    if (after.testsetId !== before.testsetId) {
      await record(ctx, action, ['Problem', problemId], {
        before: { testset: before.testsetId },
        after: { testset: after.testsetId },
      })
    }
    // Open forms receive changed settings as they do other fields. The planned cases of the script, and
    // whether a making is still current, may have changed too.
    await emit(ctx, 'making.progressed', { problemId, caseCount: 0 })
    const next = nextVersion(before, rulesOfProblem(before), rulesOfProblem(after))
    const isOther = after.testsetId !== before.testsetId
    // Boards show what a problem is worth.
    if ('version' in next || after.fullScore !== before.fullScore) await tellSave(ctx, problemId)
    const application = applicationAfter(before, before.visibility)
    const data = {
      ...next,
      ...(isOther && { lastChange: 'TESTS' as const }),
      ...((isOther || 'version' in next) && application !== before.application && { application }),
    }
    return Object.keys(data).length > 0 ? ctx.db.problem.update({ where: { id: problemId }, data }) : after
  })
}

function requireGroups(mode: CaseMode, cases: readonly Case[]): void {
  if (!isGrouped(mode)) return
  const faults: FieldFaults = {}
  for (const [at, { subtask }] of cases.entries()) {
    if (subtask < 1) faults[`cases.${at}.subtask`] = { code: 'TOO_SMALL', parameters: { min: 1 } }
  }
  if (Object.keys(faults).length > 0) throw new Refusal('INVALID_INPUT', { fields: faults })
}

async function resolveCases(
  ctx: Context,
  problem: Pick<Problem, 'groupId'>,
  base: readonly CaseSpec[],
  cases: readonly Case[],
  emptyAnswers: boolean,
): Promise<TestcaseInput[]> {
  const uploaded = await uploadedFiles(ctx, problem, cases)
  const faults: FieldFaults = {}
  const contentOf = (given: Side | null | undefined, field: string) => {
    if (!given) return undefined
    if ('text' in given) return given.text
    const file = uploaded.get(`${given.uploadId}/${given.name}`)
    if (!file) faults[field] = { code: 'NOT_OFFERED' }
    return file
  }
  const resolved = cases.map((one, at): TestcaseInput => {
    const kept = one.kept ? (base[one.kept - 1] ?? null) : null
    if (one.kept && !kept) faults[`cases.${at}.kept`] = { code: 'NOT_OFFERED' }
    const input = contentOf(one.input, `cases.${at}.input`) ?? kept?.input
    if (input === undefined) faults[`cases.${at}.input`] ??= { code: 'REQUIRED' }
    let answer = contentOf(one.answer, `cases.${at}.answer`) ?? (kept ? kept.answer : undefined)
    if (answer === undefined) {
      if (!emptyAnswers) faults[`cases.${at}.answer`] ??= { code: 'REQUIRED' }
      answer = ''
    }
    // A case with a replaced file is a manual one.
    const line = one.input || one.answer ? null : (kept?.line ?? null)
    const isText = (given: Side | null | undefined) => (given ? 'text' in given : (kept?.typed ?? !kept))
    const typed = isText(one.input) && isText(one.answer)
    return { input: input ?? '', answer, subtask: one.subtask, score: one.score, line, typed }
  })
  if (Object.keys(faults).length > 0) throw new Refusal('INVALID_INPUT', { fields: faults })
  return resolved
}

/** Files that the cases name, by upload and name. */
async function uploadedFiles(
  ctx: Context,
  problem: Pick<Problem, 'groupId'>,
  cases: readonly Case[],
): Promise<Map<string, StoredTest>> {
  const sides = cases.flatMap(({ input, answer }) => [input, answer])
  const ids = new Set(sides.flatMap((one) => (one && 'uploadId' in one ? one.uploadId : [])))
  const files = new Map<string, StoredTest>()
  for (const id of ids) {
    const upload = await findUploadFor(ctx, id, problem)
    for (const { name, hash, size } of await ctx.db.testUploadFile.findMany({
      where: { uploadId: upload.id },
    })) {
      files.set(`${id}/${name}`, { name, hash, size })
    }
  }
  return files
}
