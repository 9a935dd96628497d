import type { Contest, Prisma, User } from '#prisma/generated/client.ts'
import { lentOrganiser } from './lent.ts'
import { isReader, type Reader, roleIn } from './reader.ts'
import { may, type Permission, rolesWith } from './viewer.ts'

/**
 * Officials are two questions about something that has an owner. Who manages it now: `manages`, and `managedWhere` as a
 * filter. Whose word there is official and whose row is not counted: `isOfficial`, and `officials` and `byOfficials` as
 * filters; server/officials.ts has it as SQL and loads it. Tests hold these to each other.
 */
export type Owned = {
  ownerId: string | null
  /** The group that it is of; null: the site. */
  groupId: number | null
}

/** The permissions to manage things of one kind: those of one's own, and those of anybody. */
export type Pair = { own: Permission; any: Permission }

export const CONTESTS: Pair = { own: 'contest.manage', any: 'contest.manageAny' }
export const PROBLEMS: Pair = { own: 'problem.manage', any: 'problem.manageAny' }

type Asking = Pick<Reader, 'viewer'>

/**
 * Whether a reader manages something now. The role on the site lends `any` everywhere and `own` on the site; in a group
 * ADMIN lends `own`, and ROOT lends `any` (area-rules.md G8, G12).
 */
export function manages(asking: Asking, { own, any }: Pair, { ownerId, groupId }: Owned): boolean {
  if (may(asking, any)) return true
  const role = roleIn(asking, groupId)
  if (role === 'ROOT') return true
  // Asked last: an audience has no id.
  return (groupId === null ? may(asking, own) : role === 'ADMIN') && isReader(asking, ownerId)
}

/** The groups in which a reader is ADMIN or ROOT. */
export const administeredGroups = ({ viewer }: Asking): number[] =>
  [...(viewer?.groups ?? [])].filter(([, role]) => role !== 'MEMBER').map(([groupId]) => groupId)

/** Whether a reader is ADMIN or ROOT of some group. */
export const administersSomewhere = (asking: Asking): boolean => administeredGroups(asking).length > 0

/** Whether there can be anything of a kind that a reader manages. */
export const managesSomewhere = (asking: Asking, { own, any }: Pair): boolean =>
  may(asking, own) || may(asking, any) || administersSomewhere(asking)

/** Whether a reader may have things of a kind on the site (null), or in a group (area-rules.md G8). */
export function managesIn(asking: Asking, { own, any }: Pair, groupId: number | null): boolean {
  if (may(asking, any)) return true
  if (groupId === null) return may(asking, own)
  const role = roleIn(asking, groupId)
  return role === 'ADMIN' || role === 'ROOT'
}

type OwnedWhere<Column extends string> = { [Name in Column]?: string } & { groupId: { in: number[] } | null }

/**
 * What a reader without `any` manages, as alternatives of a filter; none where there is nothing. `column` names the owner.
 */
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

/** The columns of a contest that `organises` asks for. */
export const ORGANISED = { id: true, ownerId: true, groupId: true } as const

/** Whether a reader organises a contest: manages it, and sees of it what only organisers see. */
export const organises = (asking: Asking, contest: OwnedContest): boolean =>
  (asking.viewer && lentOrganiser(asking.viewer, contest.id)) ?? manages(asking, CONTESTS, contest)

type Person = Pick<User, 'id' | 'role'>

/** Roles of the site whose word is official everywhere. */
export const rolesOf = ({ any }: Pair): User['role'][] => rolesWith(any)

/**
 * Whether somebody's word is official: that of its owner, also when they manage it no longer, of those who manage any,
 * and of `roots`, which are the roots of its group.
 */
export const isOfficial = (
  pair: Pair,
  { id, role }: Person,
  { ownerId }: Owned,
  roots: ReadonlySet<string>,
): boolean => id === ownerId || rolesOf(pair).includes(role) || roots.has(id)

/** The owner of a group and the others who are ROOT there, closed or not. */
export const rootsWhere = (groupId: number): Prisma.UserWhereInput => ({
  OR: [{ ownedGroups: { some: { id: groupId } } }, { memberships: { some: { groupId, standing: 'ROOT' } } }],
})

/** The same as `isOfficial` as a filter over people. */
export const officials = (pair: Pair, { ownerId, groupId }: Owned): Prisma.UserWhereInput => ({
  OR: [
    ...(ownerId === null ? [] : [{ id: ownerId }]),
    { role: { in: rolesOf(pair) } },
    ...(groupId === null ? [] : [rootsWhere(groupId)]),
  ],
})

/** The same as a filter over rows that have an author. */
export const byOfficials = (pair: Pair, { ownerId, groupId }: Owned) =>
  ({
    OR: [
      ...(ownerId === null ? [] : [{ authorId: ownerId }]),
      { author: { role: { in: rolesOf(pair) } } },
      ...(groupId === null ? [] : [{ author: rootsWhere(groupId) }]),
    ],
  }) satisfies Prisma.CommentWhereInput & Prisma.ReplyWhereInput
