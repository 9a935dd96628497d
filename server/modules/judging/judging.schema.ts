import { SCRIPTS } from '#judge/languages.ts'
import { OUTPUT } from '#judge/outputs.ts'
import type { HostLanguage, HostProfile } from '#judge/protocol.ts'
import { builder } from '../../builder.ts'
import { shownLanguageName } from '../site/language.ts'
import { OF_CONTEST } from '../submission/outcome.ts'
import { loadLive } from '../submission/watching.ts'
import { submissionsOn } from './hostSubmissions.ts'
import {
  asView,
  hasHost,
  LANES,
  type Length,
  liveHosts,
  queueLength,
  reasonOf,
  watchJudging,
} from './judging.ts'
import { expectedWait, throughput } from './throughput.ts'

const HostLanguageType = builder.objectRef<HostLanguage>('HostLanguage').implement({
  description: 'A language installed on a judge host.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Language key.' }),
    name: t.string({
      description: 'Language name.',
      resolve: ({ key }, _, ctx) => shownLanguageName(ctx, key),
    }),
    version: t.exposeString('version', { description: 'Version, as the compiler or interpreter prints it.' }),
  }),
})

/** Languages of a host that contestants may use. */
const offeredOf = ({ profile }: { profile: HostProfile }) =>
  profile.languages.filter(({ key }) => key !== SCRIPTS && key !== OUTPUT)

const JudgeHost = builder.prismaNode('JudgeHost', {
  description: 'A judge host.',
  id: { field: 'id' },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name.' }),
    cores: t.int({
      description: 'Number of processor cores.',
      resolve: (host) => asView(host).profile.cores,
    }),
    slots: t.int({
      description: 'Number of concurrent judging slots.',
      resolve: (host) => asView(host).profile.slots,
    }),
    languageKeys: t.stringList({
      description: 'Keys of its languages.',
      resolve: (host) => offeredOf(asView(host)).map(({ key }) => key),
    }),
    toolchains: t.field({
      description: 'Its languages, with versions.',
      type: [HostLanguageType],
      resolve: (host) => offeredOf(asView(host)),
    }),
    protections: t.stringList({
      description: 'Sandbox that isolates programs.',
      resolve: (host) => asView(host).profile.protections,
    }),
    running: t.exposeInt('running', {
      description: 'Number of submissions and trials it is judging, hidden ones too.',
    }),
    submissions: t.prismaField({
      type: ['Submission'],
      seen: 'Only ids that the reader may see are asked for.',
      description: 'What it is judging, as far as the viewer may see.',
      resolve: async (query, host, _, ctx) => {
        const numbers = await submissionsOn(ctx, host.id)
        return Promise.all(numbers.map((number) => loadLive(ctx, query, number)))
      },
    }),
    reason: t.string({
      nullable: true,
      description: 'Why it is out of service; null while it takes jobs.',
      resolve: (host, _, ctx) => reasonOf(ctx, host),
    }),
    load: t.exposeFloat('load', { description: 'Load of the last minute, per core.' }),
    startedAt: t.expose('startedAt', { description: 'When its process started.', type: 'DateTime' }),
    beatAt: t.expose('beatAt', { description: 'Last heartbeat.', type: 'DateTime' }),
  }),
})

builder.prismaObjectFields('Submission', (t) => ({
  hasHost: t.boolean({
    description: 'Whether a judge host in service can judge it; true unless QUEUED.',
    select: { ...OF_CONTEST, state: true, language: true },
    resolve: (submission, _, ctx) => hasHost(ctx, submission),
  }),
}))

const LaneEnum = builder.enumType('JudgingLane', {
  description: 'Lanes of the queue, highest priority first.',
  values: LANES,
})

type LaneView = Length & { lane: (typeof LANES)[number]; expectedWaitMs: number | null }

const LaneType = builder.objectRef<LaneView>('LaneLength').implement({
  description: 'Length of a lane of the queue.',
  fields: (t) => ({
    lane: t.expose('lane', { description: 'The lane.', type: LaneEnum }),
    waiting: t.exposeInt('waiting', { description: 'Number of waiting jobs.' }),
    running: t.exposeInt('running', { description: 'Number of running jobs.' }),
    expectedWaitMs: t.exposeInt('expectedWaitMs', {
      nullable: true,
      description: 'Expected wait of a new job, at the recent throughput; null when unknown (no host).',
    }),
  }),
})

const Judging = builder.objectRef<Awaited<ReturnType<typeof queueLength>>>('Judging').implement({
  description: 'State of judging.',
  fields: (t) => ({
    waiting: t.exposeInt('waiting', { description: 'Number of waiting jobs.' }),
    running: t.exposeInt('running', { description: 'Number of running jobs.' }),
    queueLength: t.int({
      description: 'Number of waiting and running jobs.',
      resolve: ({ waiting, running }) => waiting + running,
    }),
    lanes: t.field({
      description: 'Queue by lane.',
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
      description: 'Judgements finished in each of the last sixty minutes, latest last.',
      resolve: async (_, __, ctx) => (await throughput({ ...ctx, now: new Date() })).perMinute,
    }),
    isDiskFull: t.boolean({
      description:
        'Whether the server is out of disk space and cannot save; it recovers by itself when there is space.',
      resolve: (_, __, { house }) => house.disk.isFull(),
    }),
    hosts: t.field({
      description: 'Judge hosts.',
      type: [JudgeHost],
      resolve: (_, __, ctx) => liveHosts({ ...ctx, now: new Date() }),
    }),
    hostCount: t.int({
      description: 'Number of judge hosts.',
      resolve: async (_, __, ctx) => (await liveHosts({ ...ctx, now: new Date() })).length,
    }),
  }),
})

builder.queryFields((t) => ({
  judging: t.field({
    description: 'Current state of judging.',
    type: Judging,
    resolve: (_, __, ctx) => queueLength(ctx),
  }),
}))

builder.subscriptionFields((t) => ({
  judgingChanged: t.field({
    description: 'State of judging, whenever it changes.',
    type: Judging,
    subscribe: (_, __, ctx) => watchJudging(ctx),
    resolve: (_, __, ctx) => queueLength(ctx),
  }),
}))
