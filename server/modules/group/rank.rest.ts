import { pageOf, requiredNumber } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asPage, page } from '../../doors/rest/shapes.ts'
import { asRankRows, restGroupRankRow, restRankQuery, scoringOfRest } from '../rank/restShapes.ts'
import { groupRankPage } from './rank.ts'

router.get(
  '/api/get-group-rank-list',
  'login',
  {
    summary: 'Rank of a group, for its members: what they submitted there outside contests counts.',
    query: { ...restRankQuery, gid: requiredNumber().describe('Number of the group.') },
    answer: page(restGroupRankRow),
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const { rows, total } = await groupRankPage(ctx, query.gid, {
      type: scoringOfRest(query.type),
      keyword: query.searchUser,
      skip: wanted.offset,
      take: wanted.limit,
    })
    return asPage(await asRankRows(ctx, rows), total, wanted)
  },
)
