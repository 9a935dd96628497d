import type { Role } from '#prisma/generated/enums.ts'

/**
 * Everything a role can grant, in the words of the roles page. REST calls them by the numbers 1–14 of the
 * reference system; those stand in user.rest.ts.
 */
export const PERMISSIONS = [
  'admin.enter',
  'problem.manage',
  'problem.publish',
  'problem.manageAny',
  'submission.create',
  'submission.readAny',
  'contest.manage',
  'contest.manageAny',
  'judging.rejudge',
  'notice.manage',
  'user.manage',
  'site.configure',
  'discussion.create',
  'discussion.delete',
  'discussion.edit',
  'comment.create',
  'reply.create',
  'group.create',
  'group.delete',
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

export type SignedIn = {
  id: string
  username: string
  role: Role
  permissions: ReadonlySet<Permission>
}

/** Who is asking: null is a guest. */
export type Viewer = SignedIn | null

const SETS = Object.fromEntries(
  Object.entries(ROLE_PERMISSIONS).map(([role, permissions]) => [role, new Set(permissions)]),
) as unknown as Record<Role, ReadonlySet<Permission>>

/** The viewer an account is, with the permissions of its role. */
export const viewerOf = (user: { id: string; username: string; role: Role }): SignedIn => ({
  id: user.id,
  username: user.username,
  role: user.role,
  permissions: SETS[user.role],
})

/** Whether somebody is signed in and their role grants `permission`. */
export const may = (viewer: Viewer, permission: Permission): boolean =>
  viewer?.permissions.has(permission) ?? false

/** Staff are the three roles that may enter the administration. */
export const isStaff = (viewer: Viewer): boolean => may(viewer, 'admin.enter')
