import { authorize, type Context, readerOf } from '../../context.ts'
import type { AnyEvent, Events } from '../../events.ts'
import { canReadAudit } from '../../policy/audit.ts'
import { CONTESTS, managesIn, PROBLEMS } from '../../policy/officials.ts'
import { canPublishProblems } from '../../policy/problem.ts'
import type { Reader } from '../../policy/reader.ts'
import { canMakeTrainings } from '../../policy/training.ts'
import { may } from '../../policy/viewer.ts'
import { type Stream, watch } from '../../watch.ts'

/** Lists of the administration; those of problems, contests and trainings are of the site or of a group. */
export type AdministrationList = Events['administration.changed']['list'] | 'APPLICATIONS'

/** Whether a reader may read a list of the administration of the site (null) or of a group. */
const READERS: Record<AdministrationList, (reader: Reader, groupId: number | null) => boolean> = {
  PROBLEMS: (reader, groupId) => managesIn(reader, PROBLEMS, groupId),
  CONTESTS: (reader, groupId) => managesIn(reader, CONTESTS, groupId),
  TRAININGS: canMakeTrainings,
  APPLICATIONS: (reader, groupId) => groupId === null && canPublishProblems(reader),
  ACCOUNTS: (reader, groupId) => groupId === null && may(reader, 'user.manage'),
  TAGS: (reader, groupId) => groupId === null && may(reader, 'problem.manageAny'),
  AUDIT: (reader, groupId) => groupId === null && canReadAudit(reader),
}

/** Changes in quick succession are told once within this time (ms). */
const WITHIN = 300

/** Whether an event changes a list of the administration of the site (null) or of a group. */
function changesList({ name, payload }: AnyEvent, list: AdministrationList, groupId: number | null): boolean {
  if (list === 'TRAININGS' && name === 'trainingCategory.changed') return true
  if (name !== 'administration.changed') return false
  if (list === 'APPLICATIONS') return payload.list === 'PROBLEMS' && payload.groupId !== null
  if (payload.list !== list) return false
  // Approved problems of groups are in the site's list, and what is done in groups is in its audit.
  return payload.groupId === groupId || ((list === 'PROBLEMS' || list === 'AUDIT') && groupId === null)
}

/**
 * The list itself after changes of its rows, for viewers who may read it, who load it again. FORBIDDEN for others; the stream ends
 * with the right.
 */
export function watchAdministration(
  ctx: Context,
  list: AdministrationList,
  groupId: number | null,
): Stream<AdministrationList> {
  const reads = (reader: Reader) => READERS[list](reader, groupId)
  authorize(ctx, reads(readerOf(ctx)))
  return watch<number, AdministrationList>(ctx, {
    sight: (reader) => ({ list, groupId, reads: reads(reader) }),
    place: groupId === null ? null : { contest: null, groupId },
    concern: (event) => (changesList(event, list, groupId) ? { key: 0, wait: WITHIN } : null),
    read: async () => list,
  })
}
