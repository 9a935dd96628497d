import type { Prisma } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'

/** What stands for the name of an account that was ended; nobody can have it, for its space. */
export const ENDED_NAME = 'deleted user'

/**
 * Accounts are public by name, disabled ones too: their names stand beside what they sent, and one row that may not
 * be seen would take the whole list with it.
 */
export const visibleUsers = (_reader: Reader): Prisma.UserWhereInput => ({})

/** Whom lists of people show, whoever asks. */
export const listedUsers: Prisma.UserWhereInput = { disabled: false }

/** Logins are shown to and ended by their owner alone. */
export const visibleSessions = (reader: Reader): Prisma.SessionWhereInput => ({
  userId: reader.viewer?.id ?? '',
})

export const sight = { user: visibleUsers, session: visibleSessions }

/** What is written down of who did it, by the noun that it is done to. */
export const acts = {
  User: [
    'user.created',
    'user.passwordChanged',
    'user.emailChanged',
    'user.changed',
    'user.passwordSet',
    'user.ended',
  ],
} as const

/** Pages of the administration, and the permission that each needs. */
export const adminPages = { USERS: 'user.manage' } as const
