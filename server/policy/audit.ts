import type { Prisma } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/** Who did what: for super administrators, who alone can do most of it. */
export const canReadAudit = (reader: Pick<Reader, 'viewer'>): boolean => may(reader, 'audit.read')

export const visibleAuditEntries = (reader: Reader): Prisma.AuditEntryWhereInput =>
  canReadAudit(reader) ? {} : { id: { in: [] } }

export const sight = { auditEntry: visibleAuditEntries }

/** Pages of the administration, and the permission that each needs. */
export const adminPages = { AUDIT: 'audit.read' } as const
