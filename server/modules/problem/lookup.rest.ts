import { z } from 'zod'
import type { Context } from '../../context.ts'
import { optionalNumber, requiredNumber, text } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import {
  type OfferedLanguage,
  OWN_BANK,
  offeredLanguages,
  shownNameOf,
  templateOf,
} from '../site/language.ts'
import { asRestTag, asRestTagGroup, restTag, restTagGroup } from '../tag/restTag.ts'
import { tagGroupListing, tagListing } from '../tag/tag.ts'
import { findProblemByNumber } from './problem.ts'

const restLanguage = z
  .object({
    id: z.int(),
    contentType: z.string(),
    description: z.string().describe('Compiler or interpreter, with its version.'),
    name: z.string(),
    compileCommand: z.string(),
    template: z.string(),
    codeTemplate: z.null(),
    isSpj: z.boolean().describe('Whether checkers can be written in it.'),
    oj: z.string(),
    seq: z.int(),
    gmtCreate: z.null(),
    gmtModified: z.null(),
  })
  .meta({ id: 'Language', description: 'A language that accepts submissions now.' })

const asRestLanguage = (language: OfferedLanguage) => ({
  id: language.id,
  contentType: language.contentType,
  description: language.description,
  name: shownNameOf(language),
  compileCommand: language.compileCommand,
  template: templateOf(language),
  codeTemplate: null,
  isSpj: language.toolchain.checker,
  oj: language.bank,
  seq: language.ownRank ?? language.rank,
  gmtCreate: null,
  gmtModified: null,
})

const pid = requiredNumber().describe('Number of the problem.')

router.get(
  '/api/languages',
  'anyone',
  {
    summary: 'The languages of the site.',
    query: { pid: optionalNumber().describe('Number of an existing problem.') },
    answer: z.array(restLanguage),
  },
  async (ctx, { query }) => {
    // The site's own bank is the only one, so every bank has the site's languages.
    if (query.pid !== null) await findProblemByNumber(ctx, query.pid)
    return (await offeredLanguages(ctx)).map(asRestLanguage)
  },
)

router.get(
  '/api/get-problem-languages',
  'anyone',
  { summary: 'Languages that a problem accepts.', query: { pid }, answer: z.array(restLanguage) },
  async (ctx, { query }) => {
    const problem = await findProblemByNumber(ctx, query.pid)
    return (await offeredLanguages(ctx, problem)).map(asRestLanguage)
  },
)

/** Bank of a request: the site's own by default, or `ALL`. */
const bankOf = (oj: string) => (oj === 'ALL' ? null : oj || OWN_BANK)
const oj = text().describe("Problem bank, ALL for all; default: the site's own.")

const tagsOf = async (ctx: Context, bank: string | null) => {
  const tags = await ctx.db.tag.findMany(tagListing(bank))
  return tags.map((tag) => asRestTag(tag, ctx))
}

router.get(
  '/api/get-all-problem-tags',
  'anyone',
  { summary: 'Tags of a problem bank.', query: { oj }, answer: z.array(restTag) },
  (ctx, { query }) => tagsOf(ctx, bankOf(query.oj)),
)

router.get(
  '/api/get-problem-tags-and-classification',
  'anyone',
  {
    summary: 'Tags of a problem bank by group; the last entry has those without one.',
    query: { oj },
    answer: z.array(z.object({ classification: restTagGroup.nullable(), tagList: z.array(restTag) })),
  },
  async (ctx, { query }) => {
    const bank = bankOf(query.oj)
    const [groups, tags] = await Promise.all([
      ctx.db.tagGroup.findMany(tagGroupListing(bank)),
      tagsOf(ctx, bank),
    ])
    const classified = groups.map((group) => ({
      classification: asRestTagGroup(group, ctx),
      tagList: tags.filter(({ tcid }) => tcid === group.id),
    }))
    const loose = tags.filter(({ tcid }) => tcid === null)
    return loose.length > 0 ? [...classified, { classification: null, tagList: loose }] : classified
  },
)

router.get(
  '/api/get-problem-tags',
  'anyone',
  { summary: 'Tags of a problem.', query: { pid }, answer: z.array(restTag) },
  async (ctx, { query }) => {
    const problem = await findProblemByNumber(ctx, query.pid)
    const tags = await ctx.db.tag.findMany({
      where: { problems: { some: { problemId: problem.id } } },
      orderBy: { id: 'asc' },
    })
    return tags.map((tag) => asRestTag(tag, ctx))
  },
)
