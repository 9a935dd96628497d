import type { GroupStanding, Role } from '#prisma/generated/enums.ts'
import type { Venue } from './venue.ts'

/**
 * Everything a role can grant, in the words of the roles page. REST calls them by the numbers 1–14 of the
 * reference system; those stand in user.rest.ts.
 */
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
  'judging.rejudge',
  'notice.manage',
  'user.manage',
  'site.configure',
  'audit.read',
  'operation.manageAny',
  'discussion.create',
  'discussion.delete',
  'discussion.edit',
  'comment.create',
  'reply.create',
  'group.create',
  'group.delete',
  'group.manageAny',
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
  ...DISCUSS,
  ...GROUP,
]

/** What each role may do (behaviour of the reference system, roles 1000–1008). */
export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  ROOT: PERMISSIONS,
  ADMIN: STAFF,
  PROBLEM_ADMIN: [...STAFF, 'problem.publish', 'problem.manageAny', 'submission.readAny'],
  USER: ['submission.create', ...DISCUSS, ...GROUP],
  NO_SUBMIT: DISCUSS,
  NO_DISCUSS: ['submission.create', 'discussion.delete', 'discussion.edit', 'comment.create', 'reply.create'],
  MUTED: ['submission.create', 'discussion.delete', 'discussion.edit'],
  NO_SUBMIT_NO_DISCUSS: ['discussion.delete', 'discussion.edit', 'comment.create', 'reply.create'],
  NO_SUBMIT_MUTED: ['discussion.delete', 'discussion.edit'],
}

/** The roles that grant a permission. */
export const rolesWith = (permission: Permission): Role[] =>
  (Object.keys(ROLE_PERMISSIONS) as Role[]).filter((role) => ROLE_PERMISSIONS[role].includes(permission))

/** What somebody is in a group that they are in. Its owner is ROOT there. */
export type GroupRole = Extract<GroupStanding, 'MEMBER' | 'ADMIN' | 'ROOT'>

/** By its id, what somebody is in each group that they are in; disabled and disbanded ones are nobody's. */
export type Groups = ReadonlyMap<number, GroupRole>

export const NO_GROUPS: Groups = new Map()

export type SignedIn = {
  id: string
  username: string
  role: Role
  permissions: ReadonlySet<Permission>
  groups: Groups
}

/** Who is asking: null is a guest. */
export type Viewer = SignedIn | null

const SETS = Object.fromEntries(
  Object.entries(ROLE_PERMISSIONS).map(([role, permissions]) => [role, new Set(permissions)]),
) as unknown as Record<Role, ReadonlySet<Permission>>

/** The viewer an account is, with the permissions of its role and what it is in groups. */
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

/** The switches that close an area to everybody, by what they close. */
const SWITCHES = {
  'submission.create': { practice: 'openPublicJudge', group: 'openGroupJudge', contest: 'openContestJudge' },
} as const satisfies Partial<Record<Permission, object>>

type Switched = keyof typeof SWITCHES
type Area = keyof (typeof SWITCHES)[Switched]
type Switches = Record<(typeof SWITCHES)[Switched][Area], boolean>

/** Where a permission is asked about, as the switches of the site stand. */
export type SwitchedVenue = { venue: Venue; switches: Switches }

const areaOf = ({ contestId, groupId }: Venue): Area => {
  if (contestId !== null) return 'contest'
  return groupId === null ? 'practice' : 'group'
}

/** Whether the site has not closed the place. */
export const isOpen = (permission: Switched, { venue, switches }: SwitchedVenue): boolean =>
  switches[SWITCHES[permission][areaOf(venue)]]

/**
 * Whether somebody is signed in and their role grants `permission`; in a place, whether that is also open. What is
 * somebody's own is for policy/officials.ts to say.
 */
export function may(asking: { viewer: Viewer }, permission: Permission): boolean
export function may(asking: { viewer: Viewer }, permission: Switched, place: SwitchedVenue): boolean
export function may({ viewer }: { viewer: Viewer }, permission: Permission, place?: SwitchedVenue): boolean {
  if (!viewer?.permissions.has(permission)) return false
  return place === undefined || isOpen(permission as Switched, place)
}

/** Staff are the three roles that may enter the administration. */
export const isStaff = (asking: { viewer: Viewer }): boolean => may(asking, 'admin.enter')
