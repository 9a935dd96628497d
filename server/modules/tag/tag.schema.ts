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
  description: 'Name of a tag or tag group in one language.',
  fields: (t) => ({
    locale: t.expose('locale', { type: LocaleEnum, description: 'The language.' }),
    name: t.exposeString('name', { description: 'The name.' }),
  }),
})

/** Names of a row in language order. */
const allNames = (row: { names: unknown }): TagName[] =>
  LOCALES.flatMap((locale) => {
    const name = (row.names as Names)[locale]
    return name ? [{ locale, name }] : []
  })

const Tag = builder.prismaNode('Tag', {
  description: 'A tag of problems.',
  id: { field: 'id' },
  runScopesOnType: true,
  authScopes: ({ id, groupId }) => groupId === null || { sees: ['tag', id] },
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number, as in URLs.' }),
    version: t.exposeInt('version', { description: 'Version, for a later change.' }),
    name: t.string({
      description: "Name, in the viewer's language if available.",
      resolve: (tag, _, ctx) => nameOf(tag, ctx),
    }),
    names: t.field({
      type: [TagNameType],
      description: 'Names in all its languages.',
      resolve: allNames,
    }),
    color: t.exposeString('color', { description: 'CSS colour.', nullable: true }),
    bank: t.exposeString('bank', { description: 'Key of its problem bank.' }),
    problemCount: t.loadable({
      type: 'Int',
      description: 'Number of public problems with it.',
      loaderOptions: { cache: false },
      load: (ids: number[], ctx) => problemCountsOfTags(ctx, ids),
      resolve: (tag) => tag.id,
    }),
    carrierCount: t.loadable({
      type: 'Int',
      nullable: true,
      description: 'Number of problems with it, hidden ones too; null for viewers who do not manage tags.',
      loaderOptions: { cache: false },
      load: (ids: number[], ctx) => carriersOfTags(ctx, ids),
      resolve: (tag) => tag.id,
    }),
  }),
})

const TagGroup = builder.prismaNode('TagGroup', {
  description: 'A group of tags.',
  id: { field: 'id' },
  fields: (t) => ({
    name: t.string({
      description: "Name, in the viewer's language if available.",
      resolve: (group, _, ctx) => nameOf(group, ctx),
    }),
    bank: t.exposeString('bank', { description: 'Key of its problem bank.' }),
    names: t.field({
      type: [TagNameType],
      description: 'Names in all its languages.',
      resolve: allNames,
    }),
    rank: t.exposeInt('rank', { description: 'Rank; small ones come first.' }),
    version: t.exposeInt('version', { description: 'Version, for a later change.' }),
    tags: t.relation('tags', {
      seen: 'Everybody sees the tags of the site.',
      description: 'Its tags.',
      query: { where: { groupId: null }, orderBy: { id: 'asc' } },
    }),
  }),
})

const SEEN = 'Whoever may see a problem may see its tags.'

builder.interfaceFields(ProblemSheet, (t) => ({
  tags: t.field({ type: [Tag], seen: SEEN, description: 'Tags, where they are shown.' }),
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
    description: 'Tags without a group, in the order of creation.',
    type: [Tag],
    seen: 'Only tags of the site are read.',
    args: { bank: t.arg.string({ description: 'Of this problem bank.' }) },
    resolve: (query, _, { bank }, ctx) => ctx.db.tag.findMany({ ...query, ...looseTagListing(bank ?? null) }),
  }),
  tagGroups: t.prismaField({
    description: 'Groups of tags.',
    type: [TagGroup],
    args: { bank: t.arg.string({ description: 'Of this problem bank.' }) },
    resolve: (query, _, { bank }, ctx) =>
      ctx.db.tagGroup.findMany({ ...query, ...tagGroupListing(bank ?? null) }),
  }),
}))
