import type { Prisma } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/**
 * Accounts are public by name, disabled ones too: their names stand beside what they sent, and one row that may not
 * be seen would take the whole list with it.
 */
export const visibleUsers = (_reader: Reader): Prisma.UserWhereInput => ({})

/** E-mail and the like: the person, and those who manage accounts. */
export const canSeePrivateFields = (reader: Reader, userId: string): boolean =>
  reader.viewer !== null && (reader.viewer.id === userId || may(reader, 'user.manage'))

/** Logins are shown to and ended by their owner alone. */
export const visibleSessions = (reader: Reader): Prisma.SessionWhereInput => ({
  userId: reader.viewer?.id ?? '',
})

export const sight = { user: visibleUsers, session: visibleSessions }
