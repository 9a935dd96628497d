import { builder } from '../../builder.ts'
import { BulkType, inBulk } from '../../doors/bulk.ts'
import { LocalizedTextInput, LocalizedTextType } from '../../doors/settings.ts'
import { asList, asRecord } from '../settings/localized.ts'
import {
  categoryListing,
  categoryName,
  mayEditCategories,
  moveCategory,
  namesOf,
  postsOf,
  removeCategory,
  saveCategory,
} from './category.ts'

export const CategoryType = builder.prismaNode('DiscussionCategory', {
  id: { field: 'id' },
  description: 'A category of posts.',
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    name: t.string({
      description: "Name in the viewer's language.",
      select: { names: true },
      resolve: (row, _, ctx) => categoryName(ctx, row),
    }),
    names: t.field({
      type: [LocalizedTextType],
      description: 'Names by language.',
      select: { names: true },
      resolve: (row) => asList(namesOf(row)),
    }),
    rank: t.exposeInt('rank', { description: 'Position in lists, lowest first.' }),
    version: t.exposeInt('version', { description: 'Version, for a later change.' }),
    postCount: t.loadable({
      type: 'Int',
      nullable: true,
      description: 'Number of its posts, disabled ones and those of groups too; for super administrators.',
      loaderOptions: { cache: false },
      load: (ids: number[], ctx) => postsOf(ctx, ids),
      resolve: ({ id }) => id,
    }),
  }),
})

builder.queryFields((t) => ({
  discussionCategories: t.prismaField({
    type: [CategoryType],
    description: 'Categories of posts, in their order.',
    resolve: (query, _, __, ctx) =>
      ctx.db.discussionCategory.findMany({ ...query, ...categoryListing, take: 200 }),
  }),
  viewerCanEditDiscussionCategories: t.boolean({
    description: 'Whether the viewer may create, rename, move and delete categories of posts.',
    resolve: (_, __, ctx) => mayEditCategories(ctx),
  }),
}))

const SaveInput = builder.inputType('SaveDiscussionCategoryInput', {
  description: 'A category of posts; omitted fields stay as they are.',
  fields: (t) => ({
    id: t.globalID({ for: CategoryType, description: 'The category; default: a new one.' }),
    names: t.field({ type: [LocalizedTextInput], description: 'Names by language.' }),
    rank: t.int({ description: 'Position in lists, lowest first.' }),
    version: t.int({
      description: 'The version it was changed from; a newer one is refused; default: overwrite.',
    }),
  }),
})

const MoveInput = builder.inputType('MoveDiscussionCategoryInput', {
  description: 'A category of posts, and its new place.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: CategoryType, description: 'The category.' }),
    beforeId: t.globalID({ for: CategoryType, description: 'The category it precedes; null: none.' }),
  }),
})

const RemoveInput = builder.inputType('RemoveDiscussionCategoriesInput', {
  description: 'Categories of posts to delete.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, for: CategoryType, description: 'The categories.' }),
  }),
})

builder.mutationFields((t) => ({
  saveDiscussionCategory: t.field({
    type: CategoryType,
    description: 'Creates or renames a category of posts.',
    refuses: ['FORBIDDEN', 'CONFLICT'],
    args: { input: t.arg({ type: SaveInput, required: true }) },
    resolve: (_, { input: { id, names, rank, version } }, ctx) =>
      saveCategory(ctx, {
        id: id ? Number(id.id) : null,
        names: names ? asRecord(names) : null,
        rank,
        version,
      }),
  }),
  moveDiscussionCategory: t.prismaField({
    type: CategoryType,
    description: 'Moves a category of posts before another one, or to the end.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: MoveInput, required: true }) },
    resolve: async (query, _, { input: { id, beforeId } }, ctx) => {
      await moveCategory(ctx, Number(id.id), beforeId ? Number(beforeId.id) : null)
      return ctx.db.discussionCategory.findUniqueOrThrow({ ...query, where: { id: Number(id.id) } })
    },
  }),
  removeDiscussionCategories: t.field({
    type: BulkType,
    description: 'Deletes categories that no post uses.',
    refuses: ['FORBIDDEN', 'CATEGORY_IN_USE'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => inBulk(ctx, ids, (id) => removeCategory(ctx, id)),
  }),
}))
