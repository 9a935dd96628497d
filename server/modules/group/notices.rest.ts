import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { code, type Page, pageOf, paging, requiredNumber, requiredText } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asPage, page } from '../../doors/rest/shapes.ts'
import {
  changeGroupNotice,
  createGroupNotice,
  managedNoticeListing,
  noticeListing,
  removeGroupNotice,
} from './notices.ts'
import { asGroupNotice, restGroupNotice, WITH_AUTHOR } from './restShapes.ts'

const gid = requiredNumber().describe('Number of the group.')

async function pageOfNotices(
  ctx: Context,
  wanted: Page,
  { where, orderBy }: Pick<Prisma.GroupNoticeFindManyArgs, 'where' | 'orderBy'>,
) {
  const [rows, total] = await Promise.all([
    ctx.db.groupNotice.findMany({ where, orderBy, skip: wanted.offset, take: wanted.limit, ...WITH_AUTHOR }),
    ctx.db.groupNotice.count({ where }),
  ])
  return asPage(rows.map(asGroupNotice), total, wanted)
}

router.get(
  '/api/group/get-announcement-list',
  'login',
  {
    summary: 'Announcements of a group, newest first, for its members.',
    query: { ...paging(10), gid },
    answer: page(restGroupNotice),
  },
  async (ctx, { query }) => pageOfNotices(ctx, pageOf(query), await noticeListing(ctx, query.gid)),
)

router.get(
  '/api/group/get-admin-announcement-list',
  'login',
  {
    summary: 'Announcements of a group, hidden ones too, newest first, for its administrators.',
    query: { ...paging(10), gid },
    answer: page(restGroupNotice),
  },
  async (ctx, { query }) => pageOfNotices(ctx, pageOf(query), await managedNoticeListing(ctx, query.gid)),
)

const words = {
  title: requiredText().describe('Title, 1 to 255 characters.'),
  content: requiredText().describe('Markdown, 1 to 65,535 characters.'),
  status: code(0, { SHOWN: 0, HIDDEN: 1 }).describe('1: visible to administrators of the group only.'),
}

router.post(
  '/api/group/announcement',
  'login',
  { summary: 'Writes an announcement of the caller to the members of a group.', body: { gid, ...words } },
  async (ctx, { body: { gid, title, content, status } }) => {
    await createGroupNotice(ctx, gid, { title, content, hidden: status === 1 })
  },
)

router.put(
  '/api/group/announcement',
  'login',
  {
    summary: 'Edits, shows or hides an announcement of a group.',
    body: { id: requiredNumber().describe('Number of the announcement.'), ...words },
  },
  async (ctx, { body: { id, title, content, status } }) => {
    await changeGroupNotice(ctx, id, { title, content, hidden: status === 1 })
  },
)

router.delete(
  '/api/group/announcement',
  'login',
  {
    summary: 'Deletes an announcement of a group permanently.',
    query: { aid: requiredNumber().describe('Number of the announcement.') },
  },
  async (ctx, { query }) => {
    await removeGroupNotice(ctx, query.aid)
  },
)
