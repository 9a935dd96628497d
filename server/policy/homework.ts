import type { Homework, Prisma } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'

/** Columns of homework that decide whether its problems are closed. */
export const HOMEWORK_READING = { closesReading: true, opensAt: true, endsAt: true } as const

export type HomeworkReading = Pick<Homework, keyof typeof HOMEWORK_READING>

/** Whether students may not read the problems of homework now (area-rules T13); `closedHomework` is the filter. */
export function isClosed(
  { homeworks }: Pick<Reader, 'homeworks'>,
  homework: HomeworkReading | null,
): boolean {
  if (!homework?.closesReading) return false
  const { opensAt, endsAt } = homework
  return (opensAt !== null && homeworks.moment < opensAt) || (endsAt !== null && endsAt <= homeworks.moment)
}

/** Whether homework has opened: what was submitted before counts for nothing. Null: a training without times. */
export const hasOpened = (homework: Pick<Homework, 'opensAt'> | null, now: Date): boolean =>
  homework === null || homework.opensAt === null || homework.opensAt <= now

/** Trainings whose problems are closed to students now. */
export const closedHomework = ({
  homeworks: { moment },
}: Pick<Reader, 'homeworks'>): Prisma.TrainingWhereInput => ({
  homework: { is: { closesReading: true, OR: [{ opensAt: { gt: moment } }, { endsAt: { lte: moment } }] } },
})
