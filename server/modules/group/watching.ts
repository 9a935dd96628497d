import type { Group } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { unlessRefused } from '../../core/errors.ts'
import { isListedGroup, managesGroup } from '../../policy/group.ts'
import { enter, find, mayEnter } from '../../venue.ts'
import { type ChangedRow, changedRow, everything, GONE, type Stream, watch, watchRows } from '../../watch.ts'
import { findGroup, GROUP, isAboutGroup } from './group.ts'
import { findNotice, listedNotices } from './notices.ts'

const LISTED = 'listed'
const aboutOf = (wasListed: boolean) => (wasListed ? LISTED : '')

/** Visible groups of the site as they are created, changed and disbanded. */
export const watchGroups = (ctx: Context): Stream<ChangedRow> =>
  watchRows(ctx, {
    sight: everything,
    concern: ({ name, payload }) =>
      name === 'group.changed' ? { key: payload.groupId, about: aboutOf(payload.wasListed), wait: 0 } : null,
    read: async (now, id, about) => {
      const row = await now.db.group.findUnique({ where: { id } })
      return changedRow(id, about === LISTED, row !== null && isListedGroup(row))
    },
  })

/** Delay (ms) before changed memberships of others are counted. */
const COUNT_WITHIN = 1_000

/** A group now and after each change of it and its memberships, until it no longer exists for the subscriber. */
export async function watchGroup(ctx: Context, id: number): Promise<Stream<Group>> {
  await findGroup(ctx, id)
  return watch<number, Group>(ctx, {
    first: id,
    sight: () => ({ id }),
    place: { contest: null, groupId: id },
    concern: (event) =>
      isAboutGroup(event, id) ? { key: id, wait: event.name === 'group.changed' ? 0 : COUNT_WITHIN } : null,
    read: async (now) => (await unlessRefused(find(now, GROUP, id, 'look'))) ?? GONE,
  })
}

/** Members and applications of a group as they come, change and go, for its administrators. */
export async function watchGroupMembers(ctx: Context, groupId: number): Promise<Stream<ChangedRow>> {
  await enter(ctx, GROUP, groupId, 'manage')
  return watchRows(ctx, {
    sight: (reader) => ({ groupId, manages: managesGroup(reader, groupId) }),
    place: { contest: null, groupId },
    concern: ({ name, payload }) =>
      name === 'membership.changed' && payload.groupId === groupId
        ? { key: payload.memberId, about: aboutOf(payload.wasThere), wait: 0 }
        : null,
    read: async (now, id, about) => {
      if (!(await mayEnter(now, GROUP, groupId, 'manage'))) return null
      const row = await now.db.groupMember.findUnique({ where: { id }, select: { id: true } })
      return changedRow(id, about === LISTED, row !== null)
    },
  })
}

/** Links of a group as they are created, used and revoked, for its administrators. */
export async function watchInvitations(ctx: Context, groupId: number): Promise<Stream<ChangedRow>> {
  await enter(ctx, GROUP, groupId, 'manage')
  return watchRows(ctx, {
    sight: (reader) => ({ groupId, manages: managesGroup(reader, groupId) }),
    place: { contest: null, groupId },
    concern: ({ name, payload }) =>
      name === 'groupInvitation.changed' && payload.groupId === groupId
        ? { key: payload.invitationId, about: aboutOf(!payload.isNew), wait: 0 }
        : null,
    read: async (now, id, about) => {
      if (!(await mayEnter(now, GROUP, groupId, 'manage'))) return null
      const row = await now.db.groupInvitation.findUnique({ where: { id }, select: { id: true } })
      return changedRow(id, about === LISTED, row !== null)
    },
  })
}

/** Visible announcements of a group as they are written, changed and deleted, for its members. */
export async function watchGroupNotices(ctx: Context, groupId: number): Promise<Stream<ChangedRow>> {
  await enter(ctx, GROUP, groupId, 'look')
  return watchRows(ctx, {
    sight: () => ({ groupId }),
    place: { contest: null, groupId },
    concern: ({ name, payload }) =>
      name === 'groupNotice.changed' && payload.groupId === groupId
        ? { key: payload.noticeId, about: aboutOf(payload.wasListed), wait: 0 }
        : null,
    read: async (now, id, about) => {
      if (!(await mayEnter(now, GROUP, groupId, 'look'))) return null
      const row = await findNotice(now, id, listedNotices(groupId).where)
      return changedRow(id, about === LISTED, row !== null)
    },
  })
}
