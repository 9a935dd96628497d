import { builder } from '../../builder.ts'
import { CaseModeEnum, VerdictEnum } from '../../enums.ts'
import type { CaseResults, RunView, SubtaskView } from './cases.ts'
import type { Distribution, Standing } from './standing.ts'

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

export const CaseResultsType = builder.objectRef<CaseResults>('CaseResults').implement({
  fields: (t) => ({
    mode: t.expose('mode', { type: CaseModeEnum }),
    runs: t.expose('runs', { type: [RunType] }),
    subtasks: t.expose('subtasks', { type: [SubtaskType] }),
  }),
})

const DistributionType = builder.objectRef<Distribution>('Distribution').implement({
  description:
    'Share of accepted submissions that are slower (or hungrier), and counts in 16 equal buckets up to the largest.',
  fields: (t) => ({
    beats: t.exposeFloat('beats'),
    bucket: t.exposeInt('bucket'),
    buckets: t.exposeIntList('buckets'),
    upTo: t.exposeFloat('upTo'),
  }),
})

export const StandingType = builder.objectRef<Standing>('SubmissionStanding').implement({
  fields: (t) => ({
    time: t.expose('time', { type: DistributionType }),
    memory: t.expose('memory', { type: DistributionType }),
  }),
})
