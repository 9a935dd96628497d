import { builder } from '../../builder.ts'
import { OF_CONTEST } from './outcome.ts'
import {
  type Distribution,
  ordinalOf,
  type Peak,
  type Percentiles,
  peakOf,
  percentilesOf,
  queuePosition,
} from './percentile.ts'

const DistributionType = builder.objectRef<Distribution>('Distribution').implement({
  description:
    'Share of the other accepted submissions that are not faster (or not leaner), and counts in 16 equal buckets up to the largest.',
  fields: (t) => ({
    beats: t.exposeFloat('beats', { description: 'The share, 0 to 1.' }),
    bucket: t.exposeInt('bucket', { description: 'Index of the bucket that it is in.' }),
    buckets: t.exposeIntList('buckets', { description: 'How many are in each bucket.' }),
    upTo: t.exposeFloat('upTo', { description: 'Where the last bucket ends: ms or KiB.' }),
  }),
})

const PercentilesType = builder.objectRef<Percentiles>('SubmissionPercentiles').implement({
  description: 'How a run compares with others.',
  fields: (t) => ({
    time: t.expose('time', { description: 'By time.', type: DistributionType }),
    memory: t.expose('memory', { description: 'By memory.', type: DistributionType }),
  }),
})

const PeakType = builder.objectRef<Peak>('SubmissionPeak').implement({
  description: 'Time and memory so far.',
  fields: (t) => ({
    timeMs: t.exposeInt('timeMs', { description: 'Most time of a case.' }),
    memoryKb: t.exposeInt('memoryKb', { description: 'Most memory of a case, in KiB.' }),
  }),
})

builder.prismaObjectFields('Submission', (t) => ({
  percentiles: t.field({
    type: PercentilesType,
    nullable: true,
    description:
      'How the accepted run compares with other accepted ones; null unless accepted, and below 20 accepted ones.',
    select: { ...OF_CONTEST, groupId: true, problemId: true, verdict: true, timeMs: true, memoryKb: true },
    resolve: (submission, _, ctx) => percentilesOf(ctx, submission),
  }),
  peak: t.field({
    type: PeakType,
    nullable: true,
    description: 'Greatest time and memory so far, for its author while it is RUNNING.',
    select: { ...OF_CONTEST, state: true, judgementId: true },
    resolve: (submission, _, ctx) => peakOf(ctx, submission),
  }),
  ordinal: t.int({
    nullable: true,
    description:
      "Counting the viewer's own submissions of this problem in this place from 1; null for others' submissions.",
    select: { id: true, userId: true, problemId: true, contestId: true, groupId: true },
    resolve: (submission, _, ctx) => ordinalOf(ctx, submission),
  }),
  queuePosition: t.int({
    nullable: true,
    description: 'Jobs before it in the queue; null unless QUEUED.',
    select: { ...OF_CONTEST, state: true, judgementId: true },
    resolve: (submission, _, ctx) => queuePosition(ctx, submission),
  }),
}))
