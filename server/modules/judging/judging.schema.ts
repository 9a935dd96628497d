import { SCRIPTS } from '#judge/languages.ts'
import type { HostLanguage, HostProfile } from '#judge/protocol.ts'
import { builder } from '../../builder.ts'
import { shownLanguageName } from '../site/language.ts'
import { loadLive } from '../submission/watching.ts'
import { submissionsOn } from './errands.ts'
import { asView, LANES, type Length, liveHosts, queueLength, reasonOf, watchJudging } from './judging.ts'
import { expectedWait, throughput } from './throughput.ts'

const HostLanguageType = builder.objectRef<HostLanguage>('HostLanguage').implement({
  description: 'A language as a judge host has it.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key of the language.' }),
    name: t.string({
      description: 'Name of the language.',
      resolve: ({ key }, _, ctx) => shownLanguageName(ctx, key),
    }),
    version: t.exposeString('version', { description: 'As the compiler or interpreter prints it.' }),
  }),
})

/** What contestants may write in. */
const offeredOf = ({ profile }: { profile: HostProfile }) =>
  profile.languages.filter(({ key }) => key !== SCRIPTS)

const JudgeHost = builder.prismaNode('JudgeHost', {
  description: 'A machine that judges.',
  id: { field: 'id' },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it calls itself.' }),
    cores: t.int({ description: 'Its processor cores.', resolve: (host) => asView(host).profile.cores }),
    slots: t.int({
      description: 'How many it judges at a time.',
      resolve: (host) => asView(host).profile.slots,
    }),
    languageKeys: t.stringList({
      description: 'Keys of the languages that it has.',
      resolve: (host) => offeredOf(asView(host)).map(({ key }) => key),
    }),
    toolchains: t.field({
      description: 'The languages that it has, with their versions.',
      type: [HostLanguageType],
      resolve: (host) => offeredOf(asView(host)),
    }),
    protections: t.stringList({
      description: 'What keeps programs in their box there.',
      resolve: (host) => asView(host).profile.protections,
    }),
    running: t.exposeInt('running', { description: 'Submissions and test runs, the hidden ones too.' }),
    submissions: t.prismaField({
      type: ['Submission'],
      seen: 'Only ids that the reader may see are asked for.',
      description: 'What it is judging, of what the viewer may see.',
      resolve: async (query, host, _, ctx) => {
        const numbers = await submissionsOn(ctx, host.id)
        return Promise.all(numbers.map((number) => loadLive(ctx, query, number)))
      },
    }),
    reason: t.string({
      nullable: true,
      description: 'Why it is out of service; null while it takes work.',
      resolve: (host, _, ctx) => reasonOf(ctx, host),
    }),
    load: t.exposeFloat('load', { description: 'Load of the last minute, 1 a core.' }),
    startedAt: t.expose('startedAt', { description: 'When its program was started.', type: 'DateTime' }),
    beatAt: t.expose('beatAt', { description: 'When it was heard of last.', type: 'DateTime' }),
  }),
})

const LaneEnum = builder.enumType('JudgingLane', {
  description: 'The lanes of the queue, the first one served first.',
  values: LANES,
})

type LaneView = Length & { lane: (typeof LANES)[number]; expectedWaitMs: number | null }

const LaneType = builder.objectRef<LaneView>('LaneLength').implement({
  description: 'How long a lane of the queue is.',
  fields: (t) => ({
    lane: t.expose('lane', { description: 'Which lane.', type: LaneEnum }),
    waiting: t.exposeInt('waiting', { description: 'Jobs that wait.' }),
    running: t.exposeInt('running', { description: 'Jobs being judged.' }),
    expectedWaitMs: t.exposeInt('expectedWaitMs', {
      nullable: true,
      description:
        'How long a job that comes now will wait, at the recent pace; null when nobody can tell (no host).',
    }),
  }),
})

const Judging = builder.objectRef<Awaited<ReturnType<typeof queueLength>>>('Judging').implement({
  description: 'How judging goes.',
  fields: (t) => ({
    waiting: t.exposeInt('waiting', { description: 'Jobs that wait.' }),
    running: t.exposeInt('running', { description: 'Jobs being judged.' }),
    queueLength: t.int({
      description: 'Waiting and being judged.',
      resolve: ({ waiting, running }) => waiting + running,
    }),
    lanes: t.field({
      description: 'The queue by lanes.',
      type: [LaneType],
      resolve: async (queue, _, ctx) => {
        const now = new Date()
        const [hosts, { serviceMs }] = await Promise.all([
          liveHosts({ ...ctx, now }),
          throughput({ ...ctx, now }),
        ])
        const inService = hosts.filter(({ reason }) => reason === null)
        const slots = inService.reduce((sum, { profile }) => sum + profile.slots, 0)
        return queue.lanes.map((lane) => ({
          ...lane,
          expectedWaitMs: expectedWait(queue, lane.lane, { slots, serviceMs }),
        }))
      },
    }),
    judgedPerMinute: t.intList({
      description: 'Judgements that ended in each of the last sixty minutes, the latest last.',
      resolve: async (_, __, ctx) => (await throughput({ ...ctx, now: new Date() })).perMinute,
    }),
    isDiskFull: t.boolean({
      description: 'Whether the server lacks room to save anything; it goes on by itself when there is room.',
      resolve: (_, __, { house }) => house.disk.isFull(),
    }),
    hosts: t.field({
      description: 'The machines that judge.',
      type: [JudgeHost],
      resolve: (_, __, ctx) => liveHosts({ ...ctx, now: new Date() }),
    }),
  }),
})

builder.queryFields((t) => ({
  judging: t.field({
    description: 'How judging goes now.',
    type: Judging,
    resolve: (_, __, ctx) => queueLength(ctx),
  }),
}))

builder.subscriptionFields((t) => ({
  judgingChanged: t.field({
    description: 'How judging goes, whenever that changes.',
    type: Judging,
    subscribe: (_, __, ctx) => watchJudging(ctx),
    resolve: (_, __, ctx) => queueLength(ctx),
  }),
}))
