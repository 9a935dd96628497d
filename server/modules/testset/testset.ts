import type { CaseMode, CaseSpec, Scoring, TestsetManifest } from '#judge/protocol.ts'
import { subtaskScores } from '#judge/scoring.ts'
import type { Problem } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { cleanedBytes } from './cleaning.ts'
import { splitEvenly } from './sections.ts'
import { RULE_COLUMNS, ruleColumnsOf, rulesOf, sameRules, type TestsetRules } from './testsetRules.ts'

/** A test file that is already stored as a blob, normalized. */
export type StoredTest = { hash: string; size: number; name: string }

type Content = string | Uint8Array | StoredTest

/** A case of a problem to save. */
export type TestcaseInput = {
  input: Content
  /** Null when no checker or interactor needs an answer. */
  answer: Content | null
  /** From 1 in subtask modes, else 0. */
  subtask: number
  /** Full score; in subtask modes every case has the score of its group. 0 in ACM. */
  score: number
  /** Label of the case, part of its file names. */
  name?: string
  /** Script line that made it; omitted for a manual case. */
  line?: string | null
  /** Whether both files were sent as text; default: they were when both are strings here. */
  typed?: boolean
}

export const MAX_CASES = 1000
export const MAX_SCORE = 10_000

/** Whether cases are scored by group. */
export const isGrouped = (mode: CaseMode): boolean => mode === 'SUBTASK_LOWEST' || mode === 'SUBTASK_AVERAGE'

const MODES: Record<Scoring, readonly CaseMode[]> = {
  ACM: ['ALL', 'UNTIL_FAILURE'],
  OI: ['ALL', 'SUBTASK_LOWEST', 'SUBTASK_AVERAGE'],
}

/** Refuses a case mode that the scoring does not have. */
export function requireCaseMode(scoring: Scoring, mode: CaseMode): void {
  if (!MODES[scoring].includes(mode)) throw new Refusal('INVALID_INPUT', { field: 'caseMode' })
}

type Scored = Pick<CaseSpec, 'subtask' | 'score'>

/** Refuses cases that cannot be judged in a mode. */
export function requireTestcases(mode: CaseMode, cases: readonly Scored[]): void {
  if (cases.length === 0 || cases.length > MAX_CASES) {
    throw new Refusal('INVALID_INPUT', { field: 'testcases', max: MAX_CASES })
  }
  const fits = ({ subtask, score }: Scored) =>
    Number.isInteger(subtask) &&
    subtask >= (isGrouped(mode) ? 1 : 0) &&
    Number.isInteger(score) &&
    score >= 0 &&
    score <= MAX_SCORE
  const wrong = cases.findIndex((one) => !fits(one))
  if (wrong >= 0) throw new Refusal('INVALID_INPUT', { field: `testcases.${wrong + 1}` })
}

/** Full score: the sum of the cases or groups; none in ACM. */
export function fullScoreOf(scoring: Scoring, mode: CaseMode, cases: readonly Scored[]) {
  if (scoring === 'ACM') return 0
  const parts = isGrouped(mode) ? subtaskScores(mode, cases) : cases
  return parts.reduce((sum, { score }) => sum + score, 0)
}

const WHOLE = 100

/** Cases of a problem that becomes scored: equal shares of 100 points, unless they have points. */
export function withPoints(manifest: TestsetManifest, mode: CaseMode): TestsetManifest {
  const { cases } = manifest
  if (fullScoreOf('OI', mode, cases) > 0) return manifest
  const groupOf = ({ subtask, index }: CaseSpec) => (isGrouped(mode) ? subtask : index)
  const groups = [...new Set(cases.map(groupOf))]
  const shares = splitEvenly(WHOLE, groups.length)
  return {
    ...manifest,
    cases: cases.map((one) => ({ ...one, score: shares[groups.indexOf(groupOf(one))] ?? 0 })),
  }
}

/**
 * Adds a last case. When cases have equal shares of points, the sum is shared again, and a first case gets
 * all of it; in group modes it joins the last group. Otherwise it has 0 points.
 */
export function withCase<One extends Scored>(
  { scoring, caseMode }: Pick<TestsetRules, 'scoring' | 'caseMode'>,
  cases: readonly One[],
  added: Omit<One, 'subtask' | 'score'>,
): One[] {
  const isScored = scoring === 'OI'
  if (isGrouped(caseMode)) {
    const last = cases.toSorted((a, b) => a.subtask - b.subtask).at(-1)
    const score = last?.score ?? (isScored ? WHOLE : 0)
    return [...cases, { ...added, subtask: last?.subtask ?? 1, score } as One]
  }
  const scores = cases.map(({ score }) => score)
  const next = [...cases, { ...added, subtask: 0, score: 0 } as One]
  if (!isScored || !areEvenShares(scores)) return next
  const sum = cases.length === 0 ? WHOLE : scores.reduce((all, score) => all + score, 0)
  const shares = splitEvenly(sum, next.length)
  return next.map((one, at) => ({ ...one, score: shares[at] ?? 0 }))
}

/** Whether points are equal shares of their sum, as computed here or on the page. */
function areEvenShares(scores: readonly number[]): boolean {
  const shares = splitEvenly(
    scores.reduce((sum, score) => sum + score, 0),
    scores.length,
  )
  const isOurs = scores.every((score, at) => score === shares[at])
  return isOurs || Math.max(...scores) - Math.min(...scores) <= 1
}

/** Refuses scored cases that add up to 0. */
export function requirePoints(scoring: Scoring, mode: CaseMode, cases: readonly Scored[]): void {
  if (scoring === 'OI' && fullScoreOf(scoring, mode, cases) === 0) throw new Refusal('NO_POINTS')
}

/** File stem of a case: `3-all-equal`, its index and label. */
const stemOf = (index: number, name: string | undefined) => {
  const slug = name?.replace(/[^\p{L}\p{N}._]+/gu, '-').replace(/^-+|-+$/g, '')
  return slug ? `${index}-${slug.slice(0, 60)}` : String(index)
}

const isStored = (content: Content | null): content is StoredTest =>
  content !== null && typeof content === 'object' && 'hash' in content

const isTyped = ({ input, answer }: TestcaseInput) =>
  typeof input === 'string' && (answer === null || typeof answer === 'string')

/** Name of a stored file without folders, which a version does not have. */
const plainName = ({ name }: StoredTest) => name.replaceAll('/', '-')

/** File names of a case: as given, else by its index. */
function namesOf({ input, answer, name }: TestcaseInput, index: number): [string, string] {
  const stem = isStored(input) ? plainName(input).replace(/\.[^.]*$/, '') : stemOf(index, name)
  return [
    isStored(input) ? plainName(input) : `${stem}.in`,
    isStored(answer) ? plainName(answer) : `${stem}.out`,
  ]
}

/** Adds a number: `a.in` becomes `a-2.in`. */
const numbered = (name: string, count: number) => name.replace(/(?=\.[^.]*$)|$/, count > 1 ? `-${count}` : '')

/** File names not used by earlier cases; both files get the same number. */
function freeNames(names: [string, string], taken: Set<string>): [string, string] {
  for (let count = 1; ; count++) {
    const [input, answer] = [numbered(names[0], count), numbered(names[1], count)]
    if (taken.has(input) || taken.has(answer)) continue
    taken.add(input).add(answer)
    return [input, answer]
  }
}

/** Names of all files; given names take precedence over generated ones. */
function namesOfAll(cases: readonly TestcaseInput[]): [string, string][] {
  const taken = new Set<string>()
  const names: [string, string][] = []
  for (const given of [true, false]) {
    for (const [place, one] of cases.entries()) {
      if (isStored(one.input) === given) names[place] = freeNames(namesOf(one, place + 1), taken)
    }
  }
  return names
}

/** Stores the files of a testset as blobs, and returns its immutable manifest. */
export async function storeCases(ctx: Context, cases: readonly TestcaseInput[]): Promise<TestsetManifest> {
  const sides = cases.flatMap(({ input, answer }) => (answer === null ? [input] : [input, answer]))
  const fresh = sides.flatMap((side) => (isStored(side) ? [] : [cleanedBytes(side)]))
  const hashes = await ctx.house.blobs.putAll(fresh)
  let at = 0
  const fileOf = (content: Content, name: string) => {
    if (isStored(content)) return { hash: content.hash, size: content.size, name }
    const file = { hash: hashes[at] ?? '', size: fresh[at]?.byteLength ?? 0, name }
    at++
    return file
  }
  const names = namesOfAll(cases)
  return {
    version: 1,
    cases: cases.map((one, place) => {
      const [inputName, answerName] = names[place] ?? ['', '']
      return {
        index: place + 1,
        subtask: one.subtask,
        score: one.score,
        input: fileOf(one.input, inputName),
        answer: one.answer === null ? null : fileOf(one.answer, answerName),
        ...(one.line ? { line: one.line } : {}),
        ...((one.typed ?? isTyped(one)) ? { typed: true } : {}),
      }
    }),
  }
}

/** A version of a problem's tests: cases and judging settings. */
export type TestsetVersion = { manifest: TestsetManifest; rules: TestsetRules }

/**
 * Saves cases and settings of a problem: a new version when anything changed, and the columns that lists
 * filter by. The only function that writes either. A problem without cases has settings and no version. Call
 * it in the transaction that locked the problem.
 */
export async function writeTestset(
  ctx: Context,
  problemId: number,
  { manifest, rules }: { manifest: TestsetManifest | null; rules: TestsetRules },
): Promise<Problem> {
  const { scoring, caseMode } = rules
  return ctx.db.problem.update({
    where: { id: problemId },
    data: {
      ...ruleColumnsOf(rules),
      fullScore: fullScoreOf(scoring, caseMode, manifest?.cases ?? []),
      typedCases: manifest?.cases.every(({ typed }) => typed) ?? false,
      testsetId: manifest && (await versionOf(ctx, problemId, { manifest, rules })),
      updatedAt: ctx.now,
    },
  })
}

/** Number of the current version when it is equal, else of a new one. */
async function versionOf(ctx: Context, problemId: number, { manifest, rules }: TestsetVersion) {
  const { testset: current, ...problem } = await ctx.db.problem.findUniqueOrThrow({
    where: { id: problemId },
    select: { ...RULE_COLUMNS, testset: true },
  })
  const isSame =
    current &&
    sameManifest(current.manifest as TestsetManifest, manifest) &&
    sameRules(rulesOf(current, problem), rules)
  if (isSame) return current.id
  const hashes = manifest.cases.flatMap(({ input, answer }) =>
    answer ? [input.hash, answer.hash] : [input.hash],
  )
  const held = [...new Set(hashes)].sort().map((hash) => ({ problemId, hash }))
  await ctx.db.testBlob.createMany({ data: held, skipDuplicates: true })
  const made = await ctx.db.testset.create({
    data: {
      problemId,
      manifest,
      rules,
      caseCount: manifest.cases.length,
      createdById: ctx.viewer?.id ?? null,
      createdAt: ctx.now,
    },
    select: { id: true },
  })
  return made.id
}

/** Compares field by field, because jsonb does not keep the order of keys. */
const keyOf = ({ index, subtask, score, input, answer, line }: CaseSpec) =>
  [index, subtask, score, input.hash, input.name, answer?.hash ?? '', answer?.name ?? '', line ?? ''].join(
    '\n',
  )

/** Whether two versions have the same cases. */
export function sameManifest(a: TestsetManifest, b: TestsetManifest): boolean {
  const keys = b.cases.map(keyOf)
  return a.cases.length === keys.length && a.cases.every((one, at) => keyOf(one) === keys[at])
}
