import { builder, SLOW } from '../../../builder.ts'
import { type Findings, type FoundProblem, inspectContestFiles } from './findings.ts'

const FileNoteEnum = builder.enumType('ContestFileNote', {
  description: 'What could not be taken over: a start without an offset, a malformed span, another penalty.',
  values: {
    START: { value: 'start' },
    DURATION: { value: 'duration' },
    FREEZE: { value: 'freeze' },
    PENALTY: { value: 'penalty' },
  } as const,
})

const FoundProblemType = builder.objectRef<FoundProblem>('ContestFileProblem').implement({
  description: 'A problem that a contest file names.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Its label; a letter where the file has none.' }),
    key: t.exposeString('key', { nullable: true, description: 'Its short name.' }),
    title: t.exposeString('title', { nullable: true, description: 'Its title.' }),
    color: t.exposeString('color', { nullable: true, description: 'Balloon colour: #rrggbb.' }),
    problem: t.prismaField({
      type: 'Problem',
      nullable: true,
      description:
        'The problem of that short name or title; null: none, several, or one that was named before.',
      resolve: (_, { problem }) => problem,
    }),
  }),
})

const FindingsType = builder.objectRef<Findings>('ContestFileFindings').implement({
  description: 'What the files of a contest say; null where they say nothing.',
  fields: (t) => ({
    title: t.exposeString('title', { nullable: true, description: 'Its title.' }),
    startsAt: t.expose('startsAt', { type: 'DateTime', nullable: true, description: 'Start.' }),
    durationSeconds: t.int({
      nullable: true,
      description: 'Duration.',
      resolve: ({ lasts }) => lasts && Math.floor(lasts / 1000),
    }),
    freezeSeconds: t.int({
      nullable: true,
      description: 'Duration of the freeze, up to the end.',
      resolve: ({ frozen }) => frozen && Math.floor(frozen / 1000),
    }),
    problems: t.expose('problems', { type: [FoundProblemType], description: 'Its problems, in order.' }),
    notes: t.expose('notes', { type: [FileNoteEnum], description: 'What was left out.' }),
  }),
})

const ContestFileInput = builder.inputType('ContestFileInput', {
  description:
    'A file of a contest: contest.yaml or problemset.yaml, or the same as JSON, or contest.xml of Polygon.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name.' }),
    text: t.string({ required: true, description: 'Its content; YAML has at most 65,536 characters.' }),
  }),
})

const ContestFilesInput = builder.inputType('ContestFilesInput', {
  description: 'The files of a contest.',
  fields: (t) => ({
    files: t.field({ type: [ContestFileInput], required: true, description: 'At most four.' }),
    groupId: t.globalID({ description: 'Group of the new contest; default: the site.' }),
  }),
})

builder.queryField('contestFiles', (t) =>
  t.field({
    type: FindingsType,
    complexity: SLOW,
    description: 'Reads the files of a contest for a new one; for viewers who may create contests there.',
    refuses: ['FORBIDDEN', 'CONTEST_FILE'],
    args: { input: t.arg({ type: ContestFilesInput, required: true, description: 'The files.' }) },
    resolve: (_, { input: { files, groupId } }, ctx) =>
      inspectContestFiles(ctx, files, groupId ? Number(groupId.id) : null),
  }),
)
