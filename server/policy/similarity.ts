import type { Prisma, Training } from '#prisma/generated/client.ts'
import { managesGroup } from './group.ts'
import { administeredGroups } from './officials.ts'
import type { Reader } from './reader.ts'
import { type OwnedTraining, rankedIn, visibleTrainings } from './training.ts'
import { may } from './viewer.ts'

/**
 * Whether a reader compares the solutions in a training and sees the pairs: administrators of its group and super
 * administrators. Trainings of the site have no homework. Who reads the code of a pair is decided by `canSeeSource`
 * alone: seeing a pair opens no submission.
 */
export const seesSimilarity = (reader: Reader, { groupId }: Pick<OwnedTraining, 'groupId'>): boolean =>
  groupId !== null && managesGroup(reader, groupId)

/** Pairs of trainings that exist for the reader, in groups that they administer. */
export const visibleSimilarPairs = (reader: Reader): Prisma.SimilarPairWhereInput => {
  const isAnywhere = may(reader, 'group.manageAny')
  const groupId = isAnywhere ? { not: null } : { in: administeredGroups(reader) }
  return { training: { AND: [{ groupId }, visibleTrainings(reader)] } }
}

/**
 * Students whose solutions of a training are compared: members without a role in its group, in a private training those
 * registered for it. Its owner and super administrators are none.
 */
export const comparedStudents = ({
  id,
  access,
  ...training
}: Pick<Training, 'id' | 'access'> & OwnedTraining): Prisma.UserWhereInput => ({
  AND: [
    rankedIn(training),
    { memberships: { some: { groupId: training.groupId ?? -1, standing: 'MEMBER' } } },
    access === 'PRIVATE' ? { trainingRegistrations: { some: { trainingId: id } } } : {},
  ],
})

export const sight = { similarPair: visibleSimilarPairs }
