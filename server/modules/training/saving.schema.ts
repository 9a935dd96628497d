import { builder } from '../../builder.ts'
import { BulkType, inBulk } from '../../doors/bulk.ts'
import { TrainingCategoryType } from './category.schema.ts'
import { createTraining, removeTraining, type TrainingPatch, updateTraining } from './saving.ts'
import { TrainingAccessEnum, TrainingNode } from './training.schema.ts'

const FieldsInput = builder.inputType('TrainingFieldsInput', {
  description: 'Fields of a training; omitted fields stay as they are.',
  fields: (t) => ({
    rank: t.int({ description: 'Position in lists, 0 to 2,147,483,647; 1000 for a new one.' }),
    title: t.string({ description: 'Title, 1 to 255 characters.' }),
    description: t.string({ description: 'Markdown, 1 to 65,535 characters.' }),
    categoryId: t.globalID({ for: TrainingCategoryType, description: 'Category.' }),
    access: t.field({ type: TrainingAccessEnum, description: 'Who works through it.' }),
    password: t.string({ description: 'Password of a private one; a new one ends all registrations.' }),
    isVisible: t.boolean({ description: 'Whether others than its managers see it.' }),
  }),
})

type Given = (typeof FieldsInput)['$inferInput']

const patchOf = ({ isVisible, categoryId, ...given }: Given): TrainingPatch => {
  const all = {
    ...given,
    visible: isVisible,
    categoryId: categoryId ? Number(categoryId.id) : undefined,
  }
  const isGiven = ([key, value]: [string, unknown]) =>
    value !== undefined && (value !== null || key === 'password')
  return Object.fromEntries(Object.entries(all).filter(isGiven))
}

const CreateInput = builder.inputType('CreateTrainingInput', {
  description: 'A training to create.',
  fields: (t) => ({
    fields: t.field({ type: FieldsInput, required: true, description: 'Its fields.' }),
    groupId: t.globalID({ description: 'The group it belongs to; default: the site.' }),
  }),
})

const UpdateInput = builder.inputType('UpdateTrainingInput', {
  description: 'Changes of a training.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [TrainingNode], description: 'The training.' }),
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    fields: t.field({ type: FieldsInput, required: true, description: 'The changed fields.' }),
    endsRegistrations: t.int({
      description: 'Number of registrations that the viewer agreed to end with the password; default: 0.',
    }),
  }),
})

const RemoveInput = builder.inputType('RemoveTrainingsInput', {
  description: 'Trainings to delete.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, for: [TrainingNode], description: 'The trainings.' }),
  }),
})

builder.mutationFields((t) => ({
  createTraining: t.field({
    type: TrainingNode,
    description: 'Creates a training of the viewer.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: CreateInput, required: true }) },
    resolve: (_, { input: { fields, groupId } }, ctx) => {
      const { title = '', description = '', categoryId = 0, ...others } = patchOf(fields)
      const place = groupId ? Number(groupId.id) : null
      return createTraining(ctx, { title, description, categoryId, ...others }, place)
    },
  }),
  updateTraining: t.field({
    type: TrainingNode,
    description: 'Changes a training.',
    refuses: ['FORBIDDEN', 'CONFLICT', 'TRAINING_PASSWORD_ENDS'],
    args: { input: t.arg({ type: UpdateInput, required: true }) },
    resolve: (_, { input: { id, version, fields, endsRegistrations } }, ctx) =>
      updateTraining(ctx, Number(id.id), patchOf(fields), {
        version,
        endsRegistrations: endsRegistrations ?? 0,
      }),
  }),
  removeTrainings: t.field({
    type: BulkType,
    description: 'Deletes trainings; problems and submissions stay.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => inBulk(ctx, ids, (id) => removeTraining(ctx, id)),
  }),
}))
