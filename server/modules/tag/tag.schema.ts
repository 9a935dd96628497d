import { LOCALES, type Locale } from '#locales/i18n.ts'
import { builder } from '../../builder.ts'
import { LocaleEnum, ProblemSheet } from '../../enums.ts'
import {
  carriersOfTags,
  looseTagListing,
  type Names,
  nameOf,
  problemCountsOfTags,
  tagGroupListing,
} from './tag.ts'

type TagName = { locale: Locale; name: string }

const TagNameType = builder.objectRef<TagName>('TagName').implement({
  description: 'The name of a tag or of a group of tags in one language.',
  fields: (t) => ({
    locale: t.expose('locale', { type: LocaleEnum, description: 'The language.' }),
    name: t.exposeString('name', { description: 'The name.' }),
  }),
})

/** The names of a row in the order of the languages. */
const allNames = (row: { names: unknown }): TagName[] =>
  LOCALES.flatMap((locale) => {
    const name = (row.names as Names)[locale]
    return name ? [{ locale, name }] : []
  })

const Tag = builder.prismaNode('Tag', {
  description: 'What a problem is about.',
  id: { field: 'id' },
  runScopesOnType: true,
  authScopes: ({ id, groupId }) => groupId === null || { sees: ['tag', id] },
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Key for URLs: the number.' }),
    name: t.string({
      description: "Name in the reader's language where there is one.",
      resolve: (tag, _, ctx) => nameOf(tag, ctx),
    }),
    names: t.field({
      type: [TagNameType],
      description: 'Its names in all languages that it has.',
      resolve: allNames,
    }),
    color: t.exposeString('color', { description: 'A CSS colour.', nullable: true }),
    bank: t.exposeString('bank', { description: 'Key of its problem bank.' }),
    problemCount: t.loadable({
      type: 'Int',
      description: 'Public problems that carry it.',
      loaderOptions: { cache: false },
      load: (ids: number[], ctx) => problemCountsOfTags(ctx, ids),
      resolve: (tag) => tag.id,
    }),
    carrierCount: t.loadable({
      type: 'Int',
      nullable: true,
      description: 'Problems that carry it, hidden ones too; null for those who do not manage tags.',
      loaderOptions: { cache: false },
      load: (ids: number[], ctx) => carriersOfTags(ctx, ids),
      resolve: (tag) => tag.id,
    }),
  }),
})

const TagGroup = builder.prismaNode('TagGroup', {
  description: 'Tags of one kind.',
  id: { field: 'id' },
  fields: (t) => ({
    name: t.string({
      description: "Name in the reader's language where there is one.",
      resolve: (group, _, ctx) => nameOf(group, ctx),
    }),
    bank: t.exposeString('bank', { description: 'Key of its problem bank.' }),
    names: t.field({
      type: [TagNameType],
      description: 'Its names in all languages that it has.',
      resolve: allNames,
    }),
    rank: t.exposeInt('rank', { description: 'Its place; small ones come first.' }),
    tags: t.relation('tags', {
      seen: 'Everybody sees the tags of the site.',
      description: 'Its tags.',
      query: { where: { groupId: null }, orderBy: { id: 'asc' } },
    }),
  }),
})

const SEEN = 'Whoever may see a problem may see its tags.'

builder.interfaceFields(ProblemSheet, (t) => ({
  tags: t.field({ type: [Tag], seen: SEEN, description: 'Its tags, where they are said.' }),
}))

builder.prismaObjectFields('Problem', (t) => ({
  tags: t.field({
    description: 'Its tags.',
    type: [Tag],
    seen: SEEN,
    select: (_args, _ctx, nested) => ({
      tags: { select: { tag: nested(true) }, orderBy: { tagId: 'asc' } },
    }),
    resolve: ({ tags }) => tags.map(({ tag }) => tag),
  }),
}))

builder.queryFields((t) => ({
  looseTags: t.prismaField({
    description: 'Tags of problems that are in no group, in the order they were made.',
    type: [Tag],
    seen: 'Only tags of the site are read.',
    args: { bank: t.arg.string({ description: 'Of this bank of problems.' }) },
    resolve: (query, _, { bank }, ctx) => ctx.db.tag.findMany({ ...query, ...looseTagListing(bank ?? null) }),
  }),
  tagGroups: t.prismaField({
    description: 'Tags of problems, by their groups.',
    type: [TagGroup],
    args: { bank: t.arg.string({ description: 'Of this bank of problems.' }) },
    resolve: (query, _, { bank }, ctx) =>
      ctx.db.tagGroup.findMany({ ...query, ...tagGroupListing(bank ?? null) }),
  }),
}))
