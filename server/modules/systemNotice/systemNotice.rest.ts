import { z } from 'zod'
import type { NoticeAudience } from '#prisma/generated/enums.ts'
import {
  oneOf,
  optionalText,
  pageOf,
  paging,
  requiredNumber,
  requiredText,
} from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, asPage, date, page } from '../../doors/rest/shapes.ts'
import {
  changeSystemNotice,
  createSystemNotice,
  removeSystemNotice,
  systemNoticeListing,
} from './systemNotice.ts'

const TYPES = ['All', 'Single', 'Admin'] as const
type Type = (typeof TYPES)[number]

const TYPE = { ALL: 'All', SINGLE: 'Single', STAFF: 'Admin' } as const satisfies Record<NoticeAudience, Type>
const AUDIENCE = { All: 'ALL', Single: 'SINGLE', Admin: 'STAFF' } as const satisfies Record<
  Type,
  NoticeAudience
>

const restNotice = z
  .object({
    id: z.int(),
    title: z.string(),
    content: z.string().describe('Markdown.'),
    type: z.literal(TYPES).describe('All accounts, a single one, or the staff.'),
    state: z.literal(true).describe('Notices are delivered at once.'),
    adminUsername: z.string().nullable().describe('Author; null when the account was deleted.'),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'AdminSysNotice', description: 'A notice to accounts.' })

router.get(
  '/api/admin/msg/notice',
  'systemNotice.manage',
  {
    summary: 'Notices to accounts, newest first.',
    query: { ...paging(5), type: oneOf(TYPES, null).describe('Only notices of this type.') },
    answer: page(restNotice),
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const { where, orderBy } = systemNoticeListing(ctx, { audience: query.type && AUDIENCE[query.type] })
    const [rows, total] = await Promise.all([
      ctx.db.systemNotice.findMany({
        where,
        orderBy,
        skip: wanted.offset,
        take: wanted.limit,
        include: { author: { select: { username: true } } },
      }),
      ctx.db.systemNotice.count({ where }),
    ])
    const records = rows.map(({ id, title, content, audience, author, createdAt, updatedAt }) => ({
      id,
      title,
      content,
      type: TYPE[audience],
      state: true as const,
      adminUsername: author?.username ?? null,
      gmtCreate: asDate(createdAt),
      gmtModified: asDate(updatedAt),
    }))
    return asPage(records, total, wanted)
  },
)

const words = {
  title: requiredText().describe('Title, 1 to 200 characters.'),
  content: requiredText().describe('Markdown.'),
}

router.post(
  '/api/admin/msg/notice',
  'systemNotice.manage',
  {
    summary: 'Publishes a notice and delivers it at once. Its author is the caller.',
    body: {
      ...words,
      type: oneOf(TYPES, 'All').describe('All accounts, a single one, or the staff.'),
      recipientId: optionalText().describe('uid of the recipient of a Single notice.'),
    },
  },
  async (ctx, { body: { title, content, type, recipientId } }) => {
    const recipient = recipientId ? { id: recipientId } : null
    await createSystemNotice(ctx, { title, content, audience: AUDIENCE[type], recipient })
  },
)

router.put(
  '/api/admin/msg/notice',
  'systemNotice.manage',
  {
    summary: 'Edits a notice and all its copies.',
    body: {
      id: requiredNumber().describe('Number of the notice.'),
      ...words,
      type: oneOf(TYPES, null).describe('Its type, which can no longer be changed.'),
    },
  },
  async (ctx, { body: { id, title, content, type } }) => {
    await changeSystemNotice(ctx, id, { title, content, audience: type && AUDIENCE[type] })
  },
)

router.delete(
  '/api/admin/msg/notice',
  'systemNotice.manage',
  {
    summary: 'Deletes a notice and withdraws its copies.',
    query: { id: requiredNumber().describe('Number of the notice.') },
  },
  (ctx, { query }) => removeSystemNotice(ctx, query.id),
)
