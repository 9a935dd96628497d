import { builder } from '../../../builder.ts'
import { readerOf } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { RowChangeEnum } from '../../../enums.ts'
import { gradesTraining } from '../../../policy/training.ts'
import { TrainingNode } from '../training.schema.ts'
import {
  findRow,
  type MatrixChange,
  type MatrixRow,
  matrixRows,
  ownRow,
  type Stuck,
  watchMatrix,
  watchOwnRow,
} from './matrix.ts'

/** A scalar, because a class has thousands of cells, and each field of a type would be resolved apart. */
builder.scalarType('MatrixCells', {
  description:
    'Results of a student in the problems of a training: a list of objects with `problem` (number), `verdict` (ACCEPTED or that of the last try; null: none was judged), `tries` (before the first acceptance), `at` (time of it, else of the last submission; null: none), `isLate`, `counts` (false: outside the times), `isJudging`, `points` (0 to 100) and `mark` (null, or an object with the `points` and `note` of a teacher, `by` (user name) and `at`). Problems without submission and mark are left out.',
  serialize: (cells) => cells,
  parseValue: () => {
    throw new Refusal('INVALID_INPUT', { field: 'cells' })
  },
})

const StuckType = builder.objectRef<Stuck>('StuckStudent').implement({
  description: 'Many tries at one problem, and no acceptance of any for days.',
  fields: (t) => ({
    problemNumber: t.exposeInt('problem', { description: 'Number of the problem.' }),
    tries: t.exposeInt('tries', { description: 'Tries at it.' }),
    days: t.exposeInt('days', { description: 'Whole days since the last acceptance, or the first try.' }),
  }),
})

const ExtensionType = builder.objectRef<NonNullable<MatrixRow['extension']>>('HomeworkExtension').implement({
  description: 'A later due time of one student.',
  fields: (t) => ({
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'Due time of the student.' }),
    reason: t.exposeString('reason', { description: 'Reason; empty: none was given.' }),
    setAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was set last.' }),
  }),
})

const RowType = builder.node(builder.objectRef<MatrixRow>('MatrixRow'), {
  description: 'Results of a student in the problems of a training of a group.',
  id: { resolve: ({ trainingId, userId }) => `${trainingId}:${userId}` },
  loadOne: (key, ctx) => {
    const [trainingId, userId = ''] = key.split(':')
    return findRow(ctx, Number(trainingId), userId)
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
    extension: t.field({
      type: ExtensionType,
      nullable: true,
      description: 'Their own due time; null: that of all.',
      resolve: ({ extension }) => extension,
    }),
    cells: t.field({
      type: 'MatrixCells',
      description: 'Results, in no order.',
      resolve: ({ cells }) => cells,
    }),
    solvedCount: t.exposeInt('solved', { description: 'Accepted problems that count.' }),
    tries: t.exposeInt('tries', { description: 'Tries at all problems, acceptances included.' }),
    lateCount: t.exposeInt('late', { description: 'Problems accepted after the due time.' }),
    points: t.exposeInt('points', { description: 'Sum of the points of all problems.' }),
    lastAt: t.expose('lastAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Last submission; null: none.',
    }),
    stuck: t.field({
      type: StuckType,
      nullable: true,
      description: 'Where the student is stuck; null: nowhere.',
      resolve: ({ stuck }) => stuck,
    }),
  }),
})

builder.prismaObjectFields('Training', (t) => ({
  viewerCanGrade: t.boolean({
    description: 'Whether the viewer sees the results of all students and grades them.',
    select: { groupId: true },
    resolve: (row, _, ctx) => gradesTraining(readerOf(ctx), row),
  }),
  matrix: t.field({
    type: [RowType],
    nullable: true,
    description:
      'Rows of its students by user name, at most 1,000; null for viewers who do not grade. Students are the members of the group, of a private training those who registered.',
    complexity: { field: 1000, multiplier: 100 },
    select: { groupId: true },
    resolve: ({ id, groupId }, _, ctx) =>
      gradesTraining(readerOf(ctx), { groupId }) ? matrixRows(ctx, id) : null,
  }),
  viewerRow: t.field({
    type: RowType,
    nullable: true,
    description: "The viewer's own row; null for viewers who are no students of it.",
    resolve: ({ id }, _, ctx) => ownRow(ctx, id),
  }),
}))

const ChangeType = builder.objectRef<MatrixChange>('MatrixChange').implement({
  description: 'A change of a matrix.',
  fields: (t) => ({
    change: t.field({
      type: RowChangeEnum,
      description:
        'CHANGED: `row` is the new row. REMOVED: they are no student any more. RESET: reload all rows.',
      resolve: (change) => (change === 'RESET' ? 'RESET' : change.row ? 'CHANGED' : 'REMOVED'),
    }),
    uid: t.string({
      nullable: true,
      description: 'uid of the student; null for a RESET.',
      resolve: (change) => (change === 'RESET' ? null : change.userId),
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
  matrixChanged: t.field({
    type: ChangeType,
    description: 'Rows of the matrix of a training as they change, for its graders.',
    args: { id: t.arg.globalID({ for: [TrainingNode], required: true, description: 'The training.' }) },
    subscribe: (_, { id }, ctx) => watchMatrix(ctx, Number(id.id)),
    resolve: (change) => change,
  }),
  viewerRowChanged: t.field({
    type: RowType,
    description: "The viewer's own row in a training of a group, as it changes.",
    args: { id: t.arg.globalID({ for: [TrainingNode], required: true, description: 'The training.' }) },
    subscribe: (_, { id }, ctx) => watchOwnRow(ctx, Number(id.id)),
    resolve: (row) => row,
  }),
}))
