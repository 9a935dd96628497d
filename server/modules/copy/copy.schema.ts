import { builder } from '../../builder.ts'
import { TAKEN_MEMBERS } from '../group/copies.ts'
import { type CopiedGroup, copyGroup, MOST_TRAININGS } from './copyingGroup.ts'
import { type CopiedTraining, copyTraining, type LeftOut } from './copyingTraining.ts'

const LeftOutType = builder.objectRef<LeftOut>('LeftOutProblems').implement({
  description:
    'Problems that the place of a copy does not take: own problems of another group, and hidden ones.',
  fields: (t) => ({
    displayIds: t.stringList({
      description: 'Display ids of those that the viewer sees.',
      resolve: ({ displayIds }) => [...displayIds],
    }),
    problemCount: t.int({
      description: 'Number of problems, also of those that the viewer does not see.',
      resolve: ({ problemIds }) => problemIds.length,
    }),
  }),
})

const CopiedTrainingType = builder.objectRef<CopiedTraining>('CopiedTraining').implement({
  description: 'A copy of a training.',
  fields: (t) => ({
    training: t.prismaField({
      type: 'Training',
      nullable: true,
      description: 'The copy.',
      resolve: (query, { training }, _, ctx) =>
        ctx.db.training.findUnique({ ...query, where: { id: training.id } }),
    }),
    leftOut: t.field({
      type: LeftOutType,
      description: 'Problems that were left out.',
      resolve: ({ leftOut }) => leftOut,
    }),
  }),
})

const CopiedGroupType = builder.objectRef<CopiedGroup>('CopiedGroup').implement({
  description: 'A copy of a group.',
  fields: (t) => ({
    group: t.prismaField({
      type: 'Group',
      nullable: true,
      description: 'The copy.',
      resolve: (query, { group }, _, ctx) => ctx.db.group.findUnique({ ...query, where: { id: group.id } }),
    }),
    leftOut: t.field({
      type: LeftOutType,
      description: 'Problems of trainings that were left out, each once.',
      resolve: ({ leftOut }) => leftOut,
    }),
  }),
})

const MembersEnum = builder.enumType('GroupCopyMembers', {
  description: 'Members that a copy of a group takes along. ADMINS: its admins and roots.',
  values: TAKEN_MEMBERS,
})

const TrainingInput = builder.inputType('CopyTrainingInput', {
  description: 'A training to copy.',
  fields: (t) => ({
    id: t.globalID({ required: true, description: 'The training.' }),
    title: t.string({ description: 'Title of the copy; default: the same.' }),
    groupId: t.globalID({ description: 'Group of the copy; default: the place of the training.' }),
    password: t.string({
      description:
        'Password of the copy of a private training; default: the same, in another group it is required.',
    }),
  }),
})

const GroupInput = builder.inputType('CopyGroupInput', {
  description: 'A group to copy.',
  fields: (t) => ({
    id: t.globalID({ required: true, description: 'The group.' }),
    name: t.string({ required: true, description: 'Name of the copy, 5 to 25 characters.' }),
    shortName: t.string({ required: true, description: 'Short name of the copy, 5 to 10 characters.' }),
    code: t.string({ description: 'Code of the copy of a group that takes applications: 6 characters.' }),
    withTrainings: t.boolean({
      required: true,
      description: `Whether its trainings are copied, up to ${MOST_TRAININGS}; they are hidden in the copy.`,
    }),
    withNotices: t.boolean({ required: true, description: 'Whether its announcements are copied.' }),
    withMembers: t.field({
      type: MembersEnum,
      required: true,
      description: 'Members that are taken along.',
    }),
  }),
})

builder.mutationFields((t) => ({
  copyTraining: t.field({
    type: CopiedTrainingType,
    description:
      'Copies a training, hidden and without registrations and results, into its place or into a group.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: TrainingInput, required: true }) },
    resolve: (_, { input: { id, title, groupId, password } }, ctx) =>
      copyTraining(ctx, Number(id.id), {
        title,
        password,
        ...(groupId && { groupId: Number(groupId.id) }),
      }),
  }),
  copyGroup: t.field({
    type: CopiedGroupType,
    description: 'Copies a group for its roots, as for the next term; the viewer owns the copy.',
    refuses: ['FORBIDDEN', 'GROUP_SOLVED_TOO_FEW', 'GROUPS_TODAY', 'GROUPS_OWNED'],
    args: { input: t.arg({ type: GroupInput, required: true }) },
    resolve: (_, { input: { id, ...wanted } }, ctx) => copyGroup(ctx, Number(id.id), wanted),
  }),
}))
