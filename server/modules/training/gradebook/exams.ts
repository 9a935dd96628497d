import type { Contest } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../../context.ts'
import type { AnyEvent } from '../../../events.ts'
import { examsIn, isExpected } from '../../../policy/contest.ts'
import { scoreboardOf } from '../../scoreboard/boards.ts'
import { ALL, type Student } from '../homework/matrix.ts'

/** Most exams in a gradebook: the last by end. */
const MOST_EXAMS = 40

/** An exam of a group. `isOpen`: it has ended, and no outcome is hidden. */
export type Exam = { contest: Contest; isOpen: boolean }

/** Exams of a group with problems by end, the first first. */
export async function examsOf(ctx: Context, groupId: number): Promise<Exam[]> {
  const found = await ctx.db.contest.findMany({
    where: { ...examsIn(groupId), problems: { some: { removedAt: null } } },
    orderBy: [{ endsAt: 'desc' }, { id: 'desc' }],
    take: MOST_EXAMS,
  })
  const { sealed } = readerOf(ctx).contests
  return found
    .reverse()
    .map((contest) => ({ contest, isOpen: contest.endsAt <= ctx.now && !sealed.has(contest.id) }))
}

/** Percent of the points of an exam by user, from its final board; disqualified users have none. */
async function sharesOn(ctx: Context, contest: Contest): Promise<Map<string, number>> {
  const { board, problems } = await scoreboardOf(ctx, contest)
  const { rows } = board.table({ sealed: false, late: false, withoutStars: false, withDisqualified: false })
  const points = contest.type === 'ACM' ? problems.length : problems.reduce((sum, { full }) => sum + full, 0)
  // Points that were lowered since may leave more than all of them.
  const shareOf = (gain: number) => (points > 0 ? Math.min(100, (100 * gain) / points) : 0)
  return new Map(rows.map(({ userId, gain }) => [userId, shareOf(gain)]))
}

/** Result of a student in an exam. `share`: percent of its points; null: it is not open yet. */
export type ExamResult = { share: number | null }

/** Result of a student in each exam; null: they are not expected there, and have none. */
type ExamResults = (student: Student) => (ExamResult | null)[]

/** Reads the results of students in exams. */
export async function examResults(
  ctx: Context,
  exams: readonly Exam[],
  userIds: readonly string[],
): Promise<ExamResults> {
  const [shares, registrations] = await Promise.all([
    Promise.all(exams.map(({ contest, isOpen }) => (isOpen ? sharesOn(ctx, contest) : null))),
    ctx.db.participation.findMany({
      where: {
        contestId: { in: exams.map(({ contest }) => contest.id) },
        userId: { in: [...userIds] },
        registeredAt: { not: null },
      },
      select: { contestId: true, userId: true },
    }),
  ])
  const registered = new Set(registrations.map(({ contestId, userId }) => `${contestId} ${userId}`))
  return ({ id: userId, username }) =>
    exams.map(({ contest, isOpen }, at) => {
      const share = shares[at]?.get(userId)
      if (share !== undefined) return { share }
      const isRegistered = registered.has(`${contest.id} ${userId}`)
      return isExpected(contest, { userId, username, isRegistered }) ? { share: isOpen ? 0 : null } : null
    })
}

/**
 * Whether an event says that problems of an exam to come changed, which its students do not know yet: the time of a public
 * problem's change would tell that the exam has it.
 */
export const isOfProblemsToCome = ({ name, payload }: AnyEvent, exams: readonly Exam[], now: Date): boolean =>
  name === 'contest.changed' &&
  payload.ofProblems === true &&
  exams.some(({ contest: { id, startsAt } }) => id === payload.contestId && startsAt > now)

/** The student whose result in an exam an event changed; ALL: every one; null: none. */
export function studentInExam({ name, payload }: AnyEvent, { contest: { id }, isOpen }: Exam): string | null {
  switch (name) {
    case 'contest.changed':
    case 'contest.turned':
      return payload.contestId === id ? ALL : null
    case 'participation.changed':
      return payload.contestId === id ? payload.userId : null
    case 'submission.judged':
    case 'submission.changed':
    case 'submission.counted':
      return isOpen && payload.contestId === id ? payload.userId : null
    default:
      return null
  }
}
