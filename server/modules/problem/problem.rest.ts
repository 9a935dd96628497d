import { z } from 'zod'
import { Refusal } from '../../core/errors.ts'
import {
  number,
  pageOf,
  paging,
  requiredNumber,
  requiredText,
  text,
  texts,
} from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { page } from '../../doors/rest/shapes.ts'
import { homeOf } from '../../policy/venue.ts'
import { offeredLanguages, shownNameOf } from '../site/language.ts'
import { asRestTag } from '../tag/restTag.ts'
import { findProblem, findProblemByNumber, randomProblem } from './problem.ts'
import { DIFFICULTY_CODE, difficultyOfCode } from './restCodes.ts'
import { bankWanted, pageOfProblems } from './restLists.ts'
import { asCounts, asRestProblem, restProblemInfo, restProblemRow } from './restShapes.ts'
import { tallyOf } from './tally.ts'

/** Tag numbers of query texts, which may still have the brackets of a JSON array. */
const tagsOf = (texts: readonly string[]): number[] =>
  texts
    .map((text) => Number(text.replace(/[[\]\s]/g, '')))
    .filter((tag) => Number.isSafeInteger(tag) && tag > 0)

router.get(
  '/api/get-problem-list',
  'anyone',
  {
    summary: 'Public problems that have all given tags and match the other filters.',
    query: {
      ...paging(10),
      keyword: text().describe('Part of a title or display id.'),
      tagId: texts().describe('Numbers of tags: repeated, with commas, or a JSON array.'),
      difficulty: text(Object.values(DIFFICULTY_CODE).map(String)).describe('0 easy, 1 mid, 2 hard.'),
      oj: text().describe('Problem bank: Mine, All, or a key.'),
    },
    answer: page(restProblemRow),
  },
  (ctx, { query }) =>
    pageOfProblems(
      ctx,
      {
        keyword: query.keyword,
        difficulty: difficultyOfCode(query.difficulty),
        bank: bankWanted(query.oj),
        tags: tagsOf(query.tagId),
      },
      pageOf(query),
    ),
)

router.get(
  '/api/get-random-problem',
  'anyone',
  {
    summary: 'A random public problem.',
    answer: z.object({ problemId: z.string().describe('Display id.') }),
  },
  async (ctx) => {
    const id = await randomProblem(ctx)
    if (id === null) throw new Refusal('NOT_FOUND')
    return { problemId: (await findProblemByNumber(ctx, id)).displayId }
  },
)

router.get(
  '/api/get-problem-detail',
  'anyone',
  {
    summary: 'A problem with all fields of its page.',
    query: {
      problemId: requiredText().describe('Display id.'),
      gid: number(0).describe('Number of the group where it is looked at; 0: none.'),
    },
    answer: restProblemInfo,
  },
  async (ctx, { query }) => {
    const problem = await findProblem(ctx, query.problemId)
    // Trainings of a group have public problems, too.
    const home = homeOf(problem)
    if (query.gid > 0 && home !== null && home !== query.gid) throw new Refusal('NOT_FOUND')
    const [shape, tags, languages, tally, templates] = await Promise.all([
      asRestProblem(ctx, problem),
      ctx.db.tag.findMany({
        where: { problems: { some: { problemId: problem.id } } },
        orderBy: { id: 'asc' },
      }),
      offeredLanguages(ctx, problem),
      tallyOf(ctx, problem),
      ctx.db.problemTemplate.findMany({ where: { problemId: problem.id } }),
    ])
    const codes = new Map(templates.map((template) => [template.languageKey, template.code]))
    return {
      problem: shape,
      tags: tags.map((tag) => asRestTag(tag, ctx)),
      languages: languages.map(shownNameOf),
      problemCount: { pid: problem.id, ...asCounts(tally) },
      codeTemplate: Object.fromEntries(
        languages.flatMap((language) => {
          const code = codes.get(language.key)
          return code === undefined ? [] : [[shownNameOf(language), code]]
        }),
      ),
    }
  },
)

router.get(
  '/api/get-problem-code-template',
  'anyone',
  {
    summary: 'Template code of a problem.',
    query: { pid: requiredNumber().describe('Number of the problem.') },
    answer: z.array(
      z
        .object({
          id: z.null(),
          pid: z.int(),
          lid: z.int().nullable().describe('Number of the language.'),
          code: z.string(),
          status: z.literal(true),
          gmtCreate: z.null(),
          gmtModified: z.null(),
        })
        .meta({ id: 'CodeTemplate', description: 'Template code in one language.' }),
    ),
  },
  async (ctx, { query }) => {
    const problem = await findProblemByNumber(ctx, query.pid)
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
      status: true as const,
      gmtCreate: null,
      gmtModified: null,
    }))
  },
)
