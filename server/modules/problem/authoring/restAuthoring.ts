import { z } from 'zod'
import type { CheckerSpec, CheckingProgram } from '#judge/protocol.ts'
import type { Problem } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../../context.ts'
import { Malformed } from '../../../core/errors.ts'
import { nestedFlag, nestedNumber, nestedText } from '../../../doors/rest/nested.ts'
import { canManageProblem } from '../../../policy/problem.ts'
import { lastActorOf, subjectOf } from '../../audit/audit.ts'
import { languageKeyOf, languageNameOf } from '../../site/language.ts'
import { casesNamed, uploadOfDir } from '../../testset/casesByName.ts'
import { isGrouped, requirePoints, type TestcaseInput } from '../../testset/testset.ts'
import { checkerOf, filesOf as filesInRow } from '../../testset/testsetRules.ts'
import { statementOf } from '../problem.ts'
import {
  CASE_MODE_WORD,
  DIFFICULTY_CODE,
  examplesOf,
  JUDGE_MODE_WORD,
  SCORING_CODE,
  VISIBILITY_CODE,
  visibilityOfCode,
} from '../restCodes.ts'
import { asRestProblem, restProblem } from '../restShapes.ts'
import type { ProblemPatch } from './editing.ts'
import { languagesOfBody } from './restLanguages.ts'

/** What the form of the reference system sends; it sends much more that only itself knows, which is dropped. */
const loose = z.union([z.string(), z.number()]).nullish()
const maybe = nestedFlag.nullish()
/** One of some numbers or words; what is none of them says nothing. */
const oneOfCodes = <Code extends string | number>(codes: Readonly<Record<string, Code>>, words: string) => {
  const known = [...new Set(Object.values(codes))]
  const type = typeof known[0] === 'number' ? 'integer' : 'string'
  return loose.meta({ type: [type, 'null'], enum: [...known, null], description: words })
}
const judgeMode = oneOfCodes(JUDGE_MODE_WORD, 'How its outputs are judged: default, spj or interactive.')
const program = z.object({
  id: nestedNumber.nullish(),
  problemId: loose,
  title: loose,
  author: loose,
  type: oneOfCodes(SCORING_CODE, '0 ACM, 1 OI.'),
  judgeMode,
  judgeCaseMode: oneOfCodes(CASE_MODE_WORD, 'How its cases are gone through.'),
  timeLimit: loose.describe('Milliseconds.'),
  memoryLimit: loose.describe('MiB.'),
  stackLimit: loose.describe('MiB.'),
  description: z.string().nullish(),
  input: z.string().nullish(),
  output: z.string().nullish(),
  hint: z.string().nullish(),
  source: z.string().nullish(),
  examples: z.string().nullish(),
  difficulty: oneOfCodes(DIFFICULTY_CODE, '0 easy, 1 mid, 2 hard.'),
  auth: oneOfCodes(VISIBILITY_CODE, '1 public, 2 hidden, 3 in contests alone.'),
  codeShare: maybe,
  spjCode: z.string().nullish(),
  spjLanguage: z.string().nullish(),
  userExtraFile: z.string().nullish(),
  judgeExtraFile: z.string().nullish(),
  isRemoveEndBlank: maybe,
  openCaseResult: maybe,
  isFileIO: maybe,
  ioReadFileName: z.string().nullish(),
  ioWriteFileName: z.string().nullish(),
})

/** ProblemDTO of the reference system. */
export const problemBody = z.object({
  problem: program.describe('The problem; what is left out stays as it is.'),
  samples: z
    .array(
      z.object({
        input: z.string().nullish(),
        output: z.string().nullish(),
        score: nestedNumber.nullish(),
        groupNum: nestedNumber.nullish(),
      }),
    )
    .nullish()
    .describe('Its tests: names of files where they were uploaded, else what is in them.'),
  isUploadTestCase: maybe.describe('Whether the tests were uploaded.'),
  uploadTestcaseDir: z
    .string()
    .nullish()
    .describe('What the upload of the tests answered; empty: the files of the problem.'),
  judgeMode,
  languages: z
    .array(z.object({ id: nestedNumber.nullish(), name: z.string().nullish() }))
    .nullish()
    .describe('The languages that it takes, by number, else by name; null: all.'),
  tags: z
    .array(z.object({ id: nestedNumber.nullish(), name: nestedText.nullish() }))
    .nullish()
    .describe('Its tags; those without a number are made.'),
  codeTemplates: z
    .array(z.object({ lid: z.coerce.number(), code: z.string().nullish(), status: maybe }))
    .nullish()
    .describe('Code that submissions begin with, by the number of its language.'),
})

/** ProblemDTO with the group of the new problem. */
export const groupProblemBody = problemBody.extend({
  problem: problemBody.shape.problem
    .extend({ gid: z.coerce.number().nullish().describe('Number of the group.') })
    .describe('The problem, and its group.'),
})

export type ProblemBody = z.output<typeof problemBody>

const keyOf = <Key extends string>(
  words: Record<Key, string | number>,
  word: string | number | null | undefined,
): Key | undefined =>
  (Object.entries(words) as [Key, string | number][]).find(([, each]) => String(each) === String(word))?.[0]

/** The key of a code; undefined when it is missing. Throws Malformed for any other code. */
function knownKeyOf<Key extends string>(
  codes: Record<Key, number>,
  field: string,
  code: string | number | null | undefined,
): Key | undefined {
  const isMissing = code === null || code === undefined || code === ''
  const key = keyOf(codes, code)
  if (!isMissing && key === undefined) throw new Malformed(field)
  return key
}

const numberOf = (value: string | number | null | undefined): number | undefined =>
  value === null || value === undefined || value === '' ? undefined : Number(value)

const given = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined

/** Files as a text of JSON; null and '' for none. */
export function filesOfText(
  text: string | null | undefined,
  field: string,
): Record<string, string> | undefined {
  if (text === undefined) return undefined
  if (!text) return {}
  try {
    const files = z.record(z.string(), z.string()).safeParse(JSON.parse(text))
    if (files.success) return files.data
  } catch {}
  throw new Malformed(field)
}

/** Those clients know two languages of checkers, by the names C and C++, besides those that they are offered. */
export const checkingLanguage = (name: string | null | undefined): string => {
  if (name === 'C') return 'c11o2'
  if (!name || name === 'C++') return 'cpp14o2'
  return languageKeyOf(name) ?? name
}

const CHECKING_NAMES: Readonly<Record<string, string>> = {
  c11: 'C',
  c11o2: 'C',
  cpp14: 'C++',
  cpp14o2: 'C++',
}

const checkingLanguageName = (key: string): string => CHECKING_NAMES[key] ?? languageNameOf(key)

/** How a problem is judged, where those clients say anything of it. */
function judgingOf({ problem, judgeMode }: ProblemBody, before: Problem | null) {
  const mode = keyOf(JUDGE_MODE_WORD, judgeMode ?? problem.judgeMode)
  if (!mode) return {}
  const was = before && checkerOf(before)
  if (mode === 'DEFAULT') {
    const trims = problem.isRemoveEndBlank ?? true
    // Other comparisons than the two that those clients know stay as they are.
    const plain: CheckerSpec = { kind: 'default', ignoreTrailingBlanks: trims }
    const keeps = was && was.kind !== 'default' && was.kind !== 'program' && trims
    return { checker: keeps ? was : plain, interactor: null }
  }
  const language = checkingLanguage(problem.spjLanguage)
  const source = problem.spjCode ?? ''
  const old = mode === 'CHECKER' ? was : (before?.interactor as CheckingProgram | null | undefined)
  const isOld = old && 'source' in old && old.source === source
  const same = isOld && checkingLanguageName(old.language) === checkingLanguageName(language)
  const { convention = 'testlib', passes } = old && 'source' in old ? old : {}
  const judging: CheckingProgram = same
    ? old
    : {
        language,
        source,
        convention: convention === 'polygon' ? convention : 'testlib',
        ...(passes ? { passes } : {}),
      }
  return mode === 'CHECKER'
    ? { checker: { ...judging, kind: 'program' } as CheckerSpec, interactor: null }
    : { interactor: judging }
}

/** What a client of the reference system sent, as a save of ours. Its words are in the language that it was shown. */
export async function patchOfBody(
  ctx: Context,
  body: ProblemBody,
  before: Problem | null,
  groupId: number | null = null,
): Promise<ProblemPatch> {
  const { problem, tags } = body
  const rows = before ? await ctx.db.statement.findMany({ where: { problemId: before.id } }) : []
  const shown = statementOf(rows, ctx)?.locale
  const locale = shown === 'en-US' || shown === 'zh-CN' ? shown : ctx.locale
  const title = problem.title === undefined || problem.title === null ? undefined : String(problem.title)
  return {
    displayId: problem.problemId === undefined ? undefined : String(problem.problemId ?? '').trim() || null,
    difficulty: knownKeyOf(DIFFICULTY_CODE, 'difficulty', problem.difficulty),
    visibility: visibilityOfCode(problem.auth, before ?? { groupId, visibility: 'HIDDEN' }),
    scoring: knownKeyOf(SCORING_CODE, 'type', problem.type),
    caseMode: keyOf(CASE_MODE_WORD, problem.judgeCaseMode),
    timeMs: numberOf(problem.timeLimit),
    memoryMb: numberOf(problem.memoryLimit),
    stackMb: numberOf(problem.stackLimit),
    codeShare: given(problem.codeShare),
    openCases: given(problem.openCaseResult),
    ...judgingOf(body, before),
    fileIo:
      problem.isFileIO === undefined || problem.isFileIO === null
        ? undefined
        : problem.isFileIO
          ? { input: problem.ioReadFileName ?? '', output: problem.ioWriteFileName ?? '' }
          : null,
    userFiles: filesOfText(problem.userExtraFile, 'userExtraFile'),
    judgeFiles: filesOfText(problem.judgeExtraFile, 'judgeExtraFile'),
    ...(await languagesOfBody(ctx, body, before)),
    samples: problem.examples === undefined ? undefined : examplesOf(problem.examples ?? ''),
    statements: [
      {
        locale,
        title,
        description: given(problem.description),
        input: given(problem.input),
        output: given(problem.output),
        hint: given(problem.hint),
        source: given(problem.source),
      },
    ],
    tags: tags?.flatMap(({ id, name }) => id || name?.trim() || []),
  }
}

/** Problem of the reference system, for who manages it: with all that would give the tests away. */
export const restManagedProblem = restProblem
  .extend({
    spjCode: z.string().nullable().describe('Checker or interactor.'),
    spjLanguage: z.string().nullable().describe('Name of its language.'),
    judgeExtraFile: z.string().nullable().describe('JSON: contents by names of files.'),
  })
  .meta({ id: 'ManagedProblem', description: 'Everything of a problem but its tests.' })

/** The problem in the shape of `restManagedProblem`. */
export async function asManagedProblem(ctx: Context, problem: Problem) {
  const checker = checkerOf(problem)
  const judging =
    (problem.interactor as CheckingProgram | null) ?? (checker.kind === 'program' ? checker : null)
  const judgeFiles = filesInRow(problem.judgeFiles)
  const shape = await asRestProblem(ctx, problem)
  // A contest may have problems that its organisers did not set.
  if (!canManageProblem(readerOf(ctx), problem)) return shape
  return {
    ...shape,
    modifiedUser: await lastActorOf(ctx, subjectOf('Problem', problem.id)),
    spjCode: judging?.source ?? null,
    spjLanguage: judging && checkingLanguageName(judging.language),
    judgeExtraFile: Object.keys(judgeFiles).length > 0 ? JSON.stringify(judgeFiles) : null,
  }
}

/** The tests that were sent along, undefined where they stay as they are. */
export async function testcasesOfBody(
  ctx: Context,
  body: ProblemBody,
  before: Problem | null,
  groupId: number | null = before?.groupId ?? null,
): Promise<TestcaseInput[] | undefined> {
  const { problem, samples, isUploadTestCase, uploadTestcaseDir } = body
  if (!samples?.length) return undefined
  const caseMode = keyOf(CASE_MODE_WORD, problem.judgeCaseMode) ?? before?.caseMode ?? 'ALL'
  const scoring = keyOf(SCORING_CODE, problem.type) ?? before?.scoring ?? 'ACM'
  const cases = samples.map(({ input, output, score, groupNum }) => ({
    input: input ?? '',
    output: output ?? '',
    score: scoring === 'OI' ? (score ?? 0) : 0,
    // Cases that were in no group were told as 0.
    subtask: isGrouped(caseMode) ? groupNum || 1 : 0,
  }))
  requirePoints(scoring, caseMode, cases)
  if (!isUploadTestCase) return cases.map(({ output, ...one }) => ({ ...one, answer: output }))
  const uploadId = uploadOfDir(uploadTestcaseDir ?? '')
  if (uploadId !== null) return casesNamed(ctx, { uploadId, groupId }, cases)
  // Without tests there is nothing that the names could mean.
  return before?.testsetId ? casesNamed(ctx, { testsetId: before.testsetId }, cases) : undefined
}
