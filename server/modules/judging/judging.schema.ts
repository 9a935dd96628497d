import { builder } from '../../builder.ts'
import { asView, liveHosts, type QueueLength, queueLength, watchJudging } from './judging.ts'

const JudgeHost = builder.prismaNode('JudgeHost', {
  id: { field: 'id' },
  fields: (t) => ({
    name: t.exposeString('name'),
    cores: t.int({ resolve: (host) => asView(host).profile.cores }),
    slots: t.int({ resolve: (host) => asView(host).profile.slots }),
    languages: t.stringList({ resolve: (host) => asView(host).profile.languages.map(({ key }) => key) }),
    protections: t.stringList({ resolve: (host) => asView(host).profile.protections }),
    running: t.exposeInt('running'),
    load: t.exposeFloat('load'),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    beatAt: t.expose('beatAt', { type: 'DateTime' }),
  }),
})

const Judging = builder.objectRef<QueueLength>('Judging').implement({
  fields: (t) => ({
    waiting: t.exposeInt('waiting'),
    running: t.exposeInt('running'),
    queueLength: t.int({
      description: 'Waiting and being judged.',
      resolve: ({ waiting, running }) => waiting + running,
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
    subscribe: () => watchJudging(),
    resolve: (_, __, ctx) => queueLength(ctx),
  }),
}))
