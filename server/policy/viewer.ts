import type { GroupStanding, Role } from '#prisma/generated/enums.ts'
import type { Venue } from './venue.ts'

/** Permissions, named as on the roles page. REST uses the numbers 1–14 of the reference system (user.rest.ts). */
export const PERMISSIONS = [
  'admin.enter',
  'problem.manage',
  'problem.publish',
  'problem.manageAny',
  'package.import',
  'submission.create',
  'submission.readAny',
  'contest.manage',
  'contest.manageAny',
  'training.manage',
  'training.manageAny',
  'training.categorize',
  'lesson.manage',
  'judging.rejudge',
  'notice.manage',
  'systemNotice.manage',
  'user.manage',
  'site.configure',
  'audit.read',
  'operation.manageAny',
  'discussion.create',
  'discussion.delete',
  'discussion.edit',
  'discussion.moderate',
  'comment.create',
  'reply.create',
  'group.create',
  'group.delete',
  'group.manageAny',
  'shop.manage',
  'points.grant',
] as const

export type Permission = (typeof PERMISSIONS)[number]

const DISCUSS: Permission[] = [
  'discussion.create',
  'discussion.delete',
  'discussion.edit',
  'comment.create',
  'reply.create',
]
const GROUP: Permission[] = ['group.create', 'group.delete']
const STAFF: Permission[] = [
  'admin.enter',
  'problem.manage',
  'submission.create',
  'contest.manage',
  'training.manage',
  'lesson.manage',
  'discussion.moderate',
  'shop.manage',
  ...DISCUSS,
  ...GROUP,
]

/** Permissions of each role (roles 1000–1008 of the reference system). */
export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  ROOT: PERMISSIONS,
  ADMIN: STAFF,
  PROBLEM_ADMIN: [
    ...STAFF,
    'problem.publish',
    'problem.manageAny',
    'submission.readAny',
    'training.categorize',
  ],
  USER: ['submission.create', ...DISCUSS, ...GROUP],
  NO_SUBMIT: DISCUSS,
  NO_DISCUSS: ['submission.create', 'discussion.delete', 'discussion.edit', 'comment.create', 'reply.create'],
  MUTED: ['submission.create', 'discussion.delete', 'discussion.edit'],
  NO_SUBMIT_NO_DISCUSS: ['discussion.delete', 'discussion.edit', 'comment.create', 'reply.create'],
  NO_SUBMIT_MUTED: ['discussion.delete', 'discussion.edit'],
}

/** Roles that grant a permission. */
export const rolesWith = (permission: Permission): Role[] =>
  (Object.keys(ROLE_PERMISSIONS) as Role[]).filter((role) => ROLE_PERMISSIONS[role].includes(permission))

/** Role of a member in a group; its owner is ROOT. */
export type GroupRole = Extract<GroupStanding, 'MEMBER' | 'ADMIN' | 'ROOT'>

/** Roles of a user by group id, without disabled and disbanded groups. */
export type Groups = ReadonlyMap<number, GroupRole>

export const NO_GROUPS: Groups = new Map()

export type SignedIn = {
  id: string
  username: string
  role: Role
  permissions: ReadonlySet<Permission>
  groups: Groups
}

/** The user who makes the request; null: a guest. */
export type Viewer = SignedIn | null

const SETS = Object.fromEntries(
  Object.entries(ROLE_PERMISSIONS).map(([role, permissions]) => [role, new Set(permissions)]),
) as unknown as Record<Role, ReadonlySet<Permission>>

/** Viewer of an account, with the permissions of its role and its roles in groups. */
export const viewerOf = (
  user: { id: string; username: string; role: Role },
  groups: Groups = NO_GROUPS,
): SignedIn => ({
  id: user.id,
  username: user.username,
  role: user.role,
  permissions: SETS[user.role],
  groups,
})

/** Switches of the site that close an area to everybody, by permission. */
const SWITCHES = {
  'submission.create': { practice: 'openPublicJudge', group: 'openGroupJudge', contest: 'openContestJudge' },
} as const satisfies Partial<Record<Permission, object>>

type Switched = keyof typeof SWITCHES
type Area = keyof (typeof SWITCHES)[Switched]
type Switches = Record<(typeof SWITCHES)[Switched][Area], boolean>

/** A place and the switches of the site, for a permission that depends on them. */
export type SwitchedVenue = { venue: Venue; switches: Switches }

const areaOf = ({ contestId, groupId }: Venue): Area => {
  if (contestId !== null) return 'contest'
  return groupId === null ? 'practice' : 'group'
}

/** Whether the site's switches leave the place open. */
export const isOpen = (permission: Switched, { venue, switches }: SwitchedVenue): boolean =>
  switches[SWITCHES[permission][areaOf(venue)]]

/**
 * Whether the viewer's role grants `permission`; with a place, also whether that is open. Ownership is checked in
 * policy/officials.ts.
 */
export function may(asking: { viewer: Viewer }, permission: Permission): boolean
export function may(asking: { viewer: Viewer }, permission: Switched, place: SwitchedVenue): boolean
export function may({ viewer }: { viewer: Viewer }, permission: Permission, place?: SwitchedVenue): boolean {
  if (!viewer?.permissions.has(permission)) return false
  return place === undefined || isOpen(permission as Switched, place)
}

/** Whether a role may enter the administration. */
export const isStaffRole = (role: Role): boolean => SETS[role].has('admin.enter')

/** Whether the viewer's role may enter the administration. */
export const isStaff = (asking: { viewer: Viewer }): boolean => may(asking, 'admin.enter')
