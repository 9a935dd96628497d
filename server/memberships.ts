import type { Role } from '#prisma/generated/enums.ts'
import type { Context, House } from './context.ts'
import { together } from './core/pacing/together.ts'
import { createRecent, type Recent } from './core/recent.ts'
import { type GroupRole, type Groups, NO_GROUPS, type SignedIn, viewerOf } from './policy/viewer.ts'
import { forgetAnswers } from './requestCache.ts'

/** What somebody was in groups when their standing was this number. */
type Known = { standing: number; groups: Groups }

/** Characters of what is kept in a process, some tens for each membership. */
const MOST_KEPT = 4_000_000
/** What a person counts besides their groups, and a group. */
const LENGTH = { person: 64, group: 16 }

const kept = new WeakMap<House, Recent<Known>>()

const LOAD = `
  select u."id", u."standing",
    coalesce(json_object_agg(m."groupId", m."role") filter (where m."groupId" is not null), '{}') as "groups"
  from "User" u left join lateral (
    select m."groupId", case when g."ownerId" = u."id" then 'ROOT' else m."standing"::text end as "role"
    from "GroupMember" m join "Group" g on g."id" = m."groupId"
    where m."userId" = u."id" and not g."disabled" and g."disbandedAt" is null
      and (m."standing" in ('MEMBER', 'ADMIN', 'ROOT') or g."ownerId" = u."id")
    union
    select g."id", 'ROOT' from "Group" g
    where g."ownerId" = u."id" and not g."disabled" and g."disbandedAt" is null) m on true
  where u."id" = any($1::text[]) group by u."id"`

type Row = { id: string; standing: number; groups: Record<string, GroupRole> }

const rolesOf = ({ groups }: Row): Groups =>
  new Map(Object.entries(groups).map(([groupId, role]) => [Number(groupId), role] as const))

/**
 * The roles of a person in groups; `standing` is the present number of the row. One statement reads all whose number is
 * new to this process and who are asked about in one tick.
 */
export async function groupsOf(house: House, userId: string, standing: number): Promise<Groups> {
  if (standing === 0) return NO_GROUPS
  const all = kept.get(house) ?? createRecent<Known>(MOST_KEPT)
  kept.set(house, all)
  const known = all.get(userId)
  if (known?.standing === standing) return known.groups
  const read = await together<string, Known>(house, 'memberships', userId, async (ids) => {
    const { rows } = await house.database.pool.query<Row>({ name: 'memberships', text: LOAD, values: [ids] })
    const found = new Map<string, Known>()
    for (const row of rows) found.set(row.id, { standing: row.standing, groups: rolesOf(row) })
    return ids.map((id) => found.get(id) ?? { standing: 0, groups: NO_GROUPS })
  })
  all.set(userId, read, { size: LENGTH.person + LENGTH.group * read.groups.size })
  return read.groups
}

/** The viewer that an account is by now. */
export const viewerIn = async (
  house: House,
  user: { id: string; username: string; role: Role; standing: number },
): Promise<SignedIn> => viewerOf(user, await groupsOf(house, user.id, user.standing))

/**
 * Reads the viewer's roles in groups again. A rule that changes them calls it before it answers, so that the rest of the
 * request has the new ones; from within a transaction the request has them once that is committed.
 */
export async function renewMemberships(ctx: Context): Promise<void> {
  if (ctx.viewer === null) return
  // Not what the process keeps: a transaction reads rows that nobody else may see yet.
  const [row] = await ctx.db.$queryRawUnsafe<Row[]>(LOAD, [ctx.viewer.id])
  ctx.viewer = { ...ctx.viewer, groups: row ? rolesOf(row) : NO_GROUPS }
  forgetAnswers(ctx)
}
