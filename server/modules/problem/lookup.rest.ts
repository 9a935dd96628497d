import { z } from 'zod'
import type { Context } from '../../context.ts'
import { flag, optionalNumber, requiredNumber, text } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { BANK_KEYS } from '../bank/banks.ts'
import {
  languagesOfEach,
  type OfferedLanguage,
  OWN_BANK,
  offeredLanguages,
  shownNameOf,
  templateOf,
} from '../site/language.ts'
import { asRestTag, asRestTagGroup, bankOf, restTag, restTagGroup } from '../tag/restTag.ts'
import { tagGroupListing, tagListing } from '../tag/tag.ts'
import { codeTemplateFor } from './codeTemplates.ts'
import { findProblemByNumber } from './problem.ts'

const restLanguage = z
  .object({
    id: z.int(),
    contentType: z.string(),
    description: z.string().describe('Compiler or interpreter, with its version.'),
    name: z.string(),
    compileCommand: z.string(),
    template: z.string(),
    codeTemplate: z
      .string()
      .nullable()
      .describe('A first template for problems, in three marked parts; null: none.'),
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
  codeTemplate: language.toolchain && codeTemplateFor(language.contentType),
  isSpj: language.toolchain?.checker ?? false,
  oj: language.bank,
  seq: language.ownRank ?? language.rank,
  gmtCreate: null,
  gmtModified: null,
})

const pid = requiredNumber().describe('Number of the problem.')

const anyOfBank = (bank: string) => ({ bank, languageKeys: [] })

router.get(
  '/api/languages',
  'anyone',
  {
    summary: 'The languages of the site, of the bank of a problem, or of all banks.',
    query: {
      pid: optionalNumber().describe('Number of a problem, for the languages of its bank.'),
      all: flag().describe('Those of all banks.'),
    },
    answer: z.array(restLanguage),
  },
  async (ctx, { query }) => {
    if (query.all) {
      const lists = await languagesOfEach(ctx, [OWN_BANK, ...BANK_KEYS].map(anyOfBank))
      return lists.flat().map(asRestLanguage)
    }
    const bank = query.pid === null ? OWN_BANK : (await findProblemByNumber(ctx, query.pid)).bank
    return (await offeredLanguages(ctx, anyOfBank(bank))).map(asRestLanguage)
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
