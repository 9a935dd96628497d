import { asDate, asPage, pageOf, router } from '../../doors/router.ts'
import { noticeListing, wordingOf } from './notice.ts'

router.get('/api/get-common-announcement', 'anyone', async (ctx, request) => {
  const page = pageOf(request, 10)
  const [rows, total] = await Promise.all([
    ctx.db.siteNotice.findMany({
      ...noticeListing,
      skip: page.offset,
      take: page.limit,
      include: { author: { select: { username: true } } },
    }),
    ctx.db.siteNotice.count({ where: noticeListing.where }),
  ])
  const records = rows.map((row) => ({
    id: row.id,
    ...wordingOf(row, ctx),
    uid: row.authorId,
    username: row.author?.username ?? null,
    status: row.hidden ? 1 : 0,
    gmtCreate: asDate(row.createdAt),
    gmtModified: asDate(row.updatedAt),
  }))
  return asPage(records, total, page)
})
