import { z } from 'zod'
import type { Tag, TagGroup } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import {
  number,
  optionalNumber,
  optionalText,
  requiredNumber,
  requiredText,
  text,
} from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { OWN_BANK } from '../site/language.ts'
import { asRestTag, asRestTagGroup, bankOf, restTag, restTagGroup } from './restTag.ts'
import { nameOf, tagGroupListing } from './tag.ts'
import { removeTag, removeTagGroup, saveTag, saveTagGroup } from './tagging.ts'

const id = requiredNumber().describe('Its number.')
const name = requiredText().describe("Its name, in the caller's language.")
const oj = text().describe("Problem bank; default: the site's own.")

const named = (ctx: Context, name: string) => ({ [ctx.locale]: name })

/** Names to save: none when the caller sends the name that it was shown, perhaps in another language. */
const renamed = (ctx: Context, before: Pick<Tag | TagGroup, 'names'> | null, name: string) =>
  before && nameOf(before, ctx) === name ? {} : named(ctx, name)

const tagWords = {
  name,
  color: optionalText().describe('A colour such as #2657d4.'),
  oj,
  tcid: optionalNumber().describe('Number of its group.'),
}

router.post(
  '/api/admin/tag',
  'problem.manageAny',
  {
    summary: 'Creates a tag.',
    body: { ...tagWords, gid: optionalNumber().describe('Not used.') },
    answer: restTag,
  },
  async (ctx, { body }) => {
    const { color, oj, tcid } = body
    const names = named(ctx, body.name)
    const tag = { id: null, names, color: color || null, bank: oj || OWN_BANK, groupId: tcid || null }
    return asRestTag(await saveTag(ctx, tag), ctx)
  },
)

router.put(
  '/api/admin/tag',
  'problem.manageAny',
  { summary: 'Changes a tag; its names in other languages stay as they are.', body: { id, ...tagWords } },
  async (ctx, { body }) => {
    const { id, color, oj, tcid } = body
    const names = renamed(ctx, await ctx.db.tag.findUnique({ where: { id } }), body.name)
    await saveTag(ctx, { id, names, color: color || null, bank: oj || OWN_BANK, groupId: tcid || null })
  },
)

router.delete(
  '/api/admin/tag',
  'problem.manageAny',
  {
    summary: 'Deletes a tag, also from its problems.',
    query: { tid: requiredNumber().describe('Its number.') },
  },
  (ctx, { query }) => removeTag(ctx, query.tid),
)

router.get(
  '/api/admin/tag/classification',
  'problem.manageAny',
  {
    summary: 'Tag groups, in order.',
    query: { oj: text().describe("Problem bank, ALL for all; default: the site's own.") },
    answer: z.array(restTagGroup),
  },
  async (ctx, { query }) => {
    const groups = await ctx.db.tagGroup.findMany(tagGroupListing(bankOf(query.oj)))
    return groups.map((group) => asRestTagGroup(group, ctx))
  },
)

const groupWords = { name, oj, rank: number(0, { least: 0 }).describe('Rank; small ones come first.') }

router.post(
  '/api/admin/tag/classification',
  'problem.manageAny',
  { summary: 'Creates a tag group.', body: groupWords, answer: restTagGroup },
  async (ctx, { body: { name, oj, rank } }) => {
    const group = { id: null, names: named(ctx, name), rank, bank: oj || OWN_BANK }
    return asRestTagGroup(await saveTagGroup(ctx, group), ctx)
  },
)

router.put(
  '/api/admin/tag/classification',
  'problem.manageAny',
  { summary: 'Changes a tag group.', body: { id, ...groupWords } },
  async (ctx, { body: { id, name, oj, rank } }) => {
    const names = renamed(ctx, await ctx.db.tagGroup.findUnique({ where: { id } }), name)
    await saveTagGroup(ctx, { id, names, rank, bank: oj || OWN_BANK })
  },
)

router.delete(
  '/api/admin/tag/classification',
  'problem.manageAny',
  {
    summary: 'Deletes a tag group; its tags stay without one.',
    query: { tcid: requiredNumber().describe('Its number.') },
  },
  (ctx, { query }) => removeTagGroup(ctx, query.tcid),
)
