import { z } from 'zod'
import { flag } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, codeIn, date } from '../../doors/rest/shapes.ts'
import { acceptedRank, weekStatistic } from './activity.ts'
import { inOrderOf, recentProblemIds, titleOf } from './problem.ts'
import { SCORING_CODE } from './restCodes.ts'

// The specification and the reference system use different names.
for (const name of ['get-last-week-submission-statistic', 'get-last-week-submission-statistics']) {
  router.get(
    `/api/${name}`,
    'anyone',
    {
      summary: 'Submissions of each of the last seven days, oldest first.',
      query: { forceRefresh: flag().describe('Refresh the cache; for super administrators.') },
      answer: z.object({
        dateStrList: z.array(z.string()).describe('MM-dd'),
        acCountList: z.array(z.int()),
        totalCountList: z.array(z.int()),
      }),
    },
    async (ctx, { query }) => {
      const { days } = await weekStatistic(ctx, query.forceRefresh)
      return {
        dateStrList: days.map(({ date }) => date.slice(5)),
        acCountList: days.map(({ accepted }) => accepted),
        totalCountList: days.map(({ total }) => total),
      }
    },
  )
}

const MAX_SIGNATURE = 100
const optional = z.string().nullable()

router.get(
  '/api/get-recent-seven-ac-rank',
  'anyone',
  {
    summary: 'Users with the most problems first accepted within seven days.',
    answer: z.array(
      z.object({
        uid: z.string(),
        username: z.string(),
        nickname: optional,
        signature: optional,
        avatar: optional,
        titleName: optional,
        titleColor: optional,
        total: z.null(),
        ac: z.int(),
        rating: z.null(),
      }),
    ),
  },
  async (ctx) => {
    const rows = await acceptedRank(ctx)
    const users = await ctx.db.user.findMany({ where: { id: { in: rows.map(({ userId }) => userId) } } })
    const byId = new Map(users.map((user) => [user.id, user]))
    return rows.flatMap(({ userId, accepted }) => {
      const user = byId.get(userId)
      if (!user) return []
      return {
        uid: user.id,
        username: user.username,
        nickname: user.nickname,
        signature: user.signature?.slice(0, MAX_SIGNATURE) ?? null,
        avatar: user.avatar,
        titleName: user.titleName,
        titleColor: user.titleColor,
        total: null,
        ac: accepted,
        rating: null,
      }
    })
  },
)

router.get(
  '/api/get-recent-updated-problem',
  'anyone',
  {
    summary: 'The last changed public problems.',
    answer: z.array(
      z.object({
        id: z.int(),
        problemId: z.string(),
        title: z.string(),
        type: codeIn(SCORING_CODE),
        gmtCreate: date,
        gmtModified: date,
      }),
    ),
  },
  async (ctx) => {
    const ids = await recentProblemIds(ctx)
    const problems = await ctx.db.problem.findMany({
      where: { id: { in: ids } },
      include: { statements: { select: { locale: true, title: true } } },
    })
    return inOrderOf(ids, problems).map((problem) => ({
      id: problem.id,
      problemId: problem.displayId,
      title: titleOf(problem, ctx),
      type: SCORING_CODE[problem.scoring],
      gmtCreate: asDate(problem.createdAt),
      gmtModified: asDate(problem.updatedAt),
    }))
  },
)

const none = z.array(z.never())
router.get(
  '/api/get-recent-other-contest',
  'anyone',
  { summary: 'Contests of other sites; always empty.', answer: none },
  () => [],
)
