import type { HomeworkExtension, Prisma, Training, TrainingMark } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import type { MatrixCell } from '#server/shared/training/matrixCell.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../../context.ts'
import { Refusal, unlessRefused } from '../../../core/errors.ts'
import type { AnyEvent } from '../../../events.ts'
import { hasOpened } from '../../../policy/homework.ts'
import { gradesTraining, studentsOf } from '../../../policy/training.ts'
import { find } from '../../../venue.ts'
import { GONE, type Stream, watch } from '../../../watch.ts'
import { isAboutGroup } from '../../group/group.ts'
import { TRAINING_PROBLEM_ORDER } from '../problems.ts'
import { TRAINING } from '../training.ts'
import { findGraded } from './homework.ts'
import { type Result, resultsOf } from './results.ts'

/** Most rows of a matrix; the spreadsheet has all. */
export const MOST_STUDENTS = 1000

type Cell = MatrixCell<Verdict>

/** A student with many tries at one problem and no acceptance for days. */
export type Stuck = { problem: number; tries: number; days: number }

/** Row of a matrix: a student's results in the problems of a training. */
export type MatrixRow = {
  trainingId: number
  userId: string
  username: string
  realname: string | null
  studentNumber: string | null
  extension: Pick<HomeworkExtension, 'dueAt' | 'reason' | 'updatedAt'> | null
  cells: Cell[]
  solved: number
  /** Tries of all problems, acceptances included. */
  tries: number
  late: number
  points: number
  lastAt: Date | null
  stuck: Stuck | null
}

/** Columns of a student in tables of results. */
export const STUDENT = { id: true, username: true, realname: true, number: true } satisfies Prisma.UserSelect

export type Student = Prisma.UserGetPayload<{ select: typeof STUDENT }>

/** Tries at one problem from which on a student may be stuck, and days without an acceptance. */
const STUCK = { tries: 5, days: 2 }

const DAY = 24 * 3600_000

/** The problem at which a student is stuck: five tries or more, and no acceptance of any problem for two days. */
export function stuckIn(results: readonly Result[], now: Date): Stuck | null {
  const accepted = results.filter(({ verdict }) => verdict === 'ACCEPTED').map(({ at }) => at.getTime())
  const begun = Math.min(...results.map(({ firstAt }) => firstAt.getTime()))
  const days = Math.floor((now.getTime() - (accepted.length > 0 ? Math.max(...accepted) : begun)) / DAY)
  if (days < STUCK.days) return null
  const [worst] = results
    .filter(({ verdict, tries }) => verdict !== 'ACCEPTED' && tries >= STUCK.tries)
    .sort((one, other) => other.tries - one.tries)
  return worst ? { problem: worst.problemId, tries: worst.tries, days } : null
}

const NO_RESULT = {
  verdict: null,
  tries: 0,
  at: null,
  isLate: false,
  counts: true,
  isJudging: false,
  points: 0,
}

type Marked = Pick<TrainingMark, 'problemId' | 'points' | 'note' | 'updatedAt'> & {
  by: { username: string } | null
}

function cellsOf(results: readonly Result[], marks: readonly Marked[]): Cell[] {
  const cells = new Map<number, Cell>()
  for (const { problemId, verdict, tries, at, isLate, counts, isJudging, points } of results)
    cells.set(problemId, {
      problem: problemId,
      verdict,
      tries,
      at: at.toISOString(),
      isLate,
      counts,
      isJudging,
      points,
      mark: null,
    })
  for (const { problemId, points, note, by, updatedAt } of marks) {
    const cell = cells.get(problemId) ?? { problem: problemId, ...NO_RESULT, mark: null }
    const mark = { points, note, by: by?.username ?? null, at: updatedAt.toISOString() }
    cells.set(problemId, { ...cell, points: points ?? cell.points, mark })
  }
  return [...cells.values()]
}

function rowOf(
  { id, username, realname, number }: Student,
  results: readonly Result[],
  { trainingId, now, marks, extension }: Standing,
): MatrixRow {
  const cells = cellsOf(results, marks)
  const accepted = results.filter(({ verdict }) => verdict === 'ACCEPTED')
  const sum = (figures: readonly number[]) => figures.reduce((all, one) => all + one, 0)
  const last = results.reduce((latest, { lastAt }) => Math.max(latest, lastAt.getTime()), 0)
  return {
    trainingId,
    userId: id,
    username,
    realname,
    studentNumber: number,
    extension,
    cells,
    solved: accepted.filter(({ counts }) => counts).length,
    tries: sum(results.map(({ tries }) => tries)) + accepted.length,
    late: accepted.filter(({ isLate }) => isLate).length,
    points: sum(cells.map(({ points }) => points)),
    lastAt: last > 0 ? new Date(last) : null,
    stuck: stuckIn(results, now),
  }
}

type Standing = {
  trainingId: number
  now: Date
  marks: readonly Marked[]
  extension: MatrixRow['extension']
}

const problemIdsOf = async (ctx: Context, trainingId: number): Promise<number[]> =>
  (
    await ctx.db.trainingProblem.findMany({
      where: { trainingId },
      orderBy: TRAINING_PROBLEM_ORDER,
      select: { problemId: true },
    })
  ).map(({ problemId }) => problemId)

/** What rows of students are made of. */
type Parts = {
  results: readonly Result[]
  marks: readonly (Marked & { userId: string })[]
  extensions: readonly HomeworkExtension[]
}

async function partsOf(
  ctx: Context,
  training: Training,
  userIds: readonly string[],
  problemIds: readonly number[],
): Promise<Parts> {
  const ofStudents = { trainingId: training.id, userId: { in: [...userIds] } }
  const [results, marks, extensions] = await Promise.all([
    resultsOf(ctx.db, [training.id], userIds),
    ctx.db.trainingMark.findMany({
      where: { ...ofStudents, problemId: { in: [...problemIds] } },
      include: { by: { select: { username: true } } },
    }),
    ctx.db.homeworkExtension.findMany({ where: ofStudents }),
  ])
  return { results, marks, extensions }
}

/** Rows of students of a training of a group, in the order of `students`. */
function rowsFor(
  { id: trainingId }: Training,
  students: readonly Student[],
  { results, marks, extensions }: Parts,
  now: Date,
): MatrixRow[] {
  const byUser = <One extends { userId: string }>(rows: readonly One[]) => {
    const found = new Map<string, One[]>()
    for (const row of rows) {
      const known = found.get(row.userId)
      if (known) known.push(row)
      else found.set(row.userId, [row])
    }
    return (userId: string) => found.get(userId) ?? []
  }
  const [resultsBy, marksBy, extensionsBy] = [byUser(results), byUser(marks), byUser(extensions)]
  return students.map((student) =>
    rowOf(student, resultsBy(student.id), {
      trainingId,
      now,
      marks: marksBy(student.id),
      extension: extensionsBy(student.id)[0] ?? null,
    }),
  )
}

/** Rows of the matrix of a training for its graders, by user name; at most `most`. */
export async function matrixRows(
  ctx: Context,
  trainingId: number,
  most = MOST_STUDENTS,
): Promise<MatrixRow[]> {
  const training = await findGraded(ctx, trainingId)
  const [students, problemIds] = await Promise.all([
    ctx.db.user.findMany({
      where: studentsOf(training),
      orderBy: [{ usernameKey: 'asc' }],
      take: most,
      select: STUDENT,
    }),
    problemIdsOf(ctx, trainingId),
  ])
  const userIds = students.map(({ id }) => id)
  return rowsFor(training, students, await partsOf(ctx, training, userIds, problemIds), ctx.now)
}

/** The row of one student; null: they are none. `known`: numbers of the problems, if the caller has them. */
async function rowOfStudent(
  ctx: Context,
  training: Training,
  userId: string,
  known?: readonly number[],
): Promise<MatrixRow | null> {
  const problemIds = known ?? (await problemIdsOf(ctx, training.id))
  const [student, parts] = await Promise.all([
    ctx.db.user.findFirst({ where: { AND: [{ id: userId }, studentsOf(training)] }, select: STUDENT }),
    partsOf(ctx, training, [userId], problemIds),
  ])
  if (!student) return null
  const [row] = rowsFor(training, [student], parts, ctx.now)
  return row ?? null
}

/** The row of a student, for the student and for graders of the training; NOT_FOUND for other viewers. */
export async function findRow(ctx: Context, trainingId: number, userId: string): Promise<MatrixRow> {
  const training = await find(ctx, TRAINING, trainingId, 'look')
  const row = gradesTraining(readerOf(ctx), training)
    ? await rowOfStudent(ctx, training, userId)
    : ctx.viewer?.id === userId && (await ownRow(ctx, trainingId))
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** The viewer's own row in a training of a group; null for viewers who are no students of it. */
export async function ownRow(ctx: Context, trainingId: number): Promise<MatrixRow | null> {
  const { viewer } = ctx
  if (!viewer) return null
  // Grades stay readable while the problems are closed; `studentsOf` asks for the registration.
  const training = await unlessRefused(find(ctx, TRAINING, trainingId, 'look'))
  if (!training) return null
  return training.groupId === null ? null : rowOfStudent(ctx, training, viewer.id)
}

/** Change of a matrix: a student's row, null when they are no student any more; RESET: everything may have changed. */
export type MatrixChange = { userId: string; row: MatrixRow | null } | 'RESET'

export const ALL = ''

/** Whether an event is of a submission. */
export const isOfSubmission = ({ name }: AnyEvent): boolean => name.startsWith('submission.')

/** The student whose row an event changed; ALL: every row; null: none. */
export function studentIn(
  event: AnyEvent,
  { id, groupId }: Training,
  problemIds: readonly number[],
): string | null {
  const { name, payload } = event
  switch (name) {
    case 'submission.created':
    case 'submission.counted':
    // A rejudging with the same verdict as before is judged and not counted.
    case 'submission.judged':
    case 'submission.changed': {
      const { contestId, groupId: place = null, problemId, userId } = payload
      const isOfPlace = contestId === null && (place === null || place === groupId)
      return isOfPlace && problemIds.includes(problemId) ? userId : null
    }
    case 'homework.changed':
      return payload.trainingId === id ? (payload.userId ?? ALL) : null
    case 'training.changed':
      return payload.trainingId === id ? ALL : null
    case 'membership.changed':
      return payload.groupId === groupId ? payload.userId : null
    default:
      return null
  }
}

/** Rows of a matrix as they change, until the subscriber may not see it. */
export async function watchMatrix(ctx: Context, trainingId: number): Promise<Stream<MatrixChange>> {
  requireLogin(ctx)
  const training = await findGraded(ctx, trainingId)
  const { groupId } = training
  let problemIds = await problemIdsOf(ctx, trainingId)
  let current: Training = training
  return watch<string, MatrixChange>(ctx, {
    sight: (reader) => ({ trainingId, grades: gradesTraining(reader, training) }),
    place: { contest: null, groupId },
    concern: (event) => {
      const userId = studentIn(event, training, problemIds)
      if (userId !== null) return { key: userId, wait: 0 }
      return isAboutGroup(event, groupId) ? { key: ALL, wait: 0 } : null
    },
    read: async (now, userId) => {
      const isOfStudent = userId !== ALL
      // The row is read with what is known of the training, whose changes are told as a RESET.
      const [found, row] = await Promise.all([
        unlessRefused(find(now, TRAINING, trainingId, 'look')),
        isOfStudent ? rowOfStudent(now, current, userId, problemIds) : null,
      ])
      if (!found || !gradesTraining(readerOf(now), found)) return GONE
      if (isOfStudent) return { userId, row }
      current = found
      problemIds = await problemIdsOf(now, trainingId)
      return 'RESET'
    },
  })
}

/**
 * The viewer's own row as it changes, until they may not enter the training. No submission before the opening changes it,
 * and none is told: a problem that its students do not know yet would be found by submitting to it.
 */
export async function watchOwnRow(ctx: Context, trainingId: number): Promise<Stream<MatrixRow>> {
  authorize(ctx, (await ownRow(ctx, trainingId)) !== null)
  const { viewer } = ctx
  let training = await find(ctx, TRAINING, trainingId, 'look')
  let problemIds = await problemIdsOf(ctx, trainingId)
  return watch<string, MatrixRow>(ctx, {
    concern: (event) => {
      if (isOfSubmission(event) && !hasOpened(training.homework, new Date())) return null
      const userId = studentIn(event, training, problemIds)
      return userId === viewer.id || userId === ALL ? { key: viewer.id, wait: 0 } : null
    },
    read: async (now) => {
      const found = await unlessRefused(find(now, TRAINING, trainingId, 'look'))
      if (!found) return GONE
      training = found
      problemIds = await problemIdsOf(now, trainingId)
      return rowOfStudent(now, found, viewer.id, problemIds)
    },
  })
}
