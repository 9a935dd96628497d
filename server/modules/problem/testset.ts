import type { CaseMode, CaseSpec, Scoring, TestsetManifest } from '#judge/protocol.ts'
import { subtaskScores } from '#judge/scoring.ts'
import type { Problem } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { RULE_COLUMNS, ruleColumnsOf, rulesOf, sameRules, type TestsetRules } from './testsetRules.ts'

/** One test of a problem as its author hands it in. */
export type TestcaseInput = {
  input: string | Uint8Array
  /** Null when neither checker nor interactor reads an answer. */
  answer: string | Uint8Array | null
  /** From 1 in the subtask modes, else 0. */
  subtask: number
  /** Full score; in the subtask modes every case of a group carries that of the group. 0 in ACM. */
  score: number
  /** What the case is about; becomes part of its file names. */
  name?: string
}

const MAX_CASES = 1000
const MAX_SCORE = 10_000

const isGrouped = (mode: CaseMode) => mode === 'SUBTASK_LOWEST' || mode === 'SUBTASK_AVERAGE'

const MODES: Record<Scoring, readonly CaseMode[]> = {
  ACM: ['ALL', 'UNTIL_FAILURE'],
  OI: ['ALL', 'SUBTASK_LOWEST', 'SUBTASK_AVERAGE'],
}

/** Refuses a way of going through the cases that the scoring does not know. */
export function requireCaseMode(scoring: Scoring, mode: CaseMode): void {
  if (!MODES[scoring].includes(mode)) throw new Refusal('INVALID_INPUT', { field: 'caseMode' })
}

type Scored = Pick<CaseSpec, 'subtask' | 'score'>

/** Refuses a set of cases that cannot be judged in that mode. */
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

/** What a flawless submission earns: the sum of the cases or of the groups; nothing in ACM. */
export function fullScoreOf(scoring: Scoring, mode: CaseMode, cases: readonly Scored[]) {
  if (scoring === 'ACM') return 0
  const parts = isGrouped(mode) ? subtaskScores(mode, cases) : cases
  return parts.reduce((sum, { score }) => sum + score, 0)
}

const CR = 13
const LF = 10

/** Text with the line ends of Unix: CRLF, and CR alone, become LF. Bytes, because tests need not be text. */
export function withUnixLines(content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  if (!bytes.includes(CR)) return bytes
  const lines = new Uint8Array(bytes.length)
  let length = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    if (byte === CR && bytes[index + 1] === LF) continue
    lines[length++] = byte === CR ? LF : byte
  }
  return lines.subarray(0, length)
}

/** `3-all-equal`: the number of a case and what it is about. */
const stemOf = (index: number, name: string | undefined) => {
  const slug = name?.replace(/[^\p{L}\p{N}._]+/gu, '-').replace(/^-+|-+$/g, '')
  return slug ? `${index}-${slug.slice(0, 60)}` : String(index)
}

/** Puts the files of a testset among the blobs and answers the list of them, which never changes again. */
export async function storeCases(ctx: Context, cases: readonly TestcaseInput[]): Promise<TestsetManifest> {
  const contents = cases.flatMap(({ input, answer }) => [
    withUnixLines(input),
    ...(answer === null ? [] : [withUnixLines(answer)]),
  ])
  const hashes = await ctx.house.blobs.putAll(ctx.db, contents)
  let at = 0
  const next = (name: string) => {
    const file = { hash: hashes[at] ?? '', size: contents[at]?.byteLength ?? 0, name }
    at++
    return file
  }
  return {
    version: 1,
    cases: cases.map((one, place) => {
      const stem = stemOf(place + 1, one.name)
      return {
        index: place + 1,
        subtask: one.subtask,
        score: one.score,
        input: next(`${stem}.in`),
        answer: one.answer === null ? null : next(`${stem}.out`),
      }
    }),
  }
}

/** A version of a problem's tests: its cases and how they are judged. */
export type TestsetVersion = { manifest: TestsetManifest; rules: TestsetRules }

/**
 * Gives a problem these cases and rules: a new version when anything differs from the current one, and the columns that
 * lists filter by. The one place that writes either. A problem without cases has rules and no version. Called in the
 * transaction that locked the problem.
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
      testsetId: manifest && (await versionOf(ctx, problemId, { manifest, rules })),
      updatedAt: ctx.now,
    },
  })
}

/** The number of the current version where it is the same, else of a new one. */
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
  const made = await ctx.db.testset.create({
    data: {
      ...{ problemId, manifest, rules },
      caseCount: manifest.cases.length,
      createdById: ctx.viewer?.id ?? null,
      createdAt: ctx.now,
    },
    select: { id: true },
  })
  return made.id
}

/** Compared field by field, because jsonb keeps no order of keys. */
const keyOf = ({ index, subtask, score, input, answer }: CaseSpec) =>
  [index, subtask, score, input.hash, input.name, answer?.hash ?? '', answer?.name ?? ''].join('\n')

function sameManifest(a: TestsetManifest, b: TestsetManifest): boolean {
  const keys = b.cases.map(keyOf)
  return a.cases.length === keys.length && a.cases.every((one, at) => keyOf(one) === keys[at])
}
