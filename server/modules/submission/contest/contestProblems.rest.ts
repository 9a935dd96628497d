import { z } from 'zod'
import { type Context, readerOf } from '../../../context.ts'
import { flag, number, requiredNumber, requiredText } from '../../../doors/rest/coercers.ts'
import { router } from '../../../doors/rest/router.ts'
import { codeIn, meaningOf } from '../../../doors/rest/shapes.ts'
import { keepsQuiet } from '../../../policy/contest.ts'
import { enter } from '../../../venue.ts'
import { findContestProblem, problemsOf, SHOWN_CONTEST } from '../../contest/contest.ts'
import { asProblemLine } from '../../contest/restShapes.ts'
import { titleOf } from '../../problem/problem.ts'
import { VERDICT_CODE } from '../../problem/restCodes.ts'
import { asCounts, asRestProblem, PROBLEM_ROW, restProblemInfo } from '../../problem/restShapes.ts'
import { offeredLanguages, shownNameOf } from '../../site/language.ts'
import { asRestTag } from '../../tag/restTag.ts'
import { trainingProblems } from '../../training/problems.ts'
import { verdictsOf } from '../../training/training.ts'
import { statusOf as codeOf, PROGRESS_CODE } from '../restCodes.ts'
import { contestTallies } from './contestCounts.ts'
import { ownStatuses } from './contestStatus.ts'

const cid = requiredNumber().describe('Number of the contest.')
const containsEnd = flag().describe('With what was sent after the end.')

const restLine = z
  .object({
    id: z.int(),
    displayId: z.string(),
    cid: z.int(),
    pid: z.int(),
    displayTitle: z.string(),
    color: z.string().nullable().describe('Of its balloon.'),
    ac: z.int().describe('Accepted submissions.'),
    total: z.int().describe('Submissions.'),
  })
  .meta({ id: 'ContestProblemRow', description: 'A problem in the list of a contest.' })

router.get(
  '/api/get-contest-problem',
  'guest',
  {
    summary: 'The problems of a contest, with what was submitted to them from the start to the seal.',
    query: { cid, containsEnd },
    answer: z.array(restLine),
  },
  async (ctx, { query }) => {
    const contest = await enter(ctx, SHOWN_CONTEST, query.cid, 'board')
    const [problems, counts] = await Promise.all([
      problemsOf(ctx, contest),
      contestTallies(ctx, contest, query.containsEnd),
    ])
    return problems.map((problem) => {
      const { accepted = 0, total = 0 } = counts.get(problem.problemId) ?? {}
      return { ...asProblemLine(problem), ac: accepted, total }
    })
  },
)

router.get(
  '/api/get-contest-problem-details',
  'login',
  {
    summary: 'A problem of a contest with all that its page shows.',
    query: { cid, displayId: requiredText().describe('What it is called there.'), containsEnd },
    answer: restProblemInfo,
  },
  async (ctx, { query }) => {
    const contest = await enter(ctx, SHOWN_CONTEST, query.cid, 'look')
    const link = await findContestProblem(ctx, contest, query.displayId)
    const problem = await ctx.db.problem.findUniqueOrThrow({ where: { id: link.problemId } })
    const hides = keepsQuiet(readerOf(ctx), contest.id)
    const [shape, tags, languages, tallies, templates] = await Promise.all([
      asRestProblem(ctx, problem),
      ctx.db.tag.findMany({
        where: { problems: { some: { problemId: problem.id } } },
        orderBy: { id: 'asc' },
      }),
      offeredLanguages(ctx, problem),
      contestTallies(ctx, contest, query.containsEnd),
      ctx.db.problemTemplate.findMany({ where: { problemId: problem.id } }),
    ])
    const codes = new Map(templates.map((template) => [template.languageKey, template.code]))
    return {
      problem: {
        ...shape,
        problemId: link.displayId,
        title: link.title,
        codeShare: false,
        ...(hides ? { source: null, author: null, difficulty: null } : {}),
      },
      tags: hides ? [] : tags.map((tag) => asRestTag(tag, ctx)),
      languages: languages.map(shownNameOf),
      problemCount: { pid: problem.id, ...asCounts(tallies.get(problem.id) ?? null) },
      codeTemplate: Object.fromEntries(
        languages.flatMap((language) => {
          const code = codes.get(language.key)
          return code === undefined ? [] : [[shownNameOf(language), code]]
        }),
      ),
    }
  },
)

const restBarItem = z
  .object({
    pid: z.int(),
    problemId: z.string().describe('What it is called there.'),
    title: z.string(),
    status: codeIn(PROGRESS_CODE)
      .nullable()
      .describe(`The caller's result: ${meaningOf(PROGRESS_CODE)}; null: none yet.`),
    score: z.int().nullable(),
  })
  .meta({ id: 'FullScreenProblem', description: 'A problem in the bar of the full-screen page.' })

async function barOfContest(ctx: Context, cid: number): Promise<z.output<typeof restBarItem>[]> {
  const contest = await enter(ctx, SHOWN_CONTEST, cid, 'look')
  const [problems, statuses] = await Promise.all([
    problemsOf(ctx, contest),
    ownStatuses(ctx, contest, contest.takesLate),
  ])
  return problems.map(({ problemId, displayId, title }) => {
    const own = statuses.get(problemId)
    // Those clients mark every number but a few as a wrong answer.
    const isKnown = own && (own.state === null || own.verdict !== null)
    return {
      pid: problemId,
      problemId: displayId,
      title,
      status: isKnown ? codeOf(own) : null,
      score: own?.score ?? null,
    }
  })
}

async function barOfTraining(ctx: Context, tid: number): Promise<z.output<typeof restBarItem>[]> {
  const ids = (await trainingProblems(ctx, tid)).map(({ problemId }) => problemId)
  const [rows, verdicts] = await Promise.all([
    ctx.db.problem.findMany({ where: { id: { in: ids } }, include: PROBLEM_ROW }),
    verdictsOf(ctx, ids),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((pid, at) => {
    const row = byId.get(pid)
    const verdict = verdicts[at]
    const status = verdict ? VERDICT_CODE[verdict] : null
    return row ? [{ pid, problemId: row.displayId, title: titleOf(row, ctx), status, score: null }] : []
  })
}

router.get(
  '/api/get-full-screen-problem-list',
  'login',
  {
    summary: 'The problems of a training or a contest, for the bar of the full-screen page.',
    query: {
      tid: number(0).describe('Number of the training; 0: that of a contest.'),
      cid: number(0).describe('Number of the contest.'),
    },
    answer: z.array(restBarItem),
  },
  (ctx, { query: { tid, cid } }) => (tid > 0 ? barOfTraining(ctx, tid) : barOfContest(ctx, cid)),
)
