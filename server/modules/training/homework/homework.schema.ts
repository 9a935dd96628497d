import type { Homework } from '#prisma/generated/client.ts'
import { builder } from '../../../builder.ts'
import type { Context } from '../../../context.ts'
import { TrainingNode } from '../training.schema.ts'
import { dueOf, type HomeworkTimes, setExtension, setHomework, setMark, stateOf } from './homework.ts'

const StateEnum = builder.enumType('HomeworkState', {
  description:
    'Phase of homework for the viewer. UPCOMING: it has not opened. OPEN: until the due time. LATE: late submissions count as its late rule says. OVER: submissions do not count any more.',
  values: ['UPCOMING', 'OPEN', 'LATE', 'OVER'] as const,
})

/** The viewer's due time. */
async function viewerDueAt(ctx: Context, homework: Homework): Promise<Date> {
  const { viewer } = ctx
  if (!viewer) return homework.dueAt
  const where = { trainingId_userId: { trainingId: homework.trainingId, userId: viewer.id } }
  return dueOf(homework, await ctx.db.homeworkExtension.findUnique({ where }))
}

const HomeworkType = builder.objectRef<Homework>('Homework').implement({
  description: 'Times of a training that is homework: which submissions count in it.',
  fields: (t) => ({
    opensAt: t.expose('opensAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Submissions count from then on; null: from the start.',
    }),
    dueAt: t.expose('dueAt', { type: 'DateTime', description: 'Due time; later submissions are late.' }),
    latePercent: t.exposeInt('latePercent', {
      description: 'Share of the points that a late submission earns, in percent; 0: late ones do not count.',
    }),
    lateUntil: t.expose('lateUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Late submissions count until then; null: without end.',
    }),
    closesReading: t.exposeBoolean('closesReading', {
      description: 'Whether students see its problems within its times only.',
    }),
    viewerDueAt: t.field({
      type: 'DateTime',
      description: "The viewer's due time: the later of `dueAt` and their extension.",
      resolve: (homework, _, ctx) => viewerDueAt(ctx, homework),
    }),
    viewerState: t.field({
      type: StateEnum,
      description: 'Its phase for the viewer, now.',
      resolve: async (homework, _, ctx) => stateOf(homework, await viewerDueAt(ctx, homework), ctx.now),
    }),
  }),
})

builder.prismaObjectFields('Training', (t) => ({
  homework: t.field({
    type: HomeworkType,
    nullable: true,
    description: 'Its times, if it is homework; only trainings of groups are.',
    select: { homework: true },
    resolve: ({ homework }) => homework,
  }),
}))

const TimesInput = builder.inputType('HomeworkTimesInput', {
  description: 'Times of homework.',
  fields: (t) => ({
    opensAt: t.field({
      type: 'DateTime',
      description: 'Submissions count from then on; default: from the start.',
    }),
    dueAt: t.field({ type: 'DateTime', required: true, description: 'Due time, after `opensAt`.' }),
    latePercent: t.int({
      required: true,
      description: 'Share of the points that a late submission earns, 0 to 100; 0: late ones do not count.',
    }),
    lateUntil: t.field({ type: 'DateTime', description: 'End of late submissions; default: without end.' }),
    closesReading: t.boolean({
      required: true,
      description: 'Whether students see its problems within its times only.',
    }),
  }),
})

type Times = NonNullable<(typeof TimesInput)['$inferInput']>

const timesOf = ({ opensAt, dueAt, latePercent, lateUntil, closesReading }: Times): HomeworkTimes => ({
  opensAt: opensAt ?? null,
  dueAt,
  latePercent,
  lateUntil: lateUntil ?? null,
  closesReading,
})

const SetInput = builder.inputType('SetHomeworkInput', {
  description: 'Times for a training of a group.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [TrainingNode], description: 'The training.' }),
    times: t.field({
      type: TimesInput,
      description: 'Its times; null: it is no homework any more, and its extensions are deleted.',
    }),
    version: t.int({ description: 'Version of the training that the edit is based on; default: overwrite.' }),
  }),
})

const ExtendInput = builder.inputType('ExtendHomeworkInput', {
  description: 'A due time for one student.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [TrainingNode], description: 'The training.' }),
    uid: t.string({ required: true, description: 'uid of the student.' }),
    dueAt: t.field({
      type: 'DateTime',
      description: 'Due time of the student, after that of all; null: that of all.',
    }),
    reason: t.string({ description: 'Reason, at most 200 characters.' }),
    basedOn: t.field({
      type: 'DateTime',
      description:
        'Time of the extension that the edit is based on; null: there was none; default: overwrite.',
    }),
  }),
})

const MarkInput = builder.inputType('MarkTrainingInput', {
  description: 'Points and a note on the result of a student in a problem.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [TrainingNode], description: 'The training.' }),
    uid: t.string({ required: true, description: 'uid of the student.' }),
    problemNumber: t.int({ required: true, description: 'Number of the problem.' }),
    points: t.int({ description: 'Points in place of the earned ones, 0 to 100; null: the earned ones.' }),
    note: t.string({ description: 'For the student and the teachers, at most 500 characters.' }),
    basedOn: t.field({
      type: 'DateTime',
      description: 'Time of the mark that the edit is based on; null: there was none; default: overwrite.',
    }),
  }),
})

builder.mutationFields((t) => ({
  setHomework: t.field({
    type: TrainingNode,
    description: 'Makes a training of a group homework, or changes its times.',
    refuses: ['FORBIDDEN', 'CONFLICT', 'HOMEWORK_OF_GROUPS'],
    args: { input: t.arg({ type: SetInput, required: true }) },
    resolve: (_, { input: { id, times, version } }, ctx) =>
      setHomework(ctx, Number(id.id), times ? timesOf(times) : null, version),
  }),
  extendHomework: t.field({
    type: TrainingNode,
    description: 'Gives a student a later due time, or takes it back; for admins of the group.',
    refuses: ['FORBIDDEN', 'CONFLICT', 'HOMEWORK_WITHOUT_TIMES'],
    args: { input: t.arg({ type: ExtendInput, required: true }) },
    resolve: (_, { input: { id, uid, dueAt, reason, basedOn } }, ctx) =>
      setExtension(ctx, Number(id.id), uid, { dueAt: dueAt ?? null, reason: reason ?? '' }, basedOn),
  }),
  markTraining: t.field({
    type: TrainingNode,
    description: "Sets an admin's points and note on the result of a student; without both, the mark goes.",
    refuses: ['FORBIDDEN', 'CONFLICT'],
    args: { input: t.arg({ type: MarkInput, required: true }) },
    resolve: (_, { input: { id, uid, problemNumber, points, note, basedOn } }, ctx) =>
      setMark(
        ctx,
        { trainingId: Number(id.id), userId: uid, problemId: problemNumber },
        { points: points ?? null, note: note ?? '' },
        basedOn,
      ),
  }),
}))
