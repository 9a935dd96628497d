import type { Role } from '#prisma/generated/enums.ts'
import type { Context, House } from './context.ts'
import { together } from './core/pacing/together.ts'
import { createRecent, type Recent } from './core/recent.ts'
import { type GroupRole, type Groups, NO_GROUPS, type SignedIn, viewerOf } from './policy/viewer.ts'
import { forgetAnswers } from './requestCache.ts'

/** Cached group roles of a user, with the `standing` number they were read at. */
type Known = { standing: number; groups: Groups }

/** Size of the process's cache, in characters; a membership takes some tens. */
const MOST_KEPT = 4_000_000
/** Size (characters) of a user without groups, and of a group. */
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
 * A user's roles in groups. `standing` is the row's present number; a stale cache entry is reloaded. One
 * statement reads
 * all users requested in a tick.
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

/** The current viewer of an account. */
export const viewerIn = async (
  house: House,
  user: { id: string; username: string; role: Role; standing: number },
): Promise<SignedIn> => viewerOf(user, await groupsOf(house, user.id, user.standing))

/**
 * Reloads the viewer's roles in groups for the rest of the request, after a rule changed them. In a
 * transaction the request
 * gets them after the commit.
 */
export async function renewMemberships(ctx: Context): Promise<void> {
  if (ctx.viewer === null) return
  // Bypasses the cache: a transaction reads uncommitted rows.
  const [row] = await ctx.db.$queryRawUnsafe<Row[]>(LOAD, [ctx.viewer.id])
  ctx.viewer = { ...ctx.viewer, groups: row ? rolesOf(row) : NO_GROUPS }
  forgetAnswers(ctx)
}
