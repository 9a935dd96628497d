import { z } from 'zod'
import type { Prisma, Problem, ProblemTally } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import { type Context, readerOf } from '../../context.ts'
import { asDate, codeIn, date } from '../../doors/rest/shapes.ts'
import { readsApplication } from '../../policy/problem.ts'
import { roleIn } from '../../policy/reader.ts'
import { homeOf } from '../../policy/venue.ts'
import { OWN_BANK } from '../site/language.ts'
import { asRestTag, restTag } from '../tag/restTag.ts'
import { checkerOf, fileIoOf } from '../testset/testsetRules.ts'
import { judgeModeOf, statementOf, titleOf } from './problem.ts'
import {
  APPLICATION_CODE,
  CASE_MODE_WORD,
  DIFFICULTY_CODE,
  JUDGE_MODE_WORD,
  NOT_SUBMITTED,
  removesEndBlank,
  SCORING_CODE,
  samplesText,
  VERDICT_CODE,
  VISIBILITY_CODE,
} from './restCodes.ts'
import { EMPTY_TALLY } from './tally.ts'

type Counts = Omit<ProblemTally, 'problemId'>

/** Numbers of submissions of a problem by verdict. */
const counts = {
  total: z.int(),
  ac: z.int(),
  mle: z.int(),
  tle: z.int(),
  re: z.int().describe('Runtime errors and output limit exceeded.'),
  pe: z.int(),
  ce: z.int(),
  wa: z.int(),
  se: z.int(),
  pa: z.int(),
}

export const asCounts = (tally: Counts | null) => {
  const counts = tally ?? EMPTY_TALLY
  return {
    total: counts.total,
    ac: counts.accepted,
    mle: counts.memoryLimitExceeded,
    tle: counts.timeLimitExceeded,
    re: counts.runtimeError + counts.outputLimitExceeded,
    pe: counts.presentationError,
    ce: counts.compileError,
    wa: counts.wrongAnswer,
    se: counts.judgeError,
    pa: counts.partiallyAccepted,
  }
}

/** ProblemCountVO of the reference system. */
const restCounts = z
  .object({ pid: z.int(), ...counts })
  .meta({ id: 'ProblemCounts', description: 'Numbers of submissions of a problem by verdict.' })

const difficulty = codeIn(DIFFICULTY_CODE)
const saidDifficulty = difficulty.nullable()
const type = codeIn(SCORING_CODE)

/** ProblemVO of the reference system: a row of a list. */
export const restProblemRow = z
  .object({
    pid: z.int(),
    problemId: z.string().describe('Display id.'),
    title: z.string(),
    difficulty,
    type,
    tags: z.array(restTag),
    ...counts,
    score: z.null(),
    myStatus: z.int().nullable().describe("Status number of the caller's best result; null for guests."),
    gmtModified: date,
  })
  .meta({ id: 'ProblemRow', description: 'A problem in a list.' })

/** Columns of a problem in a list. */
export const PROBLEM_ROW = {
  statements: { select: { locale: true, title: true } },
  tags: { select: { tag: true }, orderBy: { tagId: 'asc' } },
  tally: true,
} satisfies Prisma.ProblemInclude

/** A problem in the shape of `restProblemRow`; `verdict` is the caller's best one. */
export const asProblemRow = (
  ctx: Context,
  problem: Prisma.ProblemGetPayload<{ include: typeof PROBLEM_ROW }>,
  verdict: Verdict | null | undefined,
) => ({
  pid: problem.id,
  problemId: problem.displayId,
  title: titleOf(problem, ctx),
  difficulty: DIFFICULTY_CODE[problem.difficulty],
  type: SCORING_CODE[problem.scoring],
  tags: problem.tags.map(({ tag }) => asRestTag(tag, ctx)),
  ...asCounts(problem.tally),
  score: null,
  myStatus: verdict ? VERDICT_CODE[verdict] : ctx.viewer ? NOT_SUBMITTED : null,
  gmtModified: asDate(problem.updatedAt),
})

const optional = z.string().nullable()

/** Problem of the reference system, without fields that would reveal the tests. */
export const restProblem = z
  .object({
    id: z.int(),
    problemId: z.string().describe('Display id.'),
    title: z.string(),
    author: optional,
    type,
    judgeMode: codeIn(JUDGE_MODE_WORD),
    judgeCaseMode: codeIn(CASE_MODE_WORD),
    timeLimit: z.int().describe('Milliseconds.'),
    memoryLimit: z.int().describe('MiB.'),
    stackLimit: z.int().describe('MiB.'),
    description: optional,
    input: optional,
    output: optional,
    examples: z.string().describe('<input>…</input><output>…</output> for each sample.'),
    isRemote: z.boolean(),
    source: optional,
    difficulty: saidDifficulty.describe('Null until the contest ends.'),
    hint: optional,
    auth: codeIn(VISIBILITY_CODE).describe('1 public, 2 hidden, 3 contests only.'),
    ioScore: z.int().describe('Full score.'),
    codeShare: z.boolean(),
    spjCode: z.null(),
    spjLanguage: z.null(),
    userExtraFile: optional.describe('JSON: contents of files by name.'),
    judgeExtraFile: z.null(),
    isRemoveEndBlank: z.boolean(),
    openCaseResult: z.boolean(),
    isUploadCase: z.boolean().describe('False when all tests were sent as text.'),
    caseVersion: optional,
    modifiedUser: optional.describe('Who changed it last, for its managers.'),
    isGroup: z.boolean().describe('Whether it is the own problem of a group; false after approval.'),
    gid: z.int().nullable().describe('Number of its group, for its members.'),
    applyPublicProgress: codeIn(APPLICATION_CODE)
      .nullable()
      .describe('Application for the site, for its managers: 1 waiting, 2 public, 3 refused.'),
    isFileIO: z.boolean(),
    ioReadFileName: optional,
    ioWriteFileName: optional,
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'Problem', description: 'A problem without its tests.' })

/** ProblemInfoVO of the reference system. */
export const restProblemInfo = z
  .object({
    problem: restProblem,
    tags: z.array(restTag),
    languages: z.array(z.string()).describe('Names of the languages it accepts.'),
    problemCount: restCounts,
    codeTemplate: z.record(z.string(), z.string()).describe('Template code by language name.'),
  })
  .meta({ id: 'ProblemInfo', description: 'A problem with all fields of its page.' })

/** Files as one text, or null; clients show a tab for any other value. */
const asFiles = (files: Problem['userFiles']): string | null =>
  Object.keys(files ?? {}).length > 0 ? JSON.stringify(files) : null

/** A problem in the shape of `restProblem`. */
export async function asRestProblem(ctx: Context, problem: Problem) {
  const [statements, samples, author] = await Promise.all([
    ctx.db.statement.findMany({ where: { problemId: problem.id } }),
    ctx.db.sample.findMany({ where: { problemId: problem.id }, orderBy: { index: 'asc' } }),
    problem.authorId === null
      ? null
      : ctx.db.user.findUnique({ where: { id: problem.authorId }, select: { username: true } }),
  ])
  const statement = statementOf(statements, ctx)
  const fileIo = fileIoOf(problem)
  const reader = readerOf(ctx)
  const mayKnowGroup = readsApplication(reader, problem) || roleIn(reader, problem.groupId) !== null
  return {
    id: problem.id,
    problemId: problem.displayId,
    title: statement?.title ?? problem.displayId,
    author: author?.username ?? null,
    type: SCORING_CODE[problem.scoring],
    judgeMode: JUDGE_MODE_WORD[judgeModeOf(problem)],
    judgeCaseMode: CASE_MODE_WORD[problem.caseMode],
    timeLimit: problem.timeMs,
    memoryLimit: problem.memoryMb,
    stackLimit: problem.stackMb,
    description: statement?.description ?? null,
    input: statement?.input ?? null,
    output: statement?.output ?? null,
    examples: samplesText(samples),
    isRemote: problem.bank !== OWN_BANK,
    source: statement?.source ?? null,
    difficulty: DIFFICULTY_CODE[problem.difficulty],
    hint: statement?.hint ?? null,
    auth: VISIBILITY_CODE[problem.visibility],
    ioScore: problem.fullScore,
    codeShare: problem.codeShare,
    spjCode: null,
    spjLanguage: null,
    userExtraFile: asFiles(problem.userFiles),
    judgeExtraFile: null,
    isRemoveEndBlank: removesEndBlank(checkerOf(problem)),
    openCaseResult: problem.openCases,
    isUploadCase: !problem.typedCases,
    caseVersion: problem.testsetId === null ? null : String(problem.testsetId),
    modifiedUser: null as string | null,
    isGroup: homeOf(problem) !== null,
    gid: mayKnowGroup ? problem.groupId : null,
    applyPublicProgress:
      problem.application && readsApplication(reader, problem) ? APPLICATION_CODE[problem.application] : null,
    isFileIO: fileIo !== null,
    ioReadFileName: fileIo?.input ?? null,
    ioWriteFileName: fileIo?.output ?? null,
    gmtCreate: asDate(problem.createdAt),
    gmtModified: asDate(problem.updatedAt),
  }
}
