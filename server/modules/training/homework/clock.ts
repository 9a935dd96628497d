import type { Homework } from '#prisma/generated/client.ts'
import { type ClockKind, lastMomentIn } from '../../../clock.ts'
import { HOMEWORK_READING, isClosed } from '../../../policy/homework.ts'
import type { HomeworksNow } from '../../../policy/reader.ts'

type HomeworkTimes = { id: number } & Pick<Homework, keyof typeof HOMEWORK_READING>

const COLUMNS = { trainingId: true, ...HOMEWORK_READING } as const

type Found = Omit<HomeworkTimes, 'id'> & { trainingId: number }

const byTraining = (rows: readonly Found[]): HomeworkTimes[] =>
  rows.map(({ trainingId, ...times }) => ({ id: trainingId, ...times }))

/** Clock of homework that closes its problems before it opens or after it ends (area-rules T13). */
export const HOMEWORK_CLOCK: ClockKind<HomeworkTimes, HomeworksNow> = {
  open: async (db, now) =>
    byTraining(
      await db.homework.findMany({
        where: { closesReading: true, OR: [{ opensAt: { gt: now } }, { endsAt: { gt: now } }] },
        select: COLUMNS,
        orderBy: { trainingId: 'asc' },
      }),
    ),
  byIds: async (db, ids) =>
    byTraining(await db.homework.findMany({ where: { trainingId: { in: ids } }, select: COLUMNS })),
  lastMoment: (db, now) => lastMomentIn(db, 'Homework', ['opensAt', 'endsAt'], now),
  isOpen: ({ closesReading, opensAt, endsAt }, now) =>
    closesReading && ((opensAt !== null && opensAt > now) || (endsAt !== null && endsAt > now)),
  momentsOf: ({ opensAt, endsAt }) => [opensAt, endsAt].filter((moment) => moment !== null),
  at: (_, __, moment) => ({ moment }),
  closing: (rows, homeworks) =>
    new Map(rows.filter((row) => isClosed({ homeworks }, row)).map(({ id }) => [id, 'closed'])),
  changedBy: ({ name, payload }) => (name === 'homework.changed' ? payload.trainingId : null),
  turned: (trainingId) => ({ name: 'homework.turned', payload: { trainingId } }),
}
