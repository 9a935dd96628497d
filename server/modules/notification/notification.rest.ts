import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { NotificationAction, NotificationKind } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { optionalNumber, type Page, pageOf, paging, requiredText } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asDate, asHtml, asMarkdown, asPage, date, page } from '../../doors/rest/shapes.ts'
import { cleanNotifications, countUnread, markRead, notificationListing } from './notification.ts'
import { WITH_WORDS, wordingOf } from './wording.ts'

router.get(
  '/api/msg/unread',
  'login',
  {
    summary: "The caller's unread notifications by kind.",
    answer: z.object({ comment: z.int(), reply: z.int(), like: z.int(), sys: z.int(), mine: z.int() }),
  },
  async (ctx) => {
    const { comment, reply, like, sys, mine } = await countUnread(ctx)
    return { comment, reply, like, sys, mine }
  },
)

const optional = z.string().nullable()

/** Actions as the reference system names them. */
const ACTIONS = {
  COMMENT: 'Discuss',
  REPLY: 'Reply',
  MENTION: 'Reply',
  LIKE_POST: 'Like_Post',
  LIKE_COMMENT: 'Like_Discuss',
} as const satisfies Record<NotificationAction, string>

const state = z.boolean().describe('Whether it was read before this answer.')

const restUserMessage = z
  .object({
    id: z.int(),
    action: z.enum(['Discuss', 'Reply', 'Like_Post', 'Like_Discuss']).nullable(),
    sourceId: z.int().nullable(),
    sourceType: z.enum(['Discussion', 'Contest']).nullable(),
    sourceTitle: optional,
    sourceContent: optional.describe('What the sender wrote, at most 200 characters and dots, as HTML.'),
    quoteId: z.int().nullable(),
    quoteType: z.enum(['Comment', 'Reply']).nullable(),
    quoteContent: optional.describe('The words that it is about, at most 100 characters and dots, as HTML.'),
    url: optional.describe('Path of the page it is about.'),
    state,
    senderId: optional,
    senderUsername: optional,
    senderAvatar: optional,
    gmtCreate: date,
  })
  .meta({ id: 'UserMessage', description: 'A notification of what somebody did.' })

const restSystemMessage = z
  .object({
    id: z.int(),
    title: z.string(),
    content: z.string().describe('Markdown.'),
    adminId: optional,
    type: z.enum(['Sys', 'Mine']),
    state,
    gmtCreate: date,
  })
  .meta({ id: 'SystemMessage', description: 'A notification of the site.' })

const COLUMNS = { include: WITH_WORDS } as const satisfies Prisma.NotificationDefaultArgs

type Row = Prisma.NotificationGetPayload<typeof COLUMNS>

/** Type and number in texts such as `Discussion:12`; both null where there is none of these types. */
function placeOf<Type extends string>(text: string | null, types: readonly Type[]) {
  const [name = '', id] = text?.split(':') ?? []
  const type = types.find((one) => one === name) ?? null
  return { id: type === null ? null : Number(id), type }
}

function asUserMessage(row: Row) {
  const { id, action, sourceTitle, words, quote, link, readAt, sender, createdAt } = row
  const source = placeOf(row.subject, ['Discussion', 'Contest'])
  const quoted = placeOf(row.quoted, ['Comment', 'Reply'])
  return {
    id,
    action: action && ACTIONS[action],
    sourceId: source.id,
    sourceType: source.type,
    sourceTitle,
    sourceContent: words && asHtml(words),
    quoteId: quoted.id,
    quoteType: quoted.type,
    quoteContent: quote && asHtml(quote),
    url: link,
    state: readAt !== null,
    senderId: sender?.id ?? null,
    senderUsername: sender?.username ?? null,
    senderAvatar: sender?.avatar ?? null,
    gmtCreate: asDate(createdAt),
  }
}

/** A notice is Markdown already; what the site itself tells is plain text with names in it. */
function asSystemMessage(ctx: Context, row: Row) {
  const { title, content } = wordingOf(ctx, row)
  const isNotice = row.kind === 'SYS'
  return {
    id: row.id,
    title,
    content: isNotice ? content : asMarkdown(content),
    adminId: row.senderId,
    type: isNotice ? ('Sys' as const) : ('Mine' as const),
    state: row.readAt !== null,
    gmtCreate: asDate(row.createdAt),
  }
}

/** A page of a kind. Its rows are marked once they are read, so that the answer says what was new (area-rules M9). */
async function pageOfKind(ctx: Context, kind: NotificationKind, { offset, limit }: Page) {
  const { where, orderBy } = notificationListing(ctx, kind)
  const [rows, total] = await Promise.all([
    ctx.db.notification.findMany({ where, orderBy, skip: offset, take: limit, ...COLUMNS }),
    ctx.db.notification.count({ where }),
  ])
  const fresh = rows.filter(({ readAt }) => readAt === null)
  if (fresh.length > 0) await markRead(ctx, { ids: fresh.map(({ id }) => id) })
  return { rows, total }
}

const OF_PEOPLE = { comment: 'COMMENT', reply: 'REPLY', like: 'LIKE' } as const
const SUMMARIES = {
  comment: "Comments on the caller's posts, newest first; marks them as read.",
  reply: "Replies to the caller's comments and mentions, newest first; marks them as read.",
  like: "Likes of the caller's posts and comments, newest first; marks them as read.",
  sys: 'Notices of the site, newest first; marks them as read.',
  mine: "What happened to the caller's account and submissions, newest first; marks it as read.",
}

for (const name of ['comment', 'reply', 'like'] as const)
  router.get(
    `/api/msg/${name}`,
    'login',
    { summary: SUMMARIES[name], query: paging(5), answer: page(restUserMessage) },
    async (ctx, { query }) => {
      const wanted = pageOf(query)
      const { rows, total } = await pageOfKind(ctx, OF_PEOPLE[name], wanted)
      return asPage(rows.map(asUserMessage), total, wanted)
    },
  )

for (const name of ['sys', 'mine'] as const)
  router.get(
    `/api/msg/${name}`,
    'login',
    { summary: SUMMARIES[name], query: paging(5), answer: page(restSystemMessage) },
    async (ctx, { query }) => {
      const wanted = pageOf(query)
      const { rows, total } = await pageOfKind(ctx, name === 'sys' ? 'SYS' : 'MINE', wanted)
      return asPage(
        rows.map((row) => asSystemMessage(ctx, row)),
        total,
        wanted,
      )
    },
  )

const KINDS = new Map<string, NotificationKind>([
  ['Discuss', 'COMMENT'],
  ['Reply', 'REPLY'],
  ['Like', 'LIKE'],
  ['Sys', 'SYS'],
  ['Mine', 'MINE'],
])

router.delete(
  '/api/msg/clean',
  'login',
  {
    summary: "Removes the caller's notifications of one kind, or one of them.",
    query: {
      type: requiredText().describe('Discuss, Reply, Like, Sys or Mine.'),
      id: optionalNumber().describe('Only this one.'),
    },
  },
  async (ctx, { query: { type, id } }) => {
    const kind = KINDS.get(type)
    if (!kind) throw new Refusal('INVALID_INPUT', { field: 'type' })
    await cleanNotifications(ctx, { kind, id })
  },
)
