import { builder } from '../../builder.ts'
import { BulkType, inBulk } from '../../doors/bulk.ts'
import {
  removeTrainingCategory,
  saveTrainingCategory,
  trainingCategoryListing,
  watchTrainingCategories,
} from './category.ts'

export const TrainingCategoryType = builder.prismaNode('TrainingCategory', {
  id: { field: 'id' },
  description: 'A category of trainings.',
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    color: t.exposeString('color', { description: 'Colour: #rrggbb.' }),
    version: t.exposeInt('version', { description: 'Version, for a later change.' }),
  }),
})

const SaveInput = builder.inputType('SaveTrainingCategoryInput', {
  description: 'A category to create or change.',
  fields: (t) => ({
    id: t.globalID({ for: TrainingCategoryType, description: 'The category; default: a new one.' }),
    name: t.string({ required: true, description: 'Name, 1 to 100 characters, unique.' }),
    color: t.string({ required: true, description: 'Colour: #rrggbb.' }),
    version: t.int({
      description: 'The version it was changed from; a newer one is refused; default: overwrite.',
    }),
  }),
})

const RemoveInput = builder.inputType('RemoveTrainingCategoriesInput', {
  description: 'Categories of trainings to delete.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, for: TrainingCategoryType, description: 'The categories.' }),
  }),
})

builder.queryFields((t) => ({
  trainingCategories: t.prismaField({
    type: [TrainingCategoryType],
    description: 'Categories of trainings, in order of creation.',
    resolve: (query, _, __, ctx) =>
      ctx.db.trainingCategory.findMany({ ...query, ...trainingCategoryListing, take: 200 }),
  }),
}))

builder.mutationFields((t) => ({
  saveTrainingCategory: t.field({
    type: TrainingCategoryType,
    description: 'Creates or changes a category of trainings.',
    refuses: ['FORBIDDEN', 'CONFLICT'],
    args: { input: t.arg({ type: SaveInput, required: true }) },
    resolve: (_, { input: { id, ...given } }, ctx) =>
      saveTrainingCategory(ctx, { id: id ? Number(id.id) : null, ...given }),
  }),
  removeTrainingCategories: t.field({
    type: BulkType,
    description: 'Deletes categories that no training has.',
    refuses: ['FORBIDDEN', 'TRAINING_CATEGORY_IN_USE'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => inBulk(ctx, ids, (id) => removeTrainingCategory(ctx, id)),
  }),
}))

builder.subscriptionFields((t) => ({
  trainingCategoriesChanged: t.field({
    type: [TrainingCategoryType],
    description: 'All categories of trainings, after each change.',
    subscribe: (_, __, ctx) => watchTrainingCategories(ctx),
    resolve: (categories) => categories,
  }),
}))
