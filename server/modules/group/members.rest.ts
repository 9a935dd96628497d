import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import {
  optionalNumber,
  type Page,
  pageOf,
  paging,
  requiredNumber,
  requiredText,
  text,
} from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asPage, page } from '../../doors/rest/shapes.ts'
import {
  applicationListing,
  changeMember,
  joinGroup,
  leaveGroup,
  memberListing,
  removeMember,
} from './members.ts'
import { asGroupMember, restGroupMember, STANDING_CODE, standingOf, WITH_USER } from './restShapes.ts'

const gid = requiredNumber().describe('Number of the group.')

const listing = {
  ...paging(10),
  gid,
  keyword: text().describe('Part of the username.'),
  auth: optionalNumber(STANDING_CODE).describe('Only this standing.'),
}

async function pageOfMembers(
  ctx: Context,
  wanted: Page,
  { where, orderBy }: Pick<Prisma.GroupMemberFindManyArgs, 'where' | 'orderBy'>,
  hasReasons: boolean,
) {
  const [rows, total] = await Promise.all([
    ctx.db.groupMember.findMany({ where, orderBy, skip: wanted.offset, take: wanted.limit, ...WITH_USER }),
    ctx.db.groupMember.count({ where }),
  ])
  return asPage(
    rows.map((row) => asGroupMember(row, hasReasons)),
    total,
    wanted,
  )
}

const filterOf = ({ keyword, auth }: { keyword: string; auth: number | null }) => ({
  keyword,
  standing: standingOf(auth),
})

router.get(
  '/api/group/get-member-list',
  'login',
  {
    summary: 'Members of a group, newest first, for its members.',
    query: listing,
    answer: page(restGroupMember),
  },
  async (ctx, { query }) =>
    pageOfMembers(ctx, pageOf(query), await memberListing(ctx, query.gid, filterOf(query)), false),
)

router.get(
  '/api/group/get-apply-list',
  'login',
  {
    summary: 'Members and applications of a group with their reasons, newest first, for its administrators.',
    query: listing,
    answer: page(restGroupMember),
  },
  async (ctx, { query }) =>
    pageOfMembers(ctx, pageOf(query), await applicationListing(ctx, query.gid, filterOf(query)), true),
)

// The parameters come in the query (area-rules G14).
router.post(
  '/api/group/member',
  'login',
  {
    summary: 'Joins a public group, or applies to another.',
    query: {
      gid,
      code: text().describe('Code of a group that asks for it.'),
      reason: text().describe('Reason of an application, 5 to 100 characters.'),
    },
  },
  async (ctx, { query: { gid, code, reason } }) => {
    await joinGroup(ctx, gid, { code, reason })
  },
)

router.put(
  '/api/group/member',
  'login',
  {
    summary: 'Changes the standing of a member, or answers an application.',
    body: {
      gid,
      uid: requiredText().describe('Id of the user.'),
      auth: requiredNumber(STANDING_CODE).describe('The new standing.'),
    },
  },
  async (ctx, { body: { gid, uid, auth } }) => {
    await changeMember(ctx, gid, uid, standingOf(auth) ?? '')
  },
)

router.delete(
  '/api/group/member',
  'login',
  {
    summary: 'Removes a member from a group, or an application.',
    query: { gid, uid: requiredText().describe('Id of the user.') },
  },
  async (ctx, { query }) => {
    await removeMember(ctx, query.gid, query.uid)
  },
)

router.delete(
  '/api/group/member/exit',
  'login',
  { summary: 'Leaves a group.', query: { gid } },
  async (ctx, { query }) => {
    await leaveGroup(ctx, query.gid)
  },
)
