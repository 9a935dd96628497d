import { type Asked, Lent, NO_STANDING, PersonalRead, type Standing } from './lent.ts'
import { type OwnedContest, organises } from './officials.ts'
import { type Reader, roleIn } from './reader.ts'
import type { Viewer } from './viewer.ts'

/** Place of a stream: a contest, a group, or a contest or a training of a group. */
export type StreamPlace = {
  contest: OwnedContest | null
  groupId: number | null
  /** Private training that only registered users follow here. */
  trainingId?: number
}

/** Place of a contest. */
export const placeOf = (contest: OwnedContest): StreamPlace => ({
  contest,
  groupId: contest.groupId,
})

/** Place of a stream that is equal for everybody on the site; null unless the contest is of a group. */
export const homeOf = (contest: OwnedContest): StreamPlace | null =>
  contest.groupId === null ? null : placeOf(contest)

/** Access key of a viewer's rights: the role, without the user id. */
export const rightsText = (viewer: Viewer): string => viewer?.role ?? 'GUEST'

/** Roles of a reader in a place. */
export const standingIn = (
  reader: Reader,
  { contest, groupId, trainingId }: StreamPlace,
  ownsNothing = false,
): Standing => ({
  groups: new Map(groupId === null ? [] : [[groupId, roleIn(reader, groupId)]]),
  contest: contest && { id: contest.id, organises: organises(reader, contest) },
  trainingId: trainingId ?? null,
  ownsNothing,
})

/** Key of a standing: equal for readers with the same roles in its places. */
export const standingText = ({ groups, contest, trainingId, ownsNothing }: Standing): string =>
  JSON.stringify([[...groups], contest, trainingId, ownsNothing])

/**
 * Handlers for a shared execution that reads something personal: each calls its callback, then throws a PersonalRead.
 * `onGroup` is called for roles in other groups.
 */
export const personalRead = (
  onPersonal: () => void = () => {},
  onGroup: (groupId: number) => void = onPersonal,
): Asked => {
  const refuse = (): never => {
    throw new PersonalRead('an audience was asked who it is')
  }
  return {
    personal() {
      onPersonal()
      return refuse()
    },
    group(groupId) {
      onGroup(groupId)
      return refuse()
    },
  }
}

/** Shared viewer: the permissions of a viewer and its roles in some places, without a user id. A guest stays null. */
export const rightsOf = (viewer: Viewer, standing = NO_STANDING, asked = personalRead()): Viewer =>
  viewer && new Lent(viewer, standing, asked)

/** Reader for rules of sight: a shared stream is read with the role of its subscribers and no user id. */
export const sightReader = (reader: Reader): Reader =>
  reader.viewer instanceof Lent ? { ...reader, viewer: reader.viewer.nobody() } : reader

/** Reader for a row of a group, or of the site (null): a shared viewer counts as member of that group alone. */
export const readerWithin = (reader: Reader, groupId: number | null): Reader => {
  const { viewer } = reader
  if (!(viewer instanceof Lent)) return reader
  if (groupId !== null) roleIn(reader, groupId)
  return { ...reader, viewer: viewer.nowhereElse() }
}

/** Viewer for a row whose owner is not among its recipients: a shared viewer excludes the owner. */
export const without = (viewer: Viewer, userId: string | null): Viewer =>
  userId !== null && viewer instanceof Lent ? viewer.without(userId) : viewer

/**
 * Key of the audience for which a rule of sight gives the same filter and standing; null when the filter depends on
 * the user id.
 */
export function audienceOf(
  reader: Reader,
  sight: (reader: Reader) => object,
  standing: Standing = NO_STANDING,
): string | null {
  try {
    const filter = sight({ ...reader, viewer: rightsOf(reader.viewer, standing) })
    return JSON.stringify([filter, standingText(standing)])
  } catch (error) {
    if (error instanceof PersonalRead) return null
    throw error
  }
}
