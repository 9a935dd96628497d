import { z } from 'zod'
import { pageOf, paging } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, asPage, date, page } from '../../doors/rest/shapes.ts'
import { noticeListing, wordingOf } from './notice.ts'

const restNotice = z
  .object({
    id: z.int(),
    title: z.string(),
    content: z.string().describe('Markdown.'),
    uid: z.string().nullable(),
    username: z.string().nullable().describe('Who wrote it; null when the account is gone.'),
    status: z.literal([0, 1]).describe('1 when it is hidden.'),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'Announcement', description: 'A notice of the site.' })

router.get(
  '/api/get-common-announcement',
  'anyone',
  { summary: 'The notices of the site, newest first.', query: paging(10), answer: page(restNotice) },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const [rows, total] = await Promise.all([
      ctx.db.siteNotice.findMany({
        ...noticeListing,
        skip: wanted.offset,
        take: wanted.limit,
        include: { author: { select: { username: true } } },
      }),
      ctx.db.siteNotice.count({ where: noticeListing.where }),
    ])
    const records = rows.map((row) => ({
      id: row.id,
      ...wordingOf(row, ctx),
      uid: row.authorId,
      username: row.author?.username ?? null,
      status: row.hidden ? (1 as const) : (0 as const),
      gmtCreate: asDate(row.createdAt),
      gmtModified: asDate(row.updatedAt),
    }))
    return asPage(records, total, wanted)
  },
)
