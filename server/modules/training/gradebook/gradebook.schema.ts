import { builder } from '../../../builder.ts'
import { RowChangeEnum } from '../../../enums.ts'
import { TrainingNode } from '../training.schema.ts'
import type { Exam } from './exams.ts'
import {
  findGradebookRow,
  type Gradebook,
  type GradebookChange,
  type GradebookRow,
  gradebookOf,
  watchGradebook,
} from './gradebook.ts'

const RowType = builder.node(builder.objectRef<GradebookRow>('GradebookRow'), {
  description: 'Results of a student in the homework and exams of a group.',
  id: { resolve: ({ groupId, userId }) => `${groupId}:${userId}` },
  loadOne: (key, ctx) => {
    const [groupId, userId = ''] = key.split(':')
    return findGradebookRow(ctx, Number(groupId), userId)
  },
  brandLoadedObjects: true,
  fields: (t) => ({
    uid: t.exposeString('userId', { description: 'uid of the student.' }),
    username: t.exposeString('username', { description: 'User name of the student.' }),
    realname: t.exposeString('realname', { nullable: true, description: 'Real name of the student.' }),
    studentNumber: t.exposeString('studentNumber', {
      nullable: true,
      description: 'Student number of the student.',
    }),
    sharesPercent: t.field({
      type: ['Float'],
      nullable: { list: false, items: true },
      description:
        'Percent of the points of each homework, in the order of `trainings`, with one decimal; null: they are no student of it.',
      resolve: ({ shares }) => shares,
    }),
    examsPercent: t.field({
      type: ['Float'],
      nullable: { list: false, items: true },
      description:
        'Percent of the points of each exam, in the order of `exams`, with one decimal; null: it has not ended or is frozen, or they take no part.',
      resolve: ({ examShares }) => examShares,
    }),
    meanPercent: t.exposeFloat('mean', {
      nullable: true,
      description:
        'Mean of the homework that is due for them and of the exams that have a result; null: none.',
    }),
  }),
})

const ExamType = builder.objectRef<Exam>('GradebookExam').implement({
  description: 'A contest that counts in the gradebook of its group.',
  fields: (t) => ({
    contest: t.prismaField({
      type: 'Contest',
      seen: 'Members of a group see its visible contests.',
      description: 'The contest.',
      resolve: (_, { contest }) => contest,
    }),
    isOpen: t.exposeBoolean('isOpen', { description: 'Whether it has ended, and no outcome is frozen.' }),
  }),
})

const GradebookType = builder.objectRef<Gradebook>('Gradebook').implement({
  description: 'Results in all homework and exams of a group.',
  fields: (t) => ({
    viewerGrades: t.exposeBoolean('grades', {
      description: 'Whether `rows` has all students; otherwise it has the own row alone.',
    }),
    trainings: t.field({
      type: [TrainingNode],
      seen: 'Members of a group see its visible trainings.',
      description:
        'The homework, the first due first: visible trainings with times and problems, at most the last 40.',
      resolve: ({ works }) => works.map(({ training }) => training),
    }),
    exams: t.field({
      type: [ExamType],
      description: 'The exams, the first to end first: visible contests with problems, at most the last 40.',
      resolve: ({ exams }) => [...exams],
    }),
    rows: t.field({
      type: [RowType],
      description: 'Its students by user name, at most 1,000.',
      resolve: ({ rows }) => rows,
    }),
  }),
})

builder.prismaObjectFields('Group', (t) => ({
  gradebook: t.field({
    type: GradebookType,
    nullable: true,
    description: 'Results in all homework and exams of the group, for its members.',
    complexity: { field: 1000, multiplier: 100 },
    select: { id: true },
    resolve: ({ id }, _, ctx) => gradebookOf(ctx, id),
  }),
}))

const ChangeType = builder.objectRef<GradebookChange>('GradebookChange').implement({
  description: 'A change of a gradebook.',
  fields: (t) => ({
    change: t.field({
      type: RowChangeEnum,
      description:
        'CHANGED: `row` is the new row. REMOVED: they are no student any more. RESET: reload the gradebook.',
      resolve: (change) => (change === 'RESET' ? 'RESET' : change.row ? 'CHANGED' : 'REMOVED'),
    }),
    row: t.field({
      type: RowType,
      nullable: true,
      description: 'The row; null for a RESET or when it was removed.',
      resolve: (change) => (change === 'RESET' ? null : change.row),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  gradebookChanged: t.field({
    type: ChangeType,
    description: 'Rows of the gradebook of a group that the viewer sees, as they change.',
    args: { groupId: t.arg.globalID({ required: true, description: 'The group.' }) },
    subscribe: (_, { groupId }, ctx) => watchGradebook(ctx, Number(groupId.id)),
    resolve: (change) => change,
  }),
}))
