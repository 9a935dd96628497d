import type { Prisma } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/** Only super administrators read the audit log. */
export const canReadAudit = (reader: Pick<Reader, 'viewer'>): boolean => may(reader, 'audit.read')

export const visibleAuditEntries = (reader: Reader): Prisma.AuditEntryWhereInput =>
  canReadAudit(reader) ? {} : { id: { in: [] } }

export const sight = { auditEntry: visibleAuditEntries }

/** Pages of the administration and the permission each needs. */
export const adminPages = { AUDIT: 'audit.read' } as const
