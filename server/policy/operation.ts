import type { Prisma } from '#prisma/generated/client.ts'
import { managedContests } from './contest.ts'
import { administeredGroups, CONTESTS, managesSomewhere } from './officials.ts'
import type { Reader } from './reader.ts'
import { may, type Permission } from './viewer.ts'

/**
 * Kinds of long-running work: the permission their owner needs to see them (null: they are the owner's own
 * business, and nobody else's), and whether the list of operations shows
 * them; short ones it does not.
 */
export const OPERATION_KINDS = {
  REJUDGING: { seenWith: 'judging.rejudge', listed: true },
  SINGLE_REJUDGING: { seenWith: 'judging.rejudge', listed: false },
  USER_GENERATION: { seenWith: 'user.manage', listed: true },
  USER_IMPORT: { seenWith: 'user.manage', listed: true },
  PROBLEM_IMPORT: { seenWith: 'problem.manage', listed: true },
  BANK_IMPORT: { seenWith: 'problem.manage', listed: true },
  CONTEST_REMOVAL: { seenWith: 'contest.manageAny', listed: false },
  PROBLEM_EXPORT: { seenWith: 'problem.manage', listed: true },
  // Administrators of the group follow the run, not its operation.
  SIMILARITY_CHECK: { seenWith: 'group.manageAny', listed: false },
  DATA_EXPORT: { seenWith: null, listed: false },
} as const satisfies Record<string, { seenWith: Permission | null; listed: boolean }>

export type OperationKind = keyof typeof OPERATION_KINDS

const KINDS = Object.keys(OPERATION_KINDS) as OperationKind[]

/** Kinds that the list of operations shows. */
export const LISTED_KINDS = KINDS.filter((kind) => OPERATION_KINDS[kind].listed)

/** Kinds that only their owner sees. */
const PRIVATE_KINDS = KINDS.filter((kind) => OPERATION_KINDS[kind].seenWith === null)

/**
 * Operations visible to the reader: their own, while they may do such work on the site or in its group; their exports
 * of a group they administer; rejudgings of contests they manage; all but private ones for super administrators.
 */
export const visibleOperations = (reader: Reader): Prisma.OperationWhereInput => {
  if (!reader.viewer) return { id: { in: [] } }
  const ownerId = reader.viewer.id
  if (may(reader, 'operation.manageAny')) return { OR: [{ kind: { notIn: PRIVATE_KINDS } }, { ownerId }] }
  const ofOwner = { ownerId, kind: { in: PRIVATE_KINDS } }
  const kinds = KINDS.filter((kind) => {
    const { seenWith } = OPERATION_KINDS[kind]
    return seenWith !== null && may(reader, seenWith)
  })
  if (kinds.length === 0 && !managesSomewhere(reader, CONTESTS)) return ofOwner
  const ofGroups = { groupId: { in: administeredGroups(reader) } }
  const place = may(reader, 'problem.manageAny') ? {} : { OR: [{ groupId: null }, ofGroups] }
  return {
    OR: [
      ofOwner,
      { ownerId, kind: { in: kinds }, ...place },
      { ownerId, kind: 'PROBLEM_EXPORT', ...ofGroups },
      { rejudging: { contest: managedContests(reader) } },
    ],
  }
}

/**
 * Filter of the readers who may follow an operation of a kind; equal for all super administrators, unless only its
 * owner sees the kind.
 */
export const followedOperations =
  (kind: OperationKind) =>
  (reader: Reader): Prisma.OperationWhereInput =>
    may(reader, 'operation.manageAny') && !PRIVATE_KINDS.includes(kind) ? {} : visibleOperations(reader)

/** Report lines of visible operations. */
export const visibleOperationLines = (reader: Reader): Prisma.OperationLineWhereInput => ({
  operation: visibleOperations(reader),
})

export const sight = { operation: visibleOperations, operationLine: visibleOperationLines }

/** Audited actions, by noun. */
export const acts = { Operation: ['operation.begun'] } as const
