import type { Transcript, TranscriptLine } from '#judge/protocol.ts'
import { builder } from '../../builder.ts'
import { CaseModeEnum, VerdictEnum } from '../../enums.ts'
import { type CaseResults, caseResults, type RunView, type SubtaskView } from './cases.ts'
import { OF_CONTEST } from './outcome.ts'

const SpeakerEnum = builder.enumType('TranscriptSpeaker', {
  description: 'Who said something.',
  values: ['PROGRAM', 'INTERACTOR'] as const,
})

const LineEndType = builder.objectRef<NonNullable<TranscriptLine['end']>>('TranscriptLineEnd').implement({
  description: 'The end of a long line.',
  fields: (t) => ({
    left: t.exposeInt('left', { description: 'Bytes that are left out before it.' }),
    text: t.exposeString('text', { description: 'The end.' }),
  }),
})

const LineType = builder.objectRef<TranscriptLine>('TranscriptLine').implement({
  description: 'What one of the two said.',
  fields: (t) => ({
    by: t.expose('by', { description: 'Who said it.', type: SpeakerEnum }),
    text: t.exposeString('text', {
      description: 'Bytes that are not readable text are written as \\x1B or \\u{202E}.',
    }),
    end: t.expose('end', {
      type: LineEndType,
      nullable: true,
      description: 'The end of a long line, after so many bytes that are left out.',
    }),
    open: t.exposeBoolean('open', {
      description: 'It had no line feed yet when the other one spoke, or at the end.',
    }),
  }),
})

const GapType = builder.objectRef<NonNullable<Transcript['gap']>>('TranscriptGap').implement({
  description: 'Lines that are left out.',
  fields: (t) => ({
    after: t.exposeInt('after', { description: 'They come behind so many lines.' }),
    lines: t.exposeInt('lines', { description: 'How many they are.' }),
  }),
})

const TranscriptType = builder.objectRef<Transcript>('Transcript').implement({
  description:
    'What the program and the interactor said to each other when the case was run once more to record it.',
  fields: (t) => ({
    verdict: t.expose('verdict', { type: VerdictEnum, description: 'How the recorded run ended.' }),
    programBytes: t.exposeFloat('programBytes', { description: 'How much the program wrote.' }),
    interactorBytes: t.exposeFloat('interactorBytes', { description: 'How much the interactor wrote.' }),
    lines: t.expose('lines', { description: 'What was said, in order.', type: [LineType] }),
    gap: t.expose('gap', {
      type: GapType,
      nullable: true,
      description: 'How many lines are left out, and after how many.',
    }),
  }),
})

const RunType = builder.objectRef<RunView>('Run').implement({
  description: 'One case as it was judged.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Which case it is.' }),
    subtask: t.exposeInt('subtask', { description: 'Number of its subtask; 0: none.' }),
    verdict: t.expose('verdict', { description: 'How it ended.', type: VerdictEnum }),
    timeMs: t.exposeInt('timeMs', { description: 'Time it took.' }),
    memoryKb: t.exposeInt('memoryKb', { description: 'Memory it took, in KiB.' }),
    score: t.exposeInt('score', { description: 'Score, of problems with scores.', nullable: true }),
    message: t.exposeString('message', {
      nullable: true,
      description: 'Sentence of the checker or the box.',
    }),
    judgeMessage: t.exposeString('judgeMessage', {
      nullable: true,
      description: 'What checker or interactor say beyond that, for those who manage the problem.',
    }),
    transcript: t.expose('transcript', {
      type: TranscriptType,
      nullable: true,
      description: 'For those who manage the problem; kept for the first case that did not end well.',
    }),
    outputHead: t.exposeString('outputHead', {
      nullable: true,
      description:
        "First bytes of the contestant's output: of a sample for all who see the case, of a hidden case for staff.",
    }),
    errorHead: t.exposeString('errorHead', {
      nullable: true,
      description: 'First bytes of what it wrote to stderr where it did not end well, for the same readers.',
    }),
    sample: t.prismaField({
      type: 'Sample',
      nullable: true,
      description:
        'The sample of the statement that this case is, with its input and output; null for a hidden one.',
      resolve: (_, run) => run.sample,
    }),
    inputName: t.exposeString('inputName', { nullable: true, description: 'File names, for staff only.' }),
    answerName: t.exposeString('answerName', {
      description: 'Name of the answer file, for staff.',
      nullable: true,
    }),
  }),
})

const SubtaskType = builder.objectRef<SubtaskView>('SubtaskResult').implement({
  description: 'The result of one subtask.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Which one it is.' }),
    verdict: t.expose('verdict', {
      description: 'Null until it is judged.',
      type: VerdictEnum,
      nullable: true,
    }),
    score: t.exposeInt('score', { description: 'Score it has.' }),
    fullScore: t.exposeInt('fullScore', { description: 'Score it can have.' }),
    accepted: t.exposeInt('accepted', { description: 'Its cases that were accepted.' }),
    total: t.exposeInt('total', { description: 'Its cases.' }),
    timeMs: t.exposeInt('timeMs', { description: 'Most time of a case.', nullable: true }),
    memoryKb: t.exposeInt('memoryKb', { description: 'Most memory of a case, in KiB.', nullable: true }),
    runs: t.expose('runs', { description: 'Its cases, in the order they were judged.', type: [RunType] }),
  }),
})

const CaseResultsType = builder.objectRef<CaseResults>('CaseResults').implement({
  description: 'The results of a submission, case by case.',
  fields: (t) => ({
    mode: t.expose('mode', {
      description: 'Which cases were judged, and how they count.',
      type: CaseModeEnum,
    }),
    runs: t.expose('runs', { description: 'Every case, in the order it was judged.', type: [RunType] }),
    subtasks: t.expose('subtasks', {
      description: 'Subtasks with their cases; none where there are none.',
      type: [SubtaskType],
    }),
  }),
})

builder.prismaObjectFields('Submission', (t) => ({
  cases: t.field({
    type: CaseResultsType,
    nullable: true,
    description: 'Null when the problem does not open its cases, or a contest closes them.',
    select: { ...OF_CONTEST, problemId: true, judgementId: true, manual: true },
    resolve: (submission, _, ctx) => caseResults(ctx, submission),
  }),
}))
