import type { Prisma } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'
import { may } from './viewer.ts'

/** Who did what: for super administrators, who alone can do most of it. */
export const visibleAuditEntries = (reader: Reader): Prisma.AuditEntryWhereInput =>
  may(reader, 'audit.read') ? {} : { id: { in: [] } }

export const sight = { auditEntry: visibleAuditEntries }
