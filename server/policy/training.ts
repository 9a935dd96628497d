import type { Prisma, Training } from '#prisma/generated/client.ts'
import { managesGroup } from './group.ts'
import { closedHomework, type HomeworkReading, isClosed } from './homework.ts'
import {
  administeredGroups,
  type GroupState,
  managedWhere,
  manages,
  managesIn,
  OF_NO_DISBANDED_GROUP,
  type Pair,
} from './officials.ts'
import { visibleProblems } from './problem.ts'
import { isReader, type Reader, roleIn } from './reader.ts'
import type { VenuePolicy } from './venue.ts'
import { may } from './viewer.ts'

/** Trainings of the site are managed by their owner among staff, and by super administrators (area-rules T11). */
export const TRAININGS: Pair = { own: 'training.manage', any: 'training.manageAny' }

/** A training and the state of its group. `homework`: null for a training without times. */
export type TrainingVenue = Training & { groupState: GroupState; homework: HomeworkReading | null }

export type OwnedTraining = Pick<Training, 'ownerId' | 'groupId'>

/** Columns of a training that `managesTraining` needs. */
export const OWNED_TRAINING = { ownerId: true, groupId: true } as const

/** Whether a reader edits, orders and hides a training (area-rules T11). */
export const managesTraining = (reader: Pick<Reader, 'viewer'>, training: OwnedTraining): boolean =>
  manages(reader, TRAININGS, training)

/**
 * Whether a reader wrote a training and is in its group. They see and enter it also without the role to manage it
 * (area-rules T2, T5, T11).
 */
const wrote = (reader: Reader, { ownerId, groupId }: OwnedTraining): boolean =>
  (groupId === null || roleIn(reader, groupId) !== null) && isReader(reader, ownerId)

/** `wrote` as a filter. */
function writtenTrainings({ viewer }: Reader): Prisma.TrainingWhereInput {
  if (!viewer) return { id: { in: [] } }
  return { ownerId: viewer.id, OR: [{ groupId: null }, { groupId: { in: [...viewer.groups.keys()] } }] }
}

/** Whether a reader enters a training without registering: those who manage it, and its author (area-rules T5). */
export const entersUnregistered = (reader: Reader, training: OwnedTraining): boolean =>
  managesTraining(reader, training) || wrote(reader, training)

/** Trainings a reader manages, as a filter. */
export const managedTrainings = (reader: Reader): Prisma.TrainingWhereInput => {
  if (may(reader, TRAININGS.any)) return OF_NO_DISBANDED_GROUP
  const mine = managedWhere(reader, TRAININGS, 'ownerId')
  return mine.length > 0 ? { OR: mine } : { id: { in: [] } }
}

/** Whether a reader creates trainings on the site (null) or in a group (area-rules T11). */
export const canMakeTrainings = (reader: Reader, groupId: number | null): boolean =>
  managesIn(reader, TRAININGS, groupId)

/** Whether a reader deletes a training: of the site super administrators, of a group those who manage it (area-rules T11). */
export const canRemoveTraining = (reader: Reader, training: OwnedTraining): boolean =>
  may(reader, TRAININGS.any) || (training.groupId !== null && managesTraining(reader, training))

/** Whether a reader creates, changes and deletes categories of trainings. */
export const canCategorizeTrainings = (reader: Reader): boolean => may(reader, 'training.categorize')

/** Trainings of the list of the site (null) or a group, equal for all readers there (area-rules T1, T2). */
export const listedTrainings = (groupId: number | null): Prisma.TrainingWhereInput => ({
  groupId,
  visible: true,
})

/** Visible trainings of the site and of the reader's groups, and those the reader manages (area-rules T2). */
export const visibleTrainings = (reader: Reader): Prisma.TrainingWhereInput => {
  if (may(reader, TRAININGS.any)) return managedTrainings(reader)
  const { viewer } = reader
  const groups = viewer && viewer.groups.size > 0 ? [...viewer.groups.keys()] : []
  const ofGroups = groups.length > 0 ? [{ visible: true, groupId: { in: groups } }] : []
  const own = viewer ? [writtenTrainings(reader)] : []
  return { OR: [listedTrainings(null), ...ofGroups, ...own, ...managedWhere(reader, TRAININGS, 'ownerId')] }
}

/** Whether a training exists for a reader; members alone know those of a group. */
function isKnown(reader: Reader, training: TrainingVenue): boolean {
  const { groupId, visible, groupState } = training
  if (groupState === 'DISBANDED') return false
  const groupIsLive = groupState === 'LIVE'
  // First, because a shared viewer has no id and cannot be asked whether they manage it.
  if (visible && groupIsLive && (groupId === null || roleIn(reader, groupId) !== null)) return true
  return entersUnregistered(reader, training) && (groupIsLive || may(reader, TRAININGS.any))
}

/** A training, and whether the reader is registered for it. */
export type Standing = { training: TrainingVenue; isRegistered: boolean }

/** Refusal codes of trainings. */
export const TRAINING_BARS = ['UNAUTHENTICATED', 'TRAINING_NOT_REGISTERED', 'HOMEWORK_CLOSED'] as const
export type TrainingBar = (typeof TRAINING_BARS)[number]

/**
 * A private training opens to registered users, and homework that closes its problems only within its times; both to
 * those who enter unregistered (area-rules T5, T12, T13).
 */
function barredFromLooking(reader: Reader, { training, isRegistered }: Standing): TrainingBar | null {
  if (!reader.viewer) return 'UNAUTHENTICATED'
  if (managesTraining(reader, training)) return null
  const isUnregistered = training.access === 'PRIVATE' && !isRegistered
  if (!isUnregistered && !isClosed(reader, training.homework)) return null
  // Last, because a shared viewer cannot be asked.
  if (wrote(reader, training)) return null
  return isUnregistered ? 'TRAINING_NOT_REGISTERED' : 'HOMEWORK_CLOSED'
}

export type TrainingBars = Record<'look' | 'submit', TrainingBar> &
  Record<'manage', 'UNAUTHENTICATED' | 'FORBIDDEN'>

const admitted = (reader: Reader): Prisma.TrainingWhereInput => {
  const { viewer } = reader
  if (!viewer) return { id: { in: [] } }
  const entered = { OR: [{ access: 'PUBLIC' as const }, { registrations: { some: { userId: viewer.id } } }] }
  const open = { AND: [entered, { NOT: closedHomework(reader) }] }
  return {
    AND: [visibleTrainings(reader), { OR: [open, writtenTrainings(reader), managedTrainings(reader)] }],
  }
}

/** Access to trainings, by purpose; a group's membership comes before every other rule. */
export const trainingPolicy: VenuePolicy<
  TrainingVenue,
  Standing,
  Prisma.TrainingWhereInput,
  TrainingBars,
  'look' | 'submit' | 'manage'
> = {
  isKnown,
  bar: {
    look: barredFromLooking,
    submit: barredFromLooking,
    manage: (reader, { training }) => {
      if (!reader.viewer) return 'UNAUTHENTICATED'
      return managesTraining(reader, training) ? null : 'FORBIDDEN'
    },
  },
  admitted: { look: admitted, submit: admitted, manage: managedTrainings },
  rights: (reader, { ownerId, groupId, visible, access, password, groupState, homework }) =>
    JSON.stringify([
      ...[ownerId, groupId, visible, access, password, groupState, roleIn(reader, groupId)],
      isClosed(reader, homework),
    ]),
}

/** Enabled accounts without super administrators; in a group those of its present members who are not its roots. */
const ranked = (groupId: number | null): Prisma.UserWhereInput => ({
  disabled: false,
  endedAt: null,
  role: { not: 'ROOT' },
  ...(groupId !== null && {
    memberships: { some: { groupId, standing: { in: ['MEMBER', 'ADMIN'] } } },
    ownedGroups: { none: { id: groupId } },
  }),
})

/** Rows of the rank of a training: ranked accounts without its owner (area-rules T5). */
export const rankedIn = ({ ownerId, groupId }: OwnedTraining): Prisma.UserWhereInput => ({
  id: { not: ownerId },
  ...ranked(groupId),
})

/** Problems of trainings are visible to those who may enter the training and open the problem, and to its managers. */
export const visibleTrainingProblems = (reader: Reader): Prisma.TrainingProblemWhereInput => ({
  OR: [
    { training: admitted(reader), problem: visibleProblems(reader) },
    { training: managedTrainings(reader) },
  ],
})

/**
 * Pairs of trainings that exist for the reader, in groups that they administer. A pair opens the code of both sides to
 * them, also where `canSeeSource` would not: they compare the work of their students.
 */
export const visibleSimilarPairs = (reader: Reader): Prisma.SimilarPairWhereInput => {
  const isAnywhere = may(reader, 'group.manageAny')
  const groupId = isAnywhere ? { not: null } : { in: administeredGroups(reader) }
  return { training: { AND: [{ groupId }, visibleTrainings(reader)] } }
}

export const sight = {
  training: visibleTrainings,
  trainingProblem: visibleTrainingProblems,
  similarPair: visibleSimilarPairs,
}

/** Pages of the administration and the permission each needs. */
export const adminPages = {
  TRAININGS: 'training.manage',
  TRAINING_CATEGORIES: 'training.categorize',
} as const

/** Audited actions, by noun. */
export const acts = {
  Training: [
    'training.created',
    'training.copied',
    'training.changed',
    'training.problemsChanged',
    'training.homeworkChanged',
    'training.similarityChecked',
    'training.similarityMarked',
    'training.extended',
    'training.marked',
    'training.removed',
  ],
  TrainingCategory: ['trainingCategory.created', 'trainingCategory.changed', 'trainingCategory.removed'],
} as const

/** Whether a reader sees the results of all students of a training, and grades them: admins of its group (area-rules T13). */
export const gradesTraining = (reader: Reader, { groupId }: Pick<Training, 'groupId'>): boolean =>
  groupId !== null && managesGroup(reader, groupId)

/** Plain members of a group with ranked accounts: the students of its trainings (`isStudentOf`). */
export const studentsIn = (groupId: number): Prisma.UserWhereInput => ({
  AND: [ranked(groupId), { memberships: { some: { groupId, standing: 'MEMBER' } } }],
})

/** Students of a training of a group, without its owner; in a private one, registered members only. */
export const studentsOf = ({ id, ownerId, groupId, access }: Training): Prisma.UserWhereInput => ({
  AND: [
    studentsIn(groupId ?? 0),
    { id: { not: ownerId } },
    ...(access === 'PRIVATE' ? [{ trainingRegistrations: { some: { trainingId: id } } }] : []),
  ],
})

/** Whether one of `studentsIn` is a student of a training of the group. */
export const isStudentOf = (
  { ownerId, access }: Training,
  { userId, isRegistered }: { userId: string; isRegistered: boolean },
): boolean => userId !== ownerId && (access === 'PUBLIC' || isRegistered)
