import { builder } from '../../builder.ts'
import { CaseModeEnum, VerdictEnum } from '../../enums.ts'
import { type CaseResults, caseResults, type RunView, type SubtaskView } from './cases.ts'

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
    outputHead: t.exposeString('outputHead', {
      nullable: true,
      description: "First bytes of the contestant's output, where the problem opens its cases.",
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
    description: 'Null when the problem does not open its cases.',
    select: { problemId: true, judgementId: true },
    resolve: (submission, _, ctx) => caseResults(ctx, submission),
  }),
}))
