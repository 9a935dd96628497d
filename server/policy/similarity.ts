import type { Prisma } from '#prisma/generated/client.ts'
import { administeredGroups } from './officials.ts'
import type { Reader } from './reader.ts'
import { visibleTrainings } from './training.ts'
import { may } from './viewer.ts'

/**
 * Pairs of trainings that exist for the reader, in groups that they administer. A pair opens the code of both sides to
 * them, also where `canSeeSource` would not: they compare the work of their students.
 */
export const visibleSimilarPairs = (reader: Reader): Prisma.SimilarPairWhereInput => {
  const isAnywhere = may(reader, 'group.manageAny')
  const groupId = isAnywhere ? { not: null } : { in: administeredGroups(reader) }
  return { training: { AND: [{ groupId }, visibleTrainings(reader)] } }
}

export const sight = { similarPair: visibleSimilarPairs }
