import { z } from 'zod'
import type { User } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { text } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, date } from '../../doors/rest/shapes.ts'
import { DIFFICULTY_CODE } from '../problem/restCodes.ts'
import { activeDays } from './figures.ts'
import { bestScores, solvedByDifficulty, solvedDisplayIds } from './solved.ts'
import { findHome, type HomeName, lastLoginAt, textsOf } from './userHome.ts'

const optional = z.string().nullable()

const solvedProblem = z.object({ id: z.int(), problemId: z.string(), difficulty: z.int() })

const restHome = z
  .object({
    uid: z.string(),
    username: z.string(),
    nickname: optional,
    avatar: optional.describe('Path of the avatar on this site.'),
    titleName: optional,
    titleColor: optional,
    school: optional,
    signature: optional.describe('Markdown.'),
    gender: optional.describe('male, female or secrecy.'),
    github: optional,
    blog: optional,
    total: z.int().describe('Practice submissions, compile errors included.'),
    rating: z.null(),
    scoreList: z.array(z.int()).describe('Best OI rank score of each attempted problem.'),
    solvedList: z.array(z.string()).describe('Display ids of solved problems that the caller sees.'),
    solvedGroupByDifficulty: z
      .record(z.string(), z.array(solvedProblem))
      .describe('Solved public problems by difficulty: 0 easy, 1 middle, 2 hard.'),
    recentLoginTime: date.nullable(),
  })
  .meta({ id: 'UserHome', description: 'Home page of a user.' })

const restHeatMap = z
  .object({
    endDate: z.string().describe("Today in the site's time zone, yyyy-MM-dd."),
    dataList: z
      .array(z.object({ date: z.string(), count: z.int() }))
      .describe('Days with submissions, oldest first.'),
  })
  .meta({ id: 'HeatMap', description: 'Practice submissions of the last 365 days.' })

const query = {
  uid: text().describe('uid of the user; default: by username.'),
  username: text().describe("Username; default: the caller's."),
}

async function requireHome(ctx: Context, name: HomeName): Promise<User> {
  const user = await findHome(ctx, name)
  if (!user) throw new Refusal('USER_UNKNOWN')
  return user
}

router.get(
  '/api/get-user-home-info',
  'guest',
  { summary: 'Home page of a user.', query, answer: restHome },
  async (ctx, { query }) => {
    const user = await requireHome(ctx, query)
    const { id, username, nickname, avatar, titleName, titleColor } = user
    const [rank, scoreList, solvedList, groups, loginAt] = await Promise.all([
      ctx.db.userRank.findUnique({ where: { userId: id } }),
      bestScores(ctx, id),
      solvedDisplayIds(ctx, id),
      solvedByDifficulty(ctx, id),
      lastLoginAt(ctx, id),
    ])
    const solvedGroupByDifficulty = Object.fromEntries(
      groups.map(({ difficulty, solved }) => {
        const code = DIFFICULTY_CODE[difficulty]
        return [code, solved.map(({ id, displayId }) => ({ id, problemId: displayId, difficulty: code }))]
      }),
    )
    return {
      uid: id,
      username,
      nickname,
      avatar,
      titleName,
      titleColor,
      ...textsOf(ctx, user),
      total: rank?.submitted ?? 0,
      rating: null,
      scoreList,
      solvedList,
      solvedGroupByDifficulty,
      recentLoginTime: loginAt && asDate(loginAt),
    }
  },
)

router.get(
  '/api/get-user-calendar-heatmap',
  'anyone',
  { summary: 'Practice submissions of a user by day.', query, answer: restHeatMap },
  async (ctx, { query }) => {
    const { id } = await requireHome(ctx, query)
    const { today, days } = await activeDays(ctx, id)
    return { endDate: today, dataList: days.map(({ date, submitted }) => ({ date, count: submitted })) }
  },
)
