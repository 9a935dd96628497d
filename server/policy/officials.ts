import type { Contest, Group, Prisma, User } from '#prisma/generated/client.ts'
import { lentOrganiser } from './lent.ts'
import { isReader, type Reader, roleIn } from './reader.ts'
import { may, type Permission, rolesWith } from './viewer.ts'

/**
 * Ownership of contests and problems. `manages` and its filter `managedWhere`: who manages a thing now. `isOfficial`
 * and its filters `officials` and `byOfficials`: whose comments are official and whose rows are not counted;
 * server/officials.ts has that as SQL. Tests compare each pair.
 */
export type Owned = {
  ownerId: string | null
  /** Group of the thing; null: the site. */
  groupId: number | null
}

/** Permissions to manage one's own things of a kind, and anybody's. */
export type Pair = { own: Permission; any: Permission }

export const CONTESTS: Pair = { own: 'contest.manage', any: 'contest.manageAny' }
export const PROBLEMS: Pair = { own: 'problem.manage', any: 'problem.manageAny' }

type Asking = Pick<Reader, 'viewer'>

/** State of the group of a thing; LIVE for things of the site. Nobody sees what a disbanded group owned (area-rules G6). */
export type GroupState = 'LIVE' | 'DISABLED' | 'DISBANDED'

/** Columns of a group that `groupStateOf` needs. */
export const GROUP_STATE = { disabled: true, disbandedAt: true } as const

/** State of a group; null: the site. */
export function groupStateOf(group: Pick<Group, keyof typeof GROUP_STATE> | null | undefined): GroupState {
  if (group?.disbandedAt) return 'DISBANDED'
  return group?.disabled ? 'DISABLED' : 'LIVE'
}

/** Filter for things of the site, and of groups that are not disbanded. */
export const OF_NO_DISBANDED_GROUP = {
  OR: [{ groupId: null }, { group: { disbandedAt: null } }],
} satisfies Prisma.TrainingWhereInput & Prisma.ContestWhereInput & Prisma.DiscussionWhereInput

/**
 * Whether a reader manages a thing now. The role on the site grants `any` everywhere and `own` on the site; in a group
 * ADMIN grants `own`, and ROOT grants `any` (area-rules.md G8, G12).
 */
export function manages(asking: Asking, { own, any }: Pair, { ownerId, groupId }: Owned): boolean {
  if (may(asking, any)) return true
  const role = roleIn(asking, groupId)
  if (role === 'ROOT') return true
  // Last, because a shared viewer has no id.
  return (groupId === null ? may(asking, own) : role === 'ADMIN') && isReader(asking, ownerId)
}

/** Groups in which a reader is ADMIN or ROOT. */
export const administeredGroups = ({ viewer }: Asking): number[] =>
  [...(viewer?.groups ?? [])].filter(([, role]) => role !== 'MEMBER').map(([groupId]) => groupId)

/** Whether a reader is ADMIN or ROOT of any group. */
export const administersSomewhere = (asking: Asking): boolean => administeredGroups(asking).length > 0

/** Whether a reader may manage any thing of a kind. */
export const managesSomewhere = (asking: Asking, { own, any }: Pair): boolean =>
  may(asking, own) || may(asking, any) || administersSomewhere(asking)

/** Whether a reader may own things of a kind on the site (null) or in a group (area-rules.md G8). */
export function managesIn(asking: Asking, { own, any }: Pair, groupId: number | null): boolean {
  if (may(asking, any)) return true
  if (groupId === null) return may(asking, own)
  const role = roleIn(asking, groupId)
  return role === 'ADMIN' || role === 'ROOT'
}

type OwnedWhere<Column extends string> = { [Name in Column]?: string } & { groupId: { in: number[] } | null }

/** Alternatives of a filter for things a reader without `any` manages; empty: none. `column` names the owner. */
export function managedWhere<Column extends string>(
  { viewer }: Asking,
  { own }: Pair,
  column: Column,
): OwnedWhere<Column>[] {
  if (!viewer) return []
  const mine = { [column]: viewer.id } as { [Name in Column]: string }
  const groupsWhere = (lending: 'ADMIN' | 'ROOT') =>
    [...viewer.groups].filter(([, role]) => role === lending).map(([groupId]) => groupId)
  const [administered, rooted] = [groupsWhere('ADMIN'), groupsWhere('ROOT')]
  const alternatives: (OwnedWhere<Column> | false)[] = [
    may({ viewer }, own) && { ...mine, groupId: null },
    administered.length > 0 && { ...mine, groupId: { in: administered } },
    rooted.length > 0 && ({ groupId: { in: rooted } } as OwnedWhere<Column>),
  ]
  return alternatives.filter((one) => one !== false)
}

export type OwnedContest = Pick<Contest, 'id' | 'ownerId' | 'groupId'>

/** Columns of a contest that `organises` needs. */
export const ORGANISED = { id: true, ownerId: true, groupId: true } as const

/** Whether a reader organises a contest, and so sees its hidden parts. */
export const organises = (asking: Asking, contest: OwnedContest): boolean =>
  (asking.viewer && lentOrganiser(asking.viewer, contest.id)) ?? manages(asking, CONTESTS, contest)

type Person = Pick<User, 'id' | 'role'>

/** Roles of the site whose comments are official everywhere. */
export const rolesOf = ({ any }: Pair): User['role'][] => rolesWith(any)

/**
 * Whether a user is official: the owner, also a former manager; users with `any`; and `roots`, the roots of its group.
 */
export const isOfficial = (
  pair: Pair,
  { id, role }: Person,
  { ownerId }: Owned,
  roots: ReadonlySet<string>,
): boolean => id === ownerId || rolesOf(pair).includes(role) || roots.has(id)

/** The owner of a group and its other ROOTs, disabled accounts included. */
export const rootsWhere = (groupId: number): Prisma.UserWhereInput => ({
  OR: [{ ownedGroups: { some: { id: groupId } } }, { memberships: { some: { groupId, standing: 'ROOT' } } }],
})

/** `isOfficial` as a filter for users. */
export const officials = (pair: Pair, { ownerId, groupId }: Owned): Prisma.UserWhereInput => ({
  OR: [
    ...(ownerId === null ? [] : [{ id: ownerId }]),
    { role: { in: rolesOf(pair) } },
    ...(groupId === null ? [] : [rootsWhere(groupId)]),
  ],
})

/** `isOfficial` as a filter for rows with an author. */
export const byOfficials = (pair: Pair, { ownerId, groupId }: Owned) =>
  ({
    OR: [
      ...(ownerId === null ? [] : [{ authorId: ownerId }]),
      { author: { role: { in: rolesOf(pair) } } },
      ...(groupId === null ? [] : [{ author: rootsWhere(groupId) }]),
    ],
  }) satisfies Prisma.CommentWhereInput & Prisma.ReplyWhereInput
