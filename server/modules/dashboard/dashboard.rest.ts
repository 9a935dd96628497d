import { z } from 'zod'
import { Refusal } from '../../core/errors.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, date } from '../../doors/rest/shapes.ts'
import { liveHosts } from '../judging/judging.ts'
import { dashboard } from './dashboard.ts'
import { webServer } from './webServer.ts'

router.get(
  '/api/admin/dashboard/get-dashboard-info',
  'admin.enter',
  {
    summary: 'Three figures of the site.',
    answer: z.object({ userNum: z.int(), recentContestNum: z.int(), todayJudgeNum: z.int() }),
  },
  async (ctx) => {
    const { userCount, submissionsToday, recentContests } = await dashboard(ctx)
    return {
      userNum: userCount,
      recentContestNum: recentContests,
      todayJudgeNum: submissionsToday,
    }
  },
)

router.post(
  '/api/admin/dashboard/get-sessions',
  'admin.enter',
  {
    summary: "The caller's previous login, or this one when it is the first.",
    answer: z
      .object({
        id: z.int(),
        uid: z.string(),
        userAgent: z.string(),
        ip: z.string(),
        gmtCreate: date,
        gmtModified: date,
      })
      .meta({ id: 'Session', description: 'A login.' }),
  },
  async (ctx) => {
    const [latest, before] = await ctx.db.session.findMany({
      where: { userId: ctx.viewer?.id ?? '' },
      orderBy: { id: 'desc' },
      take: 2,
    })
    const session = before ?? latest
    if (!session) throw new Error('a logged-in viewer has a session')
    const { id, userAgent, ip, createdAt } = session
    const since = asDate(createdAt)
    return { id, uid: session.userId, userAgent, ip, gmtCreate: since, gmtModified: since }
  },
)

/** The registry of the reference system tells here that a service is protected from too many failures. */
const SECURE = z.literal(false).describe('Always false: nothing is shut off.')

const metadata = { 'nacos.healthy': z.literal('true') }
const percent = (share: number) => `${(Math.min(1, Math.max(0, share)) * 100).toFixed(2)}%`

router.get(
  '/api/admin/config/get-service-info',
  'admin.enter',
  {
    summary: 'The web server, in the format of the reference system.',
    answer: z.object({
      nacos: z.object({ status: z.literal('UP') }),
      backupCores: z.int(),
      backupService: z.array(
        z.object({
          serviceId: z.string(),
          host: z.string(),
          port: z.int(),
          secure: SECURE,
          metadata: z.object(metadata),
        }),
      ),
      backupPercentCpuLoad: z.string(),
      backupPercentMemoryLoad: z.string(),
    }),
  },
  async (ctx) => {
    const { host, port, cores, cpuShare, memoryShare } = await webServer(ctx)
    return {
      nacos: { status: 'UP' as const },
      backupCores: cores,
      backupService: [
        {
          host,
          port,
          serviceId: host,
          secure: false as const,
          metadata: { 'nacos.healthy': 'true' as const },
        },
      ],
      backupPercentCpuLoad: percent(cpuShare),
      backupPercentMemoryLoad: percent(memoryShare),
    }
  },
)

router.get(
  '/api/admin/config/get-judge-service-info',
  'admin.enter',
  {
    summary: 'The judge hosts and their load.',
    answer: z.array(
      z.object({
        service: z.object({
          host: z.string(),
          port: z.int().describe('Always 0: judge hosts open no port.'),
          secure: SECURE,
          metadata: z.object({ judgeName: z.string(), 'nacos.healthy': z.enum(['true', 'false']) }),
        }),
        cpuCores: z.int(),
        percentCpuLoad: z.string(),
        percentMemoryLoad: z.string().describe('Share of busy slots: hosts do not report memory.'),
      }),
    ),
  },
  async (ctx) =>
    (await liveHosts(ctx)).map(({ name, profile, load, running, reason }) => ({
      service: {
        host: name,
        port: 0,
        secure: false as const,
        metadata: {
          judgeName: name,
          'nacos.healthy': reason === null ? ('true' as const) : ('false' as const),
        },
      },
      cpuCores: profile.cores,
      percentCpuLoad: percent(load),
      percentMemoryLoad: percent(running / Math.max(1, profile.slots)),
    })),
)

router.get(
  '/api/admin/config/get-db-and-redis-config',
  'site.configure',
  {
    summary: 'Address of the database, without its password; there is no Redis.',
    answer: z.object({
      dbName: z.string(),
      dbHost: z.string(),
      dbPort: z.int(),
      dbUsername: z.string(),
      dbPassword: z.null(),
      redisHost: z.null(),
      redisPort: z.null(),
      redisPassword: z.null(),
    }),
  },
  async ({ house }) => {
    const { pathname, hostname, port, username, searchParams } = new URL(house.database.url)
    return {
      dbName: decodeURIComponent(pathname.slice(1)),
      dbHost: hostname || (searchParams.get('host') ?? 'localhost'),
      dbPort: Number(port) || 5432,
      dbUsername: decodeURIComponent(username),
      dbPassword: null,
      redisHost: null,
      redisPort: null,
      redisPassword: null,
    }
  },
)

router.put(
  '/api/admin/config/set-db-and-redis-config',
  'site.configure',
  { summary: 'Always refused: connections are set in the environment.' },
  () => {
    throw new Refusal('SET_BY_ENVIRONMENT')
  },
)
