import type { Transcript, TranscriptLine } from '#judge/protocol.ts'
import { builder } from '../../builder.ts'
import { CaseModeEnum, VerdictEnum } from '../../enums.ts'
import { type CaseResults, caseResults, type RunView, type SubtaskView } from './cases.ts'
import { OF_CONTEST } from './outcome.ts'

const SpeakerEnum = builder.enumType('TranscriptSpeaker', { values: ['PROGRAM', 'INTERACTOR'] as const })

const LineEndType = builder
  .objectRef<NonNullable<TranscriptLine['end']>>('TranscriptLineEnd')
  .implement({ fields: (t) => ({ left: t.exposeInt('left'), text: t.exposeString('text') }) })

const LineType = builder.objectRef<TranscriptLine>('TranscriptLine').implement({
  fields: (t) => ({
    by: t.expose('by', { type: SpeakerEnum }),
    text: t.exposeString('text', {
      description: 'What is no readable text is written as \\x1B or \\u{202E}.',
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

const GapType = builder
  .objectRef<NonNullable<Transcript['gap']>>('TranscriptGap')
  .implement({ fields: (t) => ({ after: t.exposeInt('after'), lines: t.exposeInt('lines') }) })

const TranscriptType = builder.objectRef<Transcript>('Transcript').implement({
  description:
    'What the program and the interactor said to each other when the case was run once more to record it.',
  fields: (t) => ({
    verdict: t.expose('verdict', { type: VerdictEnum, description: 'How the recorded run ended.' }),
    programBytes: t.exposeFloat('programBytes'),
    interactorBytes: t.exposeFloat('interactorBytes'),
    lines: t.expose('lines', { type: [LineType] }),
    gap: t.expose('gap', {
      type: GapType,
      nullable: true,
      description: 'How many lines are left out, and after how many.',
    }),
  }),
})

const RunType = builder.objectRef<RunView>('Run').implement({
  fields: (t) => ({
    index: t.exposeInt('index'),
    subtask: t.exposeInt('subtask'),
    verdict: t.expose('verdict', { type: VerdictEnum }),
    timeMs: t.exposeInt('timeMs'),
    memoryKb: t.exposeInt('memoryKb'),
    score: t.exposeInt('score', { nullable: true }),
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
    answerName: t.exposeString('answerName', { nullable: true }),
  }),
})

const SubtaskType = builder.objectRef<SubtaskView>('SubtaskResult').implement({
  fields: (t) => ({
    number: t.exposeInt('number'),
    verdict: t.expose('verdict', { type: VerdictEnum, nullable: true }),
    score: t.exposeInt('score'),
    fullScore: t.exposeInt('fullScore'),
    accepted: t.exposeInt('accepted'),
    total: t.exposeInt('total'),
    timeMs: t.exposeInt('timeMs', { nullable: true }),
    memoryKb: t.exposeInt('memoryKb', { nullable: true }),
    runs: t.expose('runs', { type: [RunType] }),
  }),
})

const CaseResultsType = builder.objectRef<CaseResults>('CaseResults').implement({
  fields: (t) => ({
    mode: t.expose('mode', { type: CaseModeEnum }),
    runs: t.expose('runs', { type: [RunType] }),
    subtasks: t.expose('subtasks', { type: [SubtaskType] }),
  }),
})

builder.prismaObjectFields('Submission', (t) => ({
  cases: t.field({
    type: CaseResultsType,
    nullable: true,
    description: 'Null when the problem does not open its cases, or a contest closes them.',
    select: { ...OF_CONTEST, problemId: true, judgementId: true },
    resolve: (submission, _, ctx) => caseResults(ctx, submission),
  }),
}))
