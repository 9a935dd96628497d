import type { Prisma, Problem, ProblemTally } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import {
  asDate,
  asPage,
  isTrue,
  numberOf,
  objectOf,
  pageOf,
  type RestRequest,
  requiredList,
  requiredNumber,
  requiredText,
  router,
} from '../../doors/router.ts'
import { OWN_BANK, offeredLanguages } from '../site/language.ts'
import {
  checkerOf,
  countProblems,
  fileIoOf,
  findProblem,
  findProblemByNumber,
  inOrderOf,
  judgeModeOf,
  problemIdsOfPage,
  problemListing,
  randomProblem,
  statementOf,
  titleOf,
} from './problem.ts'
import { progressOfEach } from './progress.ts'
import {
  CASE_MODE_WORD,
  DIFFICULTY_CODE,
  difficultyOfCode,
  JUDGE_MODE_WORD,
  NOT_SUBMITTED,
  removesEndBlank,
  SCORING_CODE,
  samplesText,
  VERDICT_CODE,
  VISIBILITY_CODE,
} from './restCodes.ts'
import { asRestTag } from './restTag.ts'
import { EMPTY_TALLY } from './tally.ts'

type Counts = Omit<ProblemTally, 'problemId'>

const asCounts = (tally: Counts | null) => {
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

/** Tag numbers: repeated, with commas, or as a JSON array. */
const tagsOf = (request: RestRequest): number[] =>
  request
    .queryAll('tagId')
    .map((text) => Number(text.replace(/[[\]\s]/g, '')))
    .filter((tag) => Number.isSafeInteger(tag) && tag > 0)

/** `Mine` is this site's own bank, `All` and nothing are every bank. */
function bankOf(oj: string | undefined): string | null {
  if (!oj || oj === 'All' || oj === 'ALL') return null
  return oj === 'Mine' ? OWN_BANK : oj
}

const ROW = {
  statements: { select: { locale: true, title: true } },
  tags: { select: { tag: true }, orderBy: { tagId: 'asc' } },
  tally: true,
} satisfies Prisma.ProblemInclude

router.get('/api/get-problem-list', 'anyone', async (ctx, request) => {
  const page = pageOf(request, 10)
  const listing = problemListing(ctx, {
    keyword: request.query.keyword,
    difficulty: difficultyOfCode(request.query.difficulty),
    bank: bankOf(request.query.oj),
    tags: tagsOf(request),
  })
  const [total, ids] = await Promise.all([
    countProblems(ctx, listing),
    problemIdsOfPage(ctx, listing, { skip: page.offset, take: page.limit }),
  ])
  const [rows, progress] = await Promise.all([
    ctx.db.problem.findMany({ where: { id: { in: ids } }, include: ROW }),
    progressOfEach(ctx, ids),
  ])
  const verdicts = new Map(progress.map((row, at) => [ids[at], row?.verdict]))
  const records = inOrderOf(ids, rows).map((problem) => {
    const verdict = verdicts.get(problem.id)
    return {
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
    }
  })
  return asPage(records, total, page)
})

router.get('/api/get-random-problem', 'anyone', async (ctx) => {
  const id = await randomProblem(ctx)
  if (id === null) throw new Refusal('NOT_FOUND')
  return { problemId: (await findProblemByNumber(ctx, id)).displayId }
})

const MAX_ASKED = 500

router.post('/api/get-user-problem-status', 'login', async (ctx, request) => {
  const body = objectOf(request.body)
  const isContest = isTrue(body.isContestProblemList, 'isContestProblemList')
  // There are no contests to look into yet.
  if (isContest && numberOf(body.cid, 'cid', 0) > 0) throw new Refusal('NOT_FOUND')
  // Those clients look for everything they asked for in the answer; what no problem has as its number was not tried.
  const asked = requiredList(body.pidList, 'pidList')
    .slice(0, MAX_ASKED)
    .filter((pid) => typeof pid === 'number' || typeof pid === 'string')
  const ids = asked.map(Number).filter(isRowNumber)
  const progress = await progressOfEach(ctx, ids)
  const verdicts = new Map(ids.map((id, at) => [id, progress[at]?.verdict]))
  return Object.fromEntries(
    asked.map((pid) => {
      const verdict = verdicts.get(Number(pid))
      return [pid, { status: verdict ? VERDICT_CODE[verdict] : NOT_SUBMITTED, score: null }]
    }),
  )
})

/** Files in one text; those clients show a tab of them for anything but null. */
const asFiles = (files: Problem['userFiles']): string | null =>
  Object.keys(files ?? {}).length > 0 ? JSON.stringify(files) : null

/** Everything of the problem itself but what would give the tests away. */
async function asRestProblem(ctx: Context, problem: Problem) {
  const [statements, samples, author] = await Promise.all([
    ctx.db.statement.findMany({ where: { problemId: problem.id } }),
    ctx.db.sample.findMany({ where: { problemId: problem.id }, orderBy: { index: 'asc' } }),
    problem.authorId === null
      ? null
      : ctx.db.user.findUnique({ where: { id: problem.authorId }, select: { username: true } }),
  ])
  const statement = statementOf(statements, ctx)
  const fileIo = fileIoOf(problem)
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
    isUploadCase: true,
    caseVersion: problem.testsetId === null ? null : String(problem.testsetId),
    modifiedUser: null,
    isGroup: false,
    gid: null,
    applyPublicProgress: null,
    isFileIO: fileIo !== null,
    ioReadFileName: fileIo?.input ?? null,
    ioWriteFileName: fileIo?.output ?? null,
    gmtCreate: asDate(problem.createdAt),
    gmtModified: asDate(problem.updatedAt),
  }
}

router.get('/api/get-problem-detail', 'anyone', async (ctx, request) => {
  // There are no groups to look into yet.
  if (numberOf(request.query.gid, 'gid', 0) > 0) throw new Refusal('NOT_FOUND')
  const problem = await findProblem(ctx, requiredText(request.query.problemId, 'problemId'))
  const [shape, tags, languages, tally, templates] = await Promise.all([
    asRestProblem(ctx, problem),
    ctx.db.tag.findMany({
      where: { problems: { some: { problemId: problem.id } } },
      orderBy: { id: 'asc' },
    }),
    offeredLanguages(ctx, problem),
    ctx.db.problemTally.findUnique({ where: { problemId: problem.id } }),
    ctx.db.problemTemplate.findMany({ where: { problemId: problem.id } }),
  ])
  const codes = new Map(templates.map((template) => [template.languageKey, template.code]))
  return {
    problem: shape,
    tags: tags.map((tag) => asRestTag(tag, ctx)),
    languages: languages.map(({ name }) => name),
    problemCount: { pid: problem.id, ...asCounts(tally) },
    codeTemplate: Object.fromEntries(
      languages.flatMap(({ key, name }) => {
        const code = codes.get(key)
        return code === undefined ? [] : [[name, code]]
      }),
    ),
  }
})

router.get('/api/get-problem-code-template', 'anyone', async (ctx, request) => {
  const problem = await findProblemByNumber(ctx, requiredNumber(request.query.pid, 'pid'))
  const templates = await ctx.db.problemTemplate.findMany({
    where: { problemId: problem.id },
    orderBy: { languageKey: 'asc' },
  })
  const languages = await ctx.db.language.findMany({
    where: { bank: problem.bank, key: { in: templates.map(({ languageKey }) => languageKey) } },
    select: { id: true, key: true },
  })
  const numbers = new Map(languages.map(({ id, key }) => [key, id]))
  return templates.map(({ languageKey, code }) => ({
    id: null,
    pid: problem.id,
    lid: numbers.get(languageKey) ?? null,
    code,
    status: true,
    gmtCreate: null,
    gmtModified: null,
  }))
})
