import type { Role } from '#prisma/generated/enums.ts'

/** Codes and names of roles in REST, with the reference system's odd spelling. */
export const REST_ROLES: Record<Role, { id: number; name: string }> = {
  ROOT: { id: 1000, name: 'root' },
  ADMIN: { id: 1001, name: 'admin' },
  USER: { id: 1002, name: 'default_user' },
  NO_SUBMIT: { id: 1003, name: 'no_subimit_user' },
  NO_DISCUSS: { id: 1004, name: 'no_discuss_user' },
  MUTED: { id: 1005, name: 'mute_user' },
  NO_SUBMIT_NO_DISCUSS: { id: 1006, name: 'no_submit_no_discuss_user' },
  NO_SUBMIT_MUTED: { id: 1007, name: 'no_submit_mute_user' },
  PROBLEM_ADMIN: { id: 1008, name: 'problem_admin' },
}

/** Codes of roles, by name. */
export const ROLE_CODE = Object.fromEntries(Object.values(REST_ROLES).map(({ id, name }) => [name, id]))
