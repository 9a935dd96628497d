import type { Homework, HomeworkExtension, Training } from '#prisma/generated/client.ts'
import { type Context, readerOf, requireLogin } from '../../../context.ts'
import { Refusal, unlessRefused } from '../../../core/errors.ts'
import type { AnyEvent } from '../../../events.ts'
import { hasOpened } from '../../../policy/homework.ts'
import { gradesTraining, isStudentOf, listedTrainings, studentsIn } from '../../../policy/training.ts'
import { enter } from '../../../venue.ts'
import { GONE, type Stream, watch } from '../../../watch.ts'
import { GROUP, isAboutGroup } from '../../group/group.ts'
import { dueOf } from '../homework/homework.ts'
import {
  ALL,
  isOfSubmission,
  type MatrixRow,
  MOST_STUDENTS,
  STUDENT,
  type Student,
  studentIn,
} from '../homework/matrix.ts'
import { resultsOf } from '../homework/results.ts'
import { TRAINING_PROBLEM_ORDER } from '../problems.ts'
import {
  type Exam,
  type ExamResult,
  examResults,
  examsOf,
  isOfProblemsToCome,
  studentInExam,
} from './exams.ts'

/** Most homework in a gradebook: the last by due time. */
const MOST_WORKS = 40

/** Longest delay (ms) of a changed row, which reads all homework of a student. */
const ROW_DELAY = 500

/** Homework in a gradebook: a visible training of the group with times and problems. */
export type Work = { training: Training; homework: Homework; problemIds: readonly number[] }

/** Results of a student in all homework and exams of a group. */
export type GradebookRow = Pick<MatrixRow, 'userId' | 'username' | 'realname' | 'studentNumber'> & {
  groupId: number
  /** Percent of the points of each work, in the order of the works; null: they are no student of it. */
  shares: (number | null)[]
  /** Percent of the points of each exam, in the order of the exams; null: not open yet, or they were not expected. */
  examShares: (number | null)[]
  /** Mean share (percent) of the work that is due for them and of the open exams; null: none is. */
  mean: number | null
}

/** `grades`: the viewer sees the rows of all students, otherwise their own alone. */
export type Gradebook = Columns & { groupId: number; grades: boolean; rows: GradebookRow[] }

/** What a gradebook has a column for. */
type Columns = { works: readonly Work[]; exams: readonly Exam[] }

/** Homework of a group by due time, the first due first. */
async function worksOf(ctx: Context, groupId: number): Promise<Work[]> {
  const found = await ctx.db.training.findMany({
    where: { ...listedTrainings(groupId), homework: { isNot: null }, problems: { some: {} } },
    orderBy: [{ homework: { dueAt: 'desc' } }, { id: 'desc' }],
    take: MOST_WORKS,
    include: { homework: true, problems: { orderBy: TRAINING_PROBLEM_ORDER, select: { problemId: true } } },
  })
  const works = found.flatMap(({ homework, problems, ...training }) =>
    homework ? [{ training, homework, problemIds: problems.map(({ problemId }) => problemId) }] : [],
  )
  return works.reverse()
}

async function columnsOf(ctx: Context, groupId: number): Promise<Columns> {
  const [works, exams] = await Promise.all([worksOf(ctx, groupId), examsOf(ctx, groupId)])
  return { works, exams }
}

const toTenth = (figure: number): number => Math.round(figure * 10) / 10

const keyOf = (...parts: readonly (string | number)[]): string => parts.join(' ')

/** What rows are made of, for some students; results and marks by training, student and problem. */
type Parts = {
  points: Map<string, number>
  extensions: Map<string, HomeworkExtension>
  registered: Set<string>
}

async function partsOf(ctx: Context, works: readonly Work[], userIds: readonly string[]): Promise<Parts> {
  const trainingIds = works.map(({ training }) => training.id)
  const where = { trainingId: { in: trainingIds }, userId: { in: [...userIds] } }
  const [results, marks, extensions, registrations] = await Promise.all([
    resultsOf(ctx.db, trainingIds, userIds),
    ctx.db.trainingMark.findMany({ where: { ...where, points: { not: null } } }),
    ctx.db.homeworkExtension.findMany({ where }),
    ctx.db.trainingRegistration.findMany({ where, select: { trainingId: true, userId: true } }),
  ])
  const points = new Map<string, number>()
  // Marks stand in place of the earned points.
  for (const { trainingId, userId, problemId, points: earned } of [...results, ...marks])
    points.set(keyOf(trainingId, userId, problemId), earned ?? 0)
  return {
    points,
    extensions: new Map(extensions.map((row) => [keyOf(row.trainingId, row.userId), row])),
    registered: new Set(registrations.map(({ trainingId, userId }) => keyOf(trainingId, userId))),
  }
}

/** Result of a student in a work. `isDue`: its due time for them has passed. */
type WorkResult = { share: number; isDue: boolean }

/** Result of a student in each work; null: they are no student of it. */
const workResults = (
  works: readonly Work[],
  userId: string,
  { points, extensions, registered }: Parts,
  now: Date,
): (WorkResult | null)[] =>
  works.map(({ training, homework, problemIds }) => {
    const isRegistered = registered.has(keyOf(training.id, userId))
    if (!isStudentOf(training, { userId, isRegistered })) return null
    const earned = problemIds.map((problemId) => points.get(keyOf(training.id, userId, problemId)) ?? 0)
    const extension = extensions.get(keyOf(training.id, userId)) ?? null
    return {
      share: earned.reduce((sum, one) => sum + one, 0) / problemIds.length,
      isDue: dueOf(homework, extension) <= now,
    }
  })

const shareOf = (result: ExamResult | WorkResult | null): number | null =>
  result?.share == null ? null : toTenth(result.share)

/** A student's row; null: they are no student of any work, and expected in no exam. */
function rowOf(
  groupId: number,
  { id: userId, username, realname, number }: Student,
  inWorks: readonly (WorkResult | null)[],
  inExams: readonly (ExamResult | null)[],
): GradebookRow | null {
  if ([...inWorks, ...inExams].every((result) => result === null)) return null
  const due = [
    ...inWorks.flatMap((result) => (result?.isDue ? [result.share] : [])),
    ...inExams.flatMap((result) => result?.share ?? []),
  ]
  return {
    groupId,
    userId,
    username,
    realname,
    studentNumber: number,
    shares: inWorks.map(shareOf),
    examShares: inExams.map(shareOf),
    mean: due.length > 0 ? toTenth(due.reduce((sum, share) => sum + share, 0) / due.length) : null,
  }
}

/** Rows of at most `most` students of a group, by user name; `userId`: of that one alone. */
async function rowsOf(
  ctx: Context,
  groupId: number,
  { works, exams }: Columns,
  { most = 1, userId }: { most?: number; userId?: string },
): Promise<GradebookRow[]> {
  if (works.length === 0 && exams.length === 0) return []
  const students = await ctx.db.user.findMany({
    where: { AND: [studentsIn(groupId), userId === undefined ? {} : { id: userId }] },
    orderBy: [{ usernameKey: 'asc' }],
    take: most,
    select: STUDENT,
  })
  const ids = students.map(({ id }) => id)
  const [parts, inExams] = await Promise.all([partsOf(ctx, works, ids), examResults(ctx, exams, ids)])
  return students.flatMap(
    (student) =>
      rowOf(groupId, student, workResults(works, student.id, parts, ctx.now), inExams(student)) ?? [],
  )
}

const gradesIn = (ctx: Context, groupId: number): boolean => gradesTraining(readerOf(ctx), { groupId })

/**
 * The gradebook of a group: its admins get the rows of at most `most` students, other members their own row. Refuses
 * viewers who are not in the group.
 */
export async function gradebookOf(ctx: Context, groupId: number, most = MOST_STUDENTS): Promise<Gradebook> {
  await enter(ctx, GROUP, groupId, 'look')
  const columns = await columnsOf(ctx, groupId)
  const grades = gradesIn(ctx, groupId)
  const rows = await rowsOf(ctx, groupId, columns, grades ? { most } : { userId: ctx.viewer?.id ?? '' })
  return { ...columns, groupId, grades, rows }
}

/** The row of a student, for admins of the group and the student; NOT_FOUND for other viewers. */
export async function findGradebookRow(ctx: Context, groupId: number, userId: string): Promise<GradebookRow> {
  const isInside = await unlessRefused(enter(ctx, GROUP, groupId, 'look'))
  const isSeen = isInside && (gradesIn(ctx, groupId) || ctx.viewer?.id === userId)
  const [row] = isSeen ? await rowsOf(ctx, groupId, await columnsOf(ctx, groupId), { userId }) : []
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** Change of a gradebook: a student's row, null when they are no student any more; RESET: columns or all rows changed. */
export type GradebookChange = { userId: string; row: GradebookRow | null } | 'RESET'

/** The student whose row an event changed; ALL: the columns or every row; null: none. */
function studentOf(event: AnyEvent, groupId: number, { works, exams }: Columns): string | null {
  const { name, payload } = event
  if (isAboutGroup(event, groupId)) return ALL
  if (name === 'homework.changed') return payload.groupId === groupId ? (payload.userId ?? ALL) : null
  if (name === 'training.changed') return payload.groupId === groupId ? ALL : null
  // The list of exams may have changed.
  if (name === 'administration.changed')
    return payload.list === 'CONTESTS' && payload.groupId === groupId ? ALL : null
  for (const exam of exams) {
    const userId = studentInExam(event, exam)
    if (userId !== null) return userId
  }
  const now = new Date()
  for (const { training, homework, problemIds } of works) {
    // As of a student's own row of homework (matrix.ts).
    if (isOfSubmission(event) && !hasOpened(homework, now)) continue
    const userId = studentIn(event, training, problemIds)
    if (userId !== null) return userId
  }
  return null
}

/** The rows of a gradebook that the viewer sees, as they change, until they leave the group. */
export async function watchGradebook(ctx: Context, groupId: number): Promise<Stream<GradebookChange>> {
  requireLogin(ctx)
  await enter(ctx, GROUP, groupId, 'look')
  let columns = await columnsOf(ctx, groupId)
  const grades = gradesIn(ctx, groupId)
  const viewerId = ctx.viewer?.id
  return watch<string, GradebookChange>(ctx, {
    ...(grades && { sight: (reader) => ({ groupId, grades: gradesTraining(reader, { groupId }) }) }),
    place: { contest: null, groupId },
    concern: (event) => {
      if (!grades && isOfProblemsToCome(event, columns.exams, new Date())) return null
      const userId = studentOf(event, groupId, columns)
      if (userId === null || !(grades || userId === ALL || userId === viewerId)) return null
      // A student's own due times stand beside the row.
      const isOfAll = userId === ALL || (!grades && event.name === 'homework.changed')
      return isOfAll ? { key: ALL, wait: 0 } : { key: userId, wait: ROW_DELAY }
    },
    read: async (now, userId) => {
      if (!(await unlessRefused(enter(now, GROUP, groupId, 'look')))) return GONE
      if (gradesIn(now, groupId) !== grades) return GONE
      if (userId !== ALL) {
        const [row = null] = await rowsOf(now, groupId, columns, { userId })
        return { userId, row }
      }
      columns = await columnsOf(now, groupId)
      return 'RESET'
    },
  })
}
