import type { Training } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { unlessRefused } from '../../core/errors.ts'
import type { Reader } from '../../policy/reader.ts'
import { managesTraining } from '../../policy/training.ts'
import { enter, find } from '../../venue.ts'
import { ALL_ROWS, type ChangedRow, changedRow, GONE, type Stream, watch, watchRows } from '../../watch.ts'
import { GROUP, isAboutGroup } from '../group/group.ts'
import { isAboutTraining, TRAINING, type TrainingFilter, trainingListing } from './training.ts'

const LISTED = 'listed'

/** Visible trainings of a place as they are created, changed and removed. */
export async function watchTrainings(
  ctx: Context,
  { groupId }: Pick<TrainingFilter, 'groupId'>,
): Promise<Stream<ChangedRow>> {
  if (groupId !== null) await enter(ctx, GROUP, groupId, 'look')
  return watchRows(ctx, {
    sight: () => ({ groupId }),
    place: groupId === null ? null : { contest: null, groupId },
    concern: (event) => {
      if (event.name === 'trainingCategory.changed') return ALL_ROWS
      if (event.name !== 'training.changed' || event.payload.groupId !== groupId) return null
      const { trainingId, wasListed } = event.payload
      return { key: trainingId, about: wasListed ? LISTED : '', wait: 0 }
    },
    read: async (now, id, about) => {
      const { where } = await trainingListing(now, { groupId })
      const row = await now.db.training.findFirst({ where: { AND: [{ id }, where] }, select: { id: true } })
      return changedRow(id, about === LISTED, row !== null)
    },
  })
}

/** A training after each change of it, its problems and its registrations, until it no longer exists for the subscriber. */
export async function watchTraining(ctx: Context, id: number): Promise<Stream<Training>> {
  const training = await find(ctx, TRAINING, id, 'look')
  const manages = managesTraining(readerOf(ctx), training)
  // An author who does not manage it has a stream of their own: they enter it without being registered.
  const isOwn = !manages && ctx.viewer?.id === training.ownerId
  return watch<number, Training>(ctx, {
    ...(!isOwn && { sight: (reader: Reader) => ({ id, manages: managesTraining(reader, training) }) }),
    place: training.groupId === null ? null : { contest: null, groupId: training.groupId },
    concern: (event) => {
      const isAbout = isAboutTraining(event) && event.payload.trainingId === id
      if (!isAbout && !isAboutGroup(event, training.groupId)) return null
      return manages || isOwn ? { key: id, wait: 0 } : { key: id, wait: 0, of: training.ownerId }
    },
    read: async (now) => (await unlessRefused(find(now, TRAINING, id, 'look'))) ?? GONE,
  })
}
