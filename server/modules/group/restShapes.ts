import { z } from 'zod'
import type { Group, GroupMember, GroupNotice } from '#prisma/generated/client.ts'
import type { GroupAccess, GroupStanding } from '#prisma/generated/enums.ts'
import { type Context, readerOf } from '../../context.ts'
import { asDate, codeIn, date } from '../../doors/rest/shapes.ts'
import { rootsGroup } from '../../policy/group.ts'

/** Numbers of the reference system for the access to a group. */
export const ACCESS_CODE = { PUBLIC: 1, APPLICATION: 2, CODE: 3 } as const satisfies Record<
  GroupAccess,
  number
>

/** Access of a number; null for any other. */
export const accessOf = (code: number | null): GroupAccess | null =>
  (['PUBLIC', 'APPLICATION', 'CODE'] as const).find((access) => ACCESS_CODE[access] === code) ?? null

/** Numbers of the reference system for the standing of a user in a group. */
export const STANDING_CODE = {
  APPLIED: 1,
  REFUSED: 2,
  MEMBER: 3,
  ADMIN: 4,
  ROOT: 5,
} as const satisfies Record<GroupStanding, number>

/** Standing of a number; null for any other. */
export const standingOf = (code: number | null): GroupStanding | null =>
  (['APPLIED', 'REFUSED', 'MEMBER', 'ADMIN', 'ROOT'] as const).find((one) => STANDING_CODE[one] === code) ??
  null

const optional = z.string().nullable()

const row = {
  id: z.int(),
  avatar: optional,
  name: z.string(),
  shortName: z.string(),
  brief: z.string(),
  description: z.string().describe('Markdown.'),
  owner: z.string().describe('Username of its owner.'),
  auth: codeIn(ACCESS_CODE),
  visible: z.boolean(),
}

/** GroupVO of the reference system. */
export const restGroupRow = z
  .object({ ...row, memberCount: z.int(), gmtCreate: date })
  .meta({ id: 'GroupRow', description: 'A group of the list.' })

/** Group of the reference system. */
export const restGroup = z
  .object({
    ...row,
    uid: z.string().describe('Id of its owner.'),
    status: z.literal([0, 1]).describe('1 when it is closed.'),
    code: optional.describe('Code for applications; null for callers who are not its roots.'),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'Group', description: 'A group.' })

export const WITH_OWNER = { include: { owner: { select: { username: true } } } } as const

type GroupRow = Group & { owner: { username: string } }

const asRow = ({ id, avatar, name, shortName, brief, description, owner, access, visible }: GroupRow) => ({
  id,
  avatar,
  name,
  shortName,
  brief,
  description,
  owner: owner.username,
  auth: ACCESS_CODE[access],
  visible,
})

export const asGroupRow = (group: GroupRow, memberCount: number) => ({
  ...asRow(group),
  memberCount,
  gmtCreate: asDate(group.createdAt),
})

export const asGroup = (ctx: Context, group: GroupRow) => ({
  ...asRow(group),
  uid: group.ownerId,
  status: group.disabled ? (1 as const) : (0 as const),
  code: rootsGroup(readerOf(ctx), group.id) ? group.code : null,
  gmtCreate: asDate(group.createdAt),
  gmtModified: asDate(group.updatedAt),
})

/** GroupMemberVO of the reference system; `gmtModify` is its spelling. */
export const restGroupMember = z
  .object({
    id: z.int(),
    gid: z.int(),
    uid: z.string(),
    username: z.string(),
    auth: codeIn(STANDING_CODE),
    reason: optional.describe('Reason of the application; null in the list of members.'),
    gmtCreate: date,
    gmtModify: date,
  })
  .meta({ id: 'GroupMember', description: 'A member of a group, or an application.' })

export const WITH_USER = { include: { user: { select: { username: true } } } } as const

export const asGroupMember = (
  {
    id,
    groupId,
    userId,
    user,
    standing,
    reason,
    createdAt,
    updatedAt,
  }: GroupMember & {
    user: { username: string }
  },
  hasReason: boolean,
) => ({
  id,
  gid: groupId,
  uid: userId,
  username: user.username,
  auth: STANDING_CODE[standing],
  reason: hasReason ? reason : null,
  gmtCreate: asDate(createdAt),
  gmtModify: asDate(updatedAt),
})

/** AnnouncementVO of the reference system. */
export const restGroupNotice = z
  .object({
    id: z.int(),
    title: z.string(),
    content: z.string().describe('Markdown.'),
    uid: optional,
    username: optional.describe('Author; null when the account was deleted.'),
    status: z.literal([0, 1]).describe('1 when it is hidden.'),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'GroupAnnouncement', description: 'An announcement of a group.' })

export const WITH_AUTHOR = { include: { author: { select: { username: true } } } } as const

export const asGroupNotice = ({
  id,
  title,
  content,
  authorId,
  author,
  hidden,
  createdAt,
  updatedAt,
}: GroupNotice & { author: { username: string } | null }) => ({
  id,
  title,
  content,
  uid: authorId,
  username: author?.username ?? null,
  status: hidden ? (1 as const) : (0 as const),
  gmtCreate: asDate(createdAt),
  gmtModified: asDate(updatedAt),
})
