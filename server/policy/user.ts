import type { Prisma } from '#prisma/generated/client.ts'
import { may, type Viewer } from './viewer.ts'

/**
 * Accounts are public by name, disabled ones too: their names stand beside what they sent, and one row that may not
 * be seen would take the whole list with it.
 */
export const visibleUsers = (_viewer: Viewer): Prisma.UserWhereInput => ({})

/** E-mail and the like: the person, and those who manage accounts. */
export const canSeePrivateFields = (viewer: Viewer, userId: string): boolean =>
  viewer !== null && (viewer.id === userId || may(viewer, 'user.manage'))

/** Logins are shown to and ended by their owner alone. */
export const visibleSessions = (viewer: Viewer): Prisma.SessionWhereInput => ({ userId: viewer?.id ?? '' })
