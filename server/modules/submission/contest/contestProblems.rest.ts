import { z } from 'zod'
import { readerOf } from '../../../context.ts'
import { flag, requiredNumber, requiredText } from '../../../doors/rest/coercers.ts'
import { router } from '../../../doors/rest/router.ts'
import { keepsQuiet } from '../../../policy/contest.ts'
import { enter } from '../../../venue.ts'
import { findContestProblem, problemsOf, SHOWN_CONTEST } from '../../contest/contest.ts'
import { asProblemLine } from '../../contest/restShapes.ts'
import { asCounts, asRestProblem, restProblemInfo } from '../../problem/restShapes.ts'
import { offeredLanguages, shownNameOf } from '../../site/language.ts'
import { asRestTag } from '../../tag/restTag.ts'
import { contestTallies } from './contestCounts.ts'

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
