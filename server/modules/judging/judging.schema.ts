import { SCRIPTS } from '#judge/languages.ts'
import type { HostLanguage, HostProfile } from '#judge/protocol.ts'
import { builder } from '../../builder.ts'
import { languageNameOf } from '../site/language.ts'
import { loadLive } from '../submission/watching.ts'
import { submissionsOn } from './errands.ts'
import { asView, LANES, type Length, liveHosts, queueLength, reasonOf, watchJudging } from './judging.ts'
import { expectedWait, throughput } from './throughput.ts'

const HostLanguageType = builder.objectRef<HostLanguage>('HostLanguage').implement({
  description: 'A language as a judge host has it.',
  fields: (t) => ({
    key: t.exposeString('key'),
    name: t.string({ resolve: ({ key }) => languageNameOf(key) }),
    version: t.exposeString('version', { description: 'As the compiler or interpreter prints it.' }),
  }),
})

/** What contestants may write in. */
const offeredOf = ({ profile }: { profile: HostProfile }) =>
  profile.languages.filter(({ key }) => key !== SCRIPTS)

const JudgeHost = builder.prismaNode('JudgeHost', {
  id: { field: 'id' },
  fields: (t) => ({
    name: t.exposeString('name'),
    cores: t.int({ resolve: (host) => asView(host).profile.cores }),
    slots: t.int({ resolve: (host) => asView(host).profile.slots }),
    languages: t.stringList({ resolve: (host) => offeredOf(asView(host)).map(({ key }) => key) }),
    toolchains: t.field({
      type: [HostLanguageType],
      resolve: (host) => offeredOf(asView(host)),
    }),
    protections: t.stringList({ resolve: (host) => asView(host).profile.protections }),
    running: t.exposeInt('running', { description: 'Submissions and test runs, the hidden ones too.' }),
    submissions: t.prismaField({
      type: ['Submission'],
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
    load: t.exposeFloat('load'),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    beatAt: t.expose('beatAt', { type: 'DateTime' }),
  }),
})

const LaneEnum = builder.enumType('JudgingLane', {
  description: 'The lanes of the queue, the first one served first.',
  values: LANES,
})

type LaneView = Length & { lane: (typeof LANES)[number]; expectedWaitMs: number | null }

const LaneType = builder.objectRef<LaneView>('LaneLength').implement({
  fields: (t) => ({
    lane: t.expose('lane', { type: LaneEnum }),
    waiting: t.exposeInt('waiting'),
    running: t.exposeInt('running'),
    expectedWaitMs: t.exposeInt('expectedWaitMs', {
      nullable: true,
      description:
        'How long a job that comes now will wait, at the recent pace; null when nobody can tell (no host).',
    }),
  }),
})

const Judging = builder.objectRef<Awaited<ReturnType<typeof queueLength>>>('Judging').implement({
  fields: (t) => ({
    waiting: t.exposeInt('waiting'),
    running: t.exposeInt('running'),
    queueLength: t.int({
      description: 'Waiting and being judged.',
      resolve: ({ waiting, running }) => waiting + running,
    }),
    lanes: t.field({
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
    hosts: t.field({ type: [JudgeHost], resolve: (_, __, ctx) => liveHosts({ ...ctx, now: new Date() }) }),
  }),
})

builder.queryFields((t) => ({
  judging: t.field({ type: Judging, resolve: (_, __, ctx) => queueLength(ctx) }),
}))

builder.subscriptionFields((t) => ({
  judgingChanged: t.field({
    type: Judging,
    subscribe: (_, __, ctx) => watchJudging(ctx),
    resolve: (_, __, ctx) => queueLength(ctx),
  }),
}))
