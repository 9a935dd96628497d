import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { EXPOSITION_TYPE, expose, type Family, processFamilies } from '#judge/health/exposition.ts'
import type { House } from '../context.ts'
import { liveHosts, queueLength } from '../modules/judging/judging.ts'
import { expectedWait, throughput } from '../modules/judging/throughput.ts'
import { countVerdicts } from '../modules/submission/tally.ts'
import { first } from './asking.ts'
import type { Hubs } from './hub.ts'

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/
/** Headers of a proxy, behind which the address is not the client's. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip']

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether a request may read: with the token if one is set, otherwise from this machine only. */
function mayRead(request: FastifyRequest, token: string | null): boolean {
  if (token !== null)
    return timingSafeEqual(digest(first(request.headers.authorization) ?? ''), digest(`Bearer ${token}`))
  const direct = FORWARDED.every((header) => request.headers[header] === undefined)
  return direct && LOOPBACK.test(request.socket.remoteAddress ?? '')
}

/** Mounts `GET /metrics` for Prometheus: judging of the whole site and health of this process; 404 when unauthorized. */
export function mountMetrics(
  app: FastifyInstance,
  house: House,
  { token, hubs }: { token: string | null; hubs: Hubs },
): void {
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  app.addHook('onClose', async () => void lag.disable())
  app.get('/metrics', { compress: false }, async (request, reply) => {
    if (!mayRead(request, token)) return reply.code(404).send()
    const longest = lag.max / 1e9
    lag.reset()
    const families = [
      ...(await judgingFamilies(house)),
      ...streamFamilies(hubs),
      ...processFamilies('server', longest),
    ]
    return reply.header('content-type', EXPOSITION_TYPE).send(expose(families))
  })
}

function streamFamilies(hubs: Hubs): Family[] {
  const { shared, executions } = hubs.figures()
  return [
    {
      name: 'server_shared_streams',
      help: 'Shared streams that are open.',
      kind: 'gauge',
      samples: [{ value: shared }],
    },
    {
      name: 'server_stream_executions_total',
      help: 'Executions of an event for its subscribers.',
      kind: 'counter',
      samples: [{ value: executions }],
    },
  ]
}

async function judgingFamilies(house: House): Promise<Family[]> {
  const ctx = { house, db: house.database.prisma, now: new Date() }
  const [queue, hosts, { perMinute, serviceMs }, verdicts] = await Promise.all([
    queueLength(ctx),
    liveHosts(ctx),
    throughput(ctx),
    countVerdicts(ctx),
  ])
  const lanes = (count: 'waiting' | 'running') =>
    queue.lanes.map((one) => ({ labels: { lane: one.lane.toLowerCase() }, value: one[count] }))
  const gauge = (name: string, help: string, samples: Family['samples']): Family => ({
    name,
    help,
    samples,
    kind: 'gauge',
  })
  const serving = hosts.filter(({ reason }) => reason === null)
  const inService = serving.length
  const slots = serving.reduce((sum, { profile }) => sum + profile.slots, 0)
  const waits = queue.lanes.flatMap(({ lane }) => {
    const wait = expectedWait(queue, lane, { slots, serviceMs })
    return wait === null ? [] : [{ labels: { lane: lane.toLowerCase() }, value: wait / 1000 }]
  })
  return [
    gauge('site_queue_waiting', 'Jobs waiting for a judge host, by lane.', lanes('waiting')),
    gauge('site_queue_running', 'Jobs running on judge hosts, by lane.', lanes('running')),
    gauge('site_queue_expected_wait_seconds', 'Expected wait of a new job, by lane.', waits),
    gauge('site_judge_hosts', 'Judge hosts that are alive.', [
      { labels: { service: 'in' }, value: inService },
      { labels: { service: 'out' }, value: hosts.length - inService },
    ]),
    gauge('site_judged_last_hour', 'Judgements finished in the last hour.', [
      { value: perMinute.reduce((sum, judged) => sum + judged, 0) },
    ]),
    gauge('site_judgement_seconds', 'Mean duration of recent judgements on their hosts.', [
      ...(serviceMs === null ? [] : [{ value: serviceMs / 1000 }]),
    ]),
    gauge(
      'site_submissions_judged',
      'Submissions with a verdict, by verdict.',
      verdicts.map(({ verdict, count }) => ({ labels: { verdict }, value: count })),
    ),
    gauge('server_event_listeners', 'Event listeners of this process.', [
      { value: house.events.listenerCount() },
    ]),
  ]
}
