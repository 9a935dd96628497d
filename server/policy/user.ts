import type { Prisma, User } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/** Name shown for a deleted account; its space keeps it from being registered. */
export const ENDED_NAME = 'deleted user'

/** Accounts are public by name, disabled ones too: a hidden account would null out every list with one of its rows. */
export const visibleUsers = (_reader: Reader): Prisma.UserWhereInput => ({})

/** Accounts that lists of people show. */
export const listedUsers: Prisma.UserWhereInput = { disabled: false }

/** E-mail, real name, student number and course reach their owner and user administrators (area-rules R11). */
export const canSeePrivate = (reader: Reader, { id }: Pick<User, 'id'>): boolean =>
  reader.viewer?.id === id || may(reader, 'user.manage')

/** Texts and links of a disabled account's home page reach user administrators alone. */
export const canSeeProfile = (reader: Reader, user: Pick<User, 'id' | 'disabled'>): boolean =>
  !user.disabled || canSeePrivate(reader, user)

/** Sessions are visible to their owner alone. */
export const visibleSessions = (reader: Reader): Prisma.SessionWhereInput => ({
  userId: reader.viewer?.id ?? '',
})

export const sight = { user: visibleUsers, session: visibleSessions }

/** Audited actions, by noun. */
export const acts = {
  User: [
    'user.created',
    'user.passwordChanged',
    'user.emailChanged',
    'user.changed',
    'user.passwordSet',
    'user.ended',
    'user.left',
  ],
} as const

/** Pages of the administration and the permission each needs. */
export const adminPages = { USERS: 'user.manage' } as const
