import { asDate, type Handler, isTrue, router } from '../../doors/router.ts'
import { acceptedRank, weekStatistic } from './activity.ts'
import { inOrderOf, recentProblemIds, titleOf } from './problem.ts'
import { SCORING_CODE } from './restCodes.ts'

const week: Handler = async (ctx, request) => {
  const { days } = await weekStatistic(ctx, isTrue(request.query.forceRefresh, 'forceRefresh'))
  return {
    dateStrList: days.map(({ date }) => date.slice(5)),
    acCountList: days.map(({ accepted }) => accepted),
    totalCountList: days.map(({ total }) => total),
  }
}

// One name in the specification, another in the reference system.
router.get('/api/get-last-week-submission-statistic', 'anyone', week)
router.get('/api/get-last-week-submission-statistics', 'anyone', week)

const MAX_SIGNATURE = 100

router.get('/api/get-recent-seven-ac-rank', 'anyone', async (ctx) => {
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
})

router.get('/api/get-recent-updated-problem', 'anyone', async (ctx) => {
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
})

// There are no contests yet, and no calendar of other sites is read.
router.get('/api/get-recent-contest', 'anyone', () => [])
router.get('/api/get-recent-other-contest', 'anyone', () => [])
