import { pageOf } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asPage, page } from '../../doors/rest/shapes.ts'
import { rankPage } from './rank.ts'
import { asRankRows, restRankQuery, restRankRow, scoringOfRest } from './restShapes.ts'

router.get(
  '/api/get-rank-list',
  'anyone',
  {
    summary: 'A rank list of the site: practice alone counts.',
    query: restRankQuery,
    answer: page(restRankRow),
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const type = scoringOfRest(query.type)
    const { rows, total } = await rankPage(ctx, {
      type,
      keyword: query.searchUser,
      skip: wanted.offset,
      take: wanted.limit,
    })
    const records = (await asRankRows(ctx, rows)).map(({ score, ...row }) =>
      type === 'ACM' ? { ...row, rating: null } : { ...row, score },
    )
    return asPage(records, total, wanted)
  },
)
