import { z } from 'zod'
import type { Scoring } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { oneOf, paging, text } from '../../doors/rest/coercers.ts'
import type { RankRow } from './rank.ts'

const MAX_SIGNATURE = 100
const optional = z.string().nullable()

/** Query of a rank list. */
export const restRankQuery = {
  ...paging(30),
  type: oneOf(['0', '1', 'ACM', 'OI'], '0').describe('0 or ACM, 1 or OI.'),
  searchUser: text().describe('Part of a username or nickname.'),
}

export const scoringOfRest = (type: string): Scoring => (type === '1' || type === 'OI' ? 'OI' : 'ACM')

const columns = {
  uid: z.string(),
  username: z.string(),
  nickname: optional,
  signature: optional.describe('Cut at 100 characters.'),
  avatar: optional,
  titleName: optional,
  titleColor: optional,
  total: z.int().describe('Submissions.'),
  ac: z.int().describe('Accepted problems.'),
}

export const restRankRow = z
  .object({
    ...columns,
    rating: z.null().optional().describe('Of the ACM list.'),
    score: z.int().optional().describe('Of the OI list.'),
  })
  .meta({ id: 'RankRow', description: 'A user in a rank list of the site.' })

export const restGroupRankRow = z
  .object({ ...columns, score: z.int() })
  .meta({ id: 'GroupRankRow', description: 'A user in the rank of a group.' })

/** Rows with the columns that all rank lists have, and the score. */
export async function asRankRows(ctx: Context, rows: readonly RankRow[]) {
  const users = await ctx.db.user.findMany({ where: { id: { in: rows.map(({ userId }) => userId) } } })
  const byId = new Map(users.map((user) => [user.id, user]))
  return rows.flatMap(({ userId, solved, submitted, score }) => {
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
      score,
    }
  })
}
