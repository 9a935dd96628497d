import type { Homework, Training } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../../context.ts'
import { Refusal, unlessRefused } from '../../../core/errors.ts'
import type { AnyEvent } from '../../../events.ts'
import { gradesTraining, listedTrainings } from '../../../policy/training.ts'
import { enter } from '../../../venue.ts'
import { GONE, type Stream, watch } from '../../../watch.ts'
import { GROUP, isAboutGroup } from '../../group/group.ts'
import { TRAINING_PROBLEM_ORDER } from '../problems.ts'
import { dueOf } from './homework.ts'
import { ALL, type MatrixRow, MOST_STUDENTS, rowOfStudent, rowsOfStudents, studentIn } from './matrix.ts'

/** Most homework in a gradebook: the last by due time. */
const MOST_WORKS = 40

/** Longest delay (ms) of a changed row: each reads all homework of a student. */
const ROW_DELAY = 1000

/** Homework in a gradebook: a visible training of the group with times and problems. */
export type Work = { training: Training; homework: Homework; problemIds: readonly number[] }

/** Results of a student in all homework of a group. */
export type GradebookRow = Pick<MatrixRow, 'userId' | 'username' | 'realname' | 'studentNumber'> & {
  groupId: number
  /** Percent of the points of each work, in the order of the works; null: they are no student of it. */
  shares: (number | null)[]
  /** Mean share (percent) of the work that is due for them; null: none is. */
  mean: number | null
}

/** `grades`: the viewer sees the rows of all students, otherwise their own alone. */
export type Gradebook = { groupId: number; grades: boolean; works: Work[]; rows: GradebookRow[] }

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

const toTenth = (figure: number): number => Math.round(figure * 10) / 10

/** A student's row of the gradebook by their rows of the matrices; null: they are no student of that work. */
function gradebookRow(
  groupId: number,
  works: readonly Work[],
  rows: readonly (MatrixRow | null)[],
  now: Date,
): GradebookRow | null {
  const student = rows.find((row) => row !== null)
  if (!student) return null
  const { userId, username, realname, studentNumber } = student
  const exact = rows.map((row, at) => row && row.points / (works[at]?.problemIds.length || 1))
  const due = works.flatMap(({ homework }, at) => {
    const share = exact[at] ?? null
    return share !== null && dueOf(homework, rows[at]?.extension ?? null) <= now ? [share] : []
  })
  return {
    ...{ groupId, userId, username, realname, studentNumber },
    shares: exact.map((share) => share && toTenth(share)),
    mean: due.length > 0 ? toTenth(due.reduce((sum, share) => sum + share, 0) / due.length) : null,
  }
}

/** Rows of all students of a group's homework, by user name. One work after the other: each asks the database five times. */
async function rowsOfAll(
  ctx: Context,
  groupId: number,
  works: readonly Work[],
  most: number,
): Promise<GradebookRow[]> {
  const byStudent = new Map<string, (MatrixRow | null)[]>()
  for (const [at, { training, problemIds }] of works.entries())
    for (const row of await rowsOfStudents(ctx, training, problemIds, most)) {
      const rows = byStudent.get(row.userId) ?? works.map(() => null)
      rows[at] = row
      byStudent.set(row.userId, rows)
    }
  return [...byStudent.values()]
    .flatMap((rows) => gradebookRow(groupId, works, rows, ctx.now) ?? [])
    .sort((one, other) => (one.username.toLowerCase() < other.username.toLowerCase() ? -1 : 1))
}

async function rowOf(
  ctx: Context,
  groupId: number,
  works: readonly Work[],
  userId: string,
): Promise<GradebookRow | null> {
  const rows = []
  for (const { training, problemIds } of works)
    rows.push(await rowOfStudent(ctx, training, userId, problemIds))
  return gradebookRow(groupId, works, rows, ctx.now)
}

const gradesIn = (ctx: Context, groupId: number): boolean => gradesTraining(readerOf(ctx), { groupId })

/**
 * Results in the homework of a group: of at most `most` students for those who grade, the own ones for other members.
 * Refuses viewers who are not in the group.
 */
export async function gradebookOf(ctx: Context, groupId: number, most = MOST_STUDENTS): Promise<Gradebook> {
  await enter(ctx, GROUP, groupId, 'look')
  const works = await worksOf(ctx, groupId)
  const grades = gradesIn(ctx, groupId)
  if (grades) return { groupId, grades, works, rows: await rowsOfAll(ctx, groupId, works, most) }
  const { viewer } = ctx
  const own = viewer && (await rowOf(ctx, groupId, works, viewer.id))
  return { groupId, grades, works, rows: own ? [own] : [] }
}

/** The row of a student, for those who grade and for the student; NOT_FOUND for other viewers. */
export async function findGradebookRow(ctx: Context, groupId: number, userId: string): Promise<GradebookRow> {
  await enter(ctx, GROUP, groupId, 'look')
  authorize(ctx, ctx.viewer !== null)
  const isSeen = gradesIn(ctx, groupId) || ctx.viewer.id === userId
  const row = isSeen && (await rowOf(ctx, groupId, await worksOf(ctx, groupId), userId))
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** Change of a gradebook: a student's row, null when they are no student any more; RESET: works or all rows changed. */
export type GradebookChange = { userId: string; row: GradebookRow | null } | 'RESET'

/** The student whose row an event changed; ALL: the works or every row; null: none. */
function studentOf(event: AnyEvent, groupId: number, works: readonly Work[]): string | null {
  const { name, payload } = event
  if (isAboutGroup(event, groupId)) return ALL
  if (name === 'homework.changed') return payload.groupId === groupId ? (payload.userId ?? ALL) : null
  if (name === 'training.changed') return payload.groupId === groupId ? ALL : null
  for (const { training, problemIds } of works) {
    const userId = studentIn(event, training, problemIds)
    if (userId !== null) return userId
  }
  return null
}

/** The rows of a gradebook that the viewer sees, as they change, until they leave the group. */
export async function watchGradebook(ctx: Context, groupId: number): Promise<Stream<GradebookChange>> {
  requireLogin(ctx)
  await enter(ctx, GROUP, groupId, 'look')
  let works = await worksOf(ctx, groupId)
  const grades = gradesIn(ctx, groupId)
  const viewerId = ctx.viewer?.id
  return watch<string, GradebookChange>(ctx, {
    ...(grades && { sight: (reader) => ({ groupId, grades: gradesTraining(reader, { groupId }) }) }),
    place: { contest: null, groupId },
    concern: (event) => {
      const userId = studentOf(event, groupId, works)
      if (userId === null || !(grades || userId === ALL || userId === viewerId)) return null
      return { key: userId, wait: userId === ALL ? 0 : ROW_DELAY }
    },
    read: async (now, userId) => {
      if (!(await unlessRefused(enter(now, GROUP, groupId, 'look')))) return GONE
      if (gradesIn(now, groupId) !== grades) return GONE
      if (userId !== ALL) return { userId, row: await rowOf(now, groupId, works, userId) }
      works = await worksOf(now, groupId)
      return 'RESET'
    },
  })
}
