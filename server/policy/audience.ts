import { type Asked, Lent, NO_STANDING, PersonalRead, type Standing } from './lent.ts'
import { type OwnedContest, organises } from './officials.ts'
import { type Reader, roleIn } from './reader.ts'
import type { Viewer } from './viewer.ts'

/** The one place that a stream is of: a contest, a group, or a contest of a group. */
export type StreamPlace = { contest: OwnedContest | null; groupId: number | null }

/** The place that a contest is. */
export const placeOf = (contest: OwnedContest): StreamPlace => ({
  contest,
  groupId: contest.groupId,
})

/** The same of a stream that is equal for everybody on the site: only a group tells its readers apart. */
export const homeOf = (contest: OwnedContest): StreamPlace | null =>
  contest.groupId === null ? null : placeOf(contest)

/** Equal for viewers who may the same, whoever they are. */
export const rightsText = (viewer: Viewer): string => viewer?.role ?? 'GUEST'

/** What a reader is in a place. */
export const standingIn = (
  reader: Reader,
  { contest, groupId }: StreamPlace,
  ownsNothing = false,
): Standing => ({
  groups: new Map(groupId === null ? [] : [[groupId, roleIn(reader, groupId)]]),
  contest: contest && { id: contest.id, organises: organises(reader, contest) },
  ownsNothing,
})

/** Equal for readers who are the same in the places that a standing is of. */
export const standingText = ({ groups, contest, ownsNothing }: Standing): string =>
  JSON.stringify([[...groups], contest, ownsNothing])

/** What reading somebody's own, or what they are elsewhere, does where only an audience asks. */
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

/** What a viewer may, and is in some places, without who it is. */
export const rightsOf = (viewer: Viewer, standing = NO_STANDING, asked = personalRead()): Viewer =>
  viewer && new Lent(viewer, standing, asked)

/** Who asks for sight: an audience sees what all of it see, which is what somebody sees to whom nothing belongs. */
export const sightReader = (reader: Reader): Reader =>
  reader.viewer instanceof Lent ? { ...reader, viewer: reader.viewer.nobody() } : reader

/** Who asks about a row of a group, or of the site: of what an audience is in groups, that one alone matters. */
export const readerWithin = (reader: Reader, groupId: number | null): Reader => {
  const { viewer } = reader
  if (!(viewer instanceof Lent)) return reader
  if (groupId !== null) roleIn(reader, groupId)
  return { ...reader, viewer: viewer.nowhereElse() }
}

/** The viewer of a row of somebody's which they are not told: an audience without them, or whoever else asks. */
export const without = (viewer: Viewer, userId: string | null): Viewer =>
  userId !== null && viewer instanceof Lent ? viewer.without(userId) : viewer

/**
 * The audience of all for whom a rule of sight is the same filter, and who are the same in a place; null where it
 * depends on who somebody is.
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
