import { z } from 'zod'
import type { Prisma, SiteNotice } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { code, type Page, pageOf, paging, requiredNumber, requiredText } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, asPage, date, page } from '../../doors/rest/shapes.ts'
import {
  findNotice,
  managedNotices,
  noticeListing,
  removeNotice,
  saveNotice,
  wordingOf,
  wordingsOf,
} from './notice.ts'

const restNotice = z
  .object({
    id: z.int(),
    title: z.string(),
    content: z.string().describe('Markdown.'),
    uid: z.string().nullable(),
    username: z.string().nullable().describe('Author; null when the account was deleted.'),
    status: z.literal([0, 1]).describe('1 when it is hidden.'),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'Announcement', description: 'A notice of the site.' })

const WITH_AUTHOR = { include: { author: { select: { username: true } } } } as const

type Row = SiteNotice & { author: { username: string } | null }

const asNotice = (ctx: Context, row: Row) => ({
  id: row.id,
  ...wordingOf(row, ctx),
  uid: row.authorId,
  username: row.author?.username ?? null,
  status: row.hidden ? (1 as const) : (0 as const),
  gmtCreate: asDate(row.createdAt),
  gmtModified: asDate(row.updatedAt),
})

async function pageOfNotices(ctx: Context, wanted: Page, listing: Prisma.SiteNoticeFindManyArgs) {
  const { where, orderBy } = listing
  const [rows, total] = await Promise.all([
    ctx.db.siteNotice.findMany({ where, orderBy, skip: wanted.offset, take: wanted.limit, ...WITH_AUTHOR }),
    ctx.db.siteNotice.count({ where }),
  ])
  return asPage(
    rows.map((row) => asNotice(ctx, row)),
    total,
    wanted,
  )
}

router.get(
  '/api/get-common-announcement',
  'anyone',
  { summary: 'Public notices, newest first.', query: paging(10), answer: page(restNotice) },
  (ctx, { query }) => pageOfNotices(ctx, pageOf(query), noticeListing),
)

router.get(
  '/api/admin/announcement',
  'notice.manage',
  {
    summary: 'All notices, hidden ones too, newest first.',
    query: paging(10),
    answer: page(restNotice),
  },
  async (ctx, { query }) => pageOfNotices(ctx, pageOf(query), await managedNotices(ctx)),
)

const words = {
  title: requiredText().describe("Title, in the caller's language."),
  content: requiredText().describe('Markdown.'),
  status: code(0, { SHOWN: 0, HIDDEN: 1 }).describe('1: visible to administrators only.'),
}

router.post(
  '/api/admin/announcement',
  'notice.manage',
  { summary: 'Creates a notice.', body: words },
  async (ctx, { body: { title, content, status } }) => {
    await saveNotice(ctx, { id: null, texts: { [ctx.locale]: { title, content } }, hidden: status === 1 })
  },
)

router.put(
  '/api/admin/announcement',
  'notice.manage',
  {
    summary: 'Edits a notice; its texts in other languages stay as they are.',
    body: { id: requiredNumber().describe('Number of the notice.'), ...words },
  },
  async (ctx, { body: { id, title, content, status } }) => {
    const before = await findNotice(ctx, id)
    const shown = wordingOf(before, ctx)
    // Clients send the words that they were shown, perhaps in another language, with a change of the status.
    const isNew = title !== shown.title || content !== shown.content
    const texts = { ...wordingsOf(before), ...(isNew ? { [ctx.locale]: { title, content } } : {}) }
    await saveNotice(ctx, { id, texts, hidden: status === 1 })
  },
)

router.delete(
  '/api/admin/announcement',
  'notice.manage',
  {
    summary: 'Deletes a notice permanently.',
    query: { aid: requiredNumber().describe('Number of the notice.') },
  },
  (ctx, { query }) => removeNotice(ctx, query.aid),
)
