import { builder } from '../../builder.ts'
import { nameOf, problemCountsOfTags, tagGroupListing } from './tag.ts'

const Tag = builder.prismaNode('Tag', {
  id: { field: 'id' },
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Key for URLs: the number.' }),
    name: t.string({ resolve: (tag, _, ctx) => nameOf(tag, ctx) }),
    color: t.exposeString('color', { nullable: true }),
    bank: t.exposeString('bank'),
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
  id: { field: 'id' },
  fields: (t) => ({
    name: t.string({ resolve: (group, _, ctx) => nameOf(group, ctx) }),
    bank: t.exposeString('bank'),
    tags: t.relation('tags', { query: { orderBy: { id: 'asc' } } }),
  }),
})

builder.prismaObjectFields('Problem', (t) => ({
  tags: t.field({
    type: [Tag],
    select: (_args, _ctx, nested) => ({
      tags: { select: { tag: nested(true) }, orderBy: { tagId: 'asc' } },
    }),
    resolve: ({ tags }) => tags.map(({ tag }) => tag),
  }),
}))

builder.queryFields((t) => ({
  tagGroups: t.prismaField({
    type: [TagGroup],
    args: { bank: t.arg.string() },
    resolve: (query, _, { bank }, ctx) =>
      ctx.db.tagGroup.findMany({ ...query, ...tagGroupListing(bank ?? null) }),
  }),
}))
