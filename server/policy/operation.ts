import type { Prisma } from '#prisma/generated/client.ts'
import { managedContests } from './contest.ts'
import { administeredGroups, CONTESTS, managesSomewhere } from './officials.ts'
import type { Reader } from './reader.ts'
import { may, type Permission } from './viewer.ts'

/**
 * Every kind of long work: the permission that its owner needs to see it, and whether it stands in the list of
 * operations; what is over in a moment does not.
 */
export const OPERATION_KINDS = {
  REJUDGING: { seenWith: 'judging.rejudge', listed: true },
  SINGLE_REJUDGING: { seenWith: 'judging.rejudge', listed: false },
  USER_GENERATION: { seenWith: 'user.manage', listed: true },
  USER_IMPORT: { seenWith: 'user.manage', listed: true },
  PROBLEM_IMPORT: { seenWith: 'problem.manage', listed: true },
  CONTEST_REMOVAL: { seenWith: 'contest.manageAny', listed: false },
  PROBLEM_EXPORT: { seenWith: 'problem.manage', listed: true },
} as const satisfies Record<string, { seenWith: Permission; listed: boolean }>

export type OperationKind = keyof typeof OPERATION_KINDS

const KINDS = Object.keys(OPERATION_KINDS) as OperationKind[]

/** The kinds that stand in the list of operations. */
export const LISTED_KINDS = KINDS.filter((kind) => OPERATION_KINDS[kind].listed)

/**
 * One's own operations, as long as one may do such work on the site and, in a group, administers it or every problem; one's
 * own exports of a group that one administers; the rejudgings of contests that one manages; all of them for super
 * administrators.
 */
export const visibleOperations = (reader: Reader): Prisma.OperationWhereInput => {
  if (may(reader, 'operation.manageAny')) return {}
  const kinds = KINDS.filter((kind) => may(reader, OPERATION_KINDS[kind].seenWith))
  if (!reader.viewer || (kinds.length === 0 && !managesSomewhere(reader, CONTESTS))) return { id: { in: [] } }
  const ownerId = reader.viewer.id
  const ofGroups = { groupId: { in: administeredGroups(reader) } }
  const place = may(reader, 'problem.manageAny') ? {} : { OR: [{ groupId: null }, ofGroups] }
  return {
    OR: [
      { ownerId, kind: { in: kinds }, ...place },
      { ownerId, kind: 'PROBLEM_EXPORT', ...ofGroups },
      { rejudging: { contest: managedContests(reader) } },
    ],
  }
}

/** The lines of the reports of those. */
export const visibleOperationLines = (reader: Reader): Prisma.OperationLineWhereInput => ({
  operation: visibleOperations(reader),
})

export const sight = { operation: visibleOperations, operationLine: visibleOperationLines }

/** What is written down of who did it, by the noun that it is done to. */
export const acts = { Operation: ['operation.begun'] } as const
