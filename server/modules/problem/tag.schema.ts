import { builder } from '../../builder.ts'
import { nameOf, problemCountsOfTags, tagGroupListing } from './tag.ts'

const Tag = builder.prismaNode('Tag', {
  description: 'What a problem is about.',
  id: { field: 'id' },
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Key for URLs: the number.' }),
    name: t.string({
      description: "Name in the reader's language where there is one.",
      resolve: (tag, _, ctx) => nameOf(tag, ctx),
    }),
    color: t.exposeString('color', { description: 'A CSS colour.', nullable: true }),
    bank: t.exposeString('bank', { description: 'Key of the bank of problems that it is of.' }),
    problemCount: t.loadable({
      type: 'Int',
      description: 'Public problems that carry it.',
      loaderOptions: { cache: false },
      load: (ids: number[], ctx) => problemCountsOfTags(ctx, ids),
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
    bank: t.exposeString('bank', { description: 'Key of the bank of problems that it is of.' }),
    tags: t.relation('tags', { description: 'Its tags.', query: { orderBy: { id: 'asc' } } }),
  }),
})

builder.prismaObjectFields('Problem', (t) => ({
  tags: t.field({
    description: 'Its tags.',
    type: [Tag],
    select: (_args, _ctx, nested) => ({
      tags: { select: { tag: nested(true) }, orderBy: { tagId: 'asc' } },
    }),
    resolve: ({ tags }) => tags.map(({ tag }) => tag),
  }),
}))

builder.queryFields((t) => ({
  tagGroups: t.prismaField({
    description: 'Tags of problems, by their groups.',
    type: [TagGroup],
    args: { bank: t.arg.string({ description: 'Of this bank of problems.' }) },
    resolve: (query, _, { bank }, ctx) =>
      ctx.db.tagGroup.findMany({ ...query, ...tagGroupListing(bank ?? null) }),
  }),
}))
