import { z } from 'zod'
import { oneOf, pageOf, paging, text } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asPage, page } from '../../doors/rest/shapes.ts'
import { rankPage } from './rank.ts'

const MAX_SIGNATURE = 100
const optional = z.string().nullable()

const rankRow = z
  .object({
    uid: z.string(),
    username: z.string(),
    nickname: optional,
    signature: optional.describe('Cut at 100 characters.'),
    avatar: optional,
    titleName: optional,
    titleColor: optional,
    total: z.int().describe('Submissions.'),
    ac: z.int().describe('Accepted problems.'),
    rating: z.null().optional().describe('Of the ACM list.'),
    score: z.int().optional().describe('Of the OI list.'),
  })
  .meta({ id: 'RankRow', description: 'A user in a rank list of the site.' })

router.get(
  '/api/get-rank-list',
  'anyone',
  {
    summary: 'A rank list of the site: practice alone counts.',
    query: {
      ...paging(30),
      type: oneOf(['0', '1', 'ACM', 'OI'], '0').describe('0 or ACM, 1 or OI.'),
      searchUser: text().describe('Part of a username or nickname.'),
    },
    answer: page(rankRow),
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const type = query.type === '1' || query.type === 'OI' ? 'OI' : 'ACM'
    const { rows, total } = await rankPage(ctx, {
      type,
      keyword: query.searchUser,
      skip: wanted.offset,
      take: wanted.limit,
    })
    const users = await ctx.db.user.findMany({ where: { id: { in: rows.map(({ userId }) => userId) } } })
    const byId = new Map(users.map((user) => [user.id, user]))
    const records = rows.flatMap(({ userId, solved, submitted, score }) => {
      const user = byId.get(userId)
      if (!user) return []
      const { username, nickname, signature, avatar, titleName, titleColor } = user
      return {
        uid: userId,
        username,
        nickname,
        signature: signature?.slice(0, MAX_SIGNATURE) ?? null,
        avatar,
        titleName,
        titleColor,
        total: submitted,
        ac: solved,
        ...(type === 'ACM' ? { rating: null } : { score }),
      }
    })
    return asPage(records, total, wanted)
  },
)
