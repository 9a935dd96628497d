import type { Context } from '../../context.ts'
import { requiredNumber, router } from '../../doors/router.ts'
import { type OfferedLanguage, OWN_BANK, offeredLanguages } from '../site/language.ts'
import { findProblemByNumber } from './problem.ts'
import { asRestTag } from './restTag.ts'
import { nameOf, tagGroupListing, tagListing } from './tag.ts'

const asRestLanguage = (language: OfferedLanguage) => ({
  id: language.id,
  contentType: language.contentType,
  description: language.description,
  name: language.name,
  compileCommand: language.compileCommand,
  template: language.template,
  codeTemplate: null,
  isSpj: language.toolchain.checker,
  oj: language.bank,
  seq: language.rank,
  gmtCreate: null,
  gmtModified: null,
})

const languagesOf = async (ctx: Context, pid: string | undefined) => {
  const problem = await findProblemByNumber(ctx, requiredNumber(pid, 'pid'))
  return (await offeredLanguages(ctx, problem)).map(asRestLanguage)
}

router.get('/api/languages', 'anyone', async (ctx, request) => {
  // Every bank has the languages of the site, as long as the site's own is the only one; the problem must be there.
  if (request.query.pid) await findProblemByNumber(ctx, requiredNumber(request.query.pid, 'pid'))
  return (await offeredLanguages(ctx)).map(asRestLanguage)
})

router.get('/api/get-problem-languages', 'anyone', (ctx, request) => languagesOf(ctx, request.query.pid))

/** The site's own bank unless another one, or `ALL` of them, is asked for. */
const bankOf = (oj: string | undefined) => (oj === 'ALL' ? null : oj || OWN_BANK)

router.get('/api/get-all-problem-tags', 'anyone', async (ctx, request) => {
  const tags = await ctx.db.tag.findMany(tagListing(bankOf(request.query.oj)))
  return tags.map((tag) => asRestTag(tag, ctx))
})

router.get('/api/get-problem-tags-and-classification', 'anyone', async (ctx, request) => {
  const bank = bankOf(request.query.oj)
  const [groups, tags] = await Promise.all([
    ctx.db.tagGroup.findMany(tagGroupListing(bank)),
    ctx.db.tag.findMany(tagListing(bank)),
  ])
  const shapes = tags.map((tag) => asRestTag(tag, ctx))
  const classified = groups.map((group) => ({
    classification: {
      id: group.id,
      name: nameOf(group, ctx),
      oj: group.bank,
      rank: group.rank,
      gmtCreate: null,
      gmtModified: null,
    },
    tagList: shapes.filter(({ tcid }) => tcid === group.id),
  }))
  const loose = shapes.filter(({ tcid }) => tcid === null)
  return loose.length > 0 ? [...classified, { classification: null, tagList: loose }] : classified
})

router.get('/api/get-problem-tags', 'anyone', async (ctx, request) => {
  const problem = await findProblemByNumber(ctx, requiredNumber(request.query.pid, 'pid'))
  const tags = await ctx.db.tag.findMany({
    where: { problems: { some: { problemId: problem.id } } },
    orderBy: { id: 'asc' },
  })
  return tags.map((tag) => asRestTag(tag, ctx))
})
