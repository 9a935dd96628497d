import { asDate, asPage, pageOf, router } from '../../router.ts'
import { announcementListing, wordingOf } from './announcement.ts'

router.get('/api/get-common-announcement', 'anyone', async (ctx, request) => {
  const page = pageOf(request, 10)
  const [rows, total] = await Promise.all([
    ctx.db.announcement.findMany({
      ...announcementListing,
      skip: page.offset,
      take: page.limit,
      include: { author: { select: { username: true } } },
    }),
    ctx.db.announcement.count({ where: announcementListing.where }),
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
