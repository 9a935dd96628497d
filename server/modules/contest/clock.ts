import { type ClockKind, lastMomentIn } from '../../clock.ts'
import { type ContestsNow, type ContestTimes, contestsAt, momentsOf, TIMES } from '../../policy/reader.ts'

/** Filter: contests with a deadline now or to come. */
const closing = (now: Date) => ({
  OR: [
    { endsAt: { gt: now } },
    { removedAt: { not: null } },
    { freezesAt: { not: null }, OR: [{ thawsAt: null }, { thawsAt: { gt: now } }] },
  ],
})

const MOMENTS = ['startsAt', 'freezesAt', 'endsAt', 'thawsAt']

/** Clock of contests: upcoming, running, frozen, and deleted. */
export const CONTEST_CLOCK: ClockKind<ContestTimes, ContestsNow> = {
  open: (db, now) => db.contest.findMany({ where: closing(now), select: TIMES, orderBy: { id: 'asc' } }),
  byIds: (db, ids) => db.contest.findMany({ where: { id: { in: ids } }, select: TIMES }),
  lastMoment: (db, now) => lastMomentIn(db, 'Contest', MOMENTS, now),
  isOpen: ({ freezesAt, endsAt, thawsAt, removedAt }, now) =>
    endsAt > now || removedAt !== null || (freezesAt !== null && (thawsAt === null || thawsAt > now)),
  momentsOf,
  at: contestsAt,
  closing(contests, { closed, running, sealed, removed }) {
    const some = contests.filter(
      ({ id }) => closed.has(id) || running.has(id) || sealed.has(id) || removed.has(id),
    )
    return new Map(
      some.map(({ id, type, ownerId }) => {
        const from = sealed.get(id)?.freezesAt ?? null
        return [id, JSON.stringify([type, ownerId, closed.has(id), running.has(id), from, removed.has(id)])]
      }),
    )
  },
  changedBy: ({ name, payload }) => (name === 'contest.changed' ? payload.contestId : null),
  turned: (contestId) => ({ name: 'contest.turned', payload: { contestId } }),
}
