import type { Participation, Prisma, User } from '#prisma/generated/client.ts'
import type { Context } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { literally } from '../../../core/literally.ts'
import { emit, transact } from '../../../events.ts'
import { record } from '../../audit/audit.ts'
import { usernameKeyOf } from '../../user/username.ts'
import { findManagedContest, lockContest } from './organising.ts'

/** A participant: a user who registered, submitted or was given a seat. */
export type Participant = {
  contestId: number
  user: User
  part: Pick<Participation, 'registeredAt' | 'disqualifiedAt' | 'seat'> | null
  submissions: number
}

const takesPart = (contestId: number): Prisma.UserWhereInput => ({
  OR: [
    {
      participations: {
        some: {
          contestId,
          OR: [{ registeredAt: { not: null } }, { disqualifiedAt: { not: null } }, { seat: { not: null } }],
        },
      },
    },
    { submissions: { some: { contestId } } },
  ],
})

type Wanted = { keyword?: string | null; disqualified?: boolean | null; skip: number; take: number }

/** Participants of a contest that the viewer organises, by username. */
export async function participantsOf(ctx: Context, contestId: number, wanted: Wanted) {
  await findManagedContest(ctx, contestId)
  const { keyword, disqualified, skip, take } = wanted
  const part = (keyword ?? '').trim().slice(0, 100)
  const contains = { contains: literally(part), mode: 'insensitive' as const }
  const named = {
    OR: [
      { usernameKey: { contains: literally(usernameKeyOf(part)) } },
      { nickname: contains },
      { realname: contains },
    ],
  }
  const where: Prisma.UserWhereInput = {
    AND: [
      takesPart(contestId),
      part ? named : {},
      disqualified ? { participations: { some: { contestId, disqualifiedAt: { not: null } } } } : {},
    ],
  }
  const [total, users] = await Promise.all([
    ctx.db.user.count({ where }),
    ctx.db.user.findMany({ where, orderBy: { usernameKey: 'asc' }, skip, take }),
  ])
  return { total, rows: await asParticipants(ctx, contestId, users) }
}

async function asParticipants(ctx: Context, contestId: number, users: User[]): Promise<Participant[]> {
  const userId = { in: users.map(({ id }) => id) }
  const [parts, counts] = await Promise.all([
    ctx.db.participation.findMany({ where: { contestId, userId } }),
    ctx.db.submission.groupBy({ by: ['userId'], where: { contestId, userId }, _count: true }),
  ])
  const partOf = new Map(parts.map((part) => [part.userId, part]))
  const countOf = new Map(counts.map(({ userId, _count }) => [userId, _count]))
  return users.map((user) => ({
    contestId,
    user,
    part: partOf.get(user.id) ?? null,
    submissions: countOf.get(user.id) ?? 0,
  }))
}

/** Disqualifies a participant, or reinstates them; scoreboards change at once (contest-rules.md 27). */
export async function disqualify(
  ctx: Context,
  contestId: number,
  userId: string,
  { isDisqualified, reason }: { isDisqualified: boolean; reason: string },
): Promise<Participant> {
  return transact(ctx, async (ctx) => {
    await lockContest(ctx, contestId)
    const user = await ctx.db.user.findFirst({ where: { AND: [{ id: userId }, takesPart(contestId)] } })
    if (!user) throw new Refusal('NOT_FOUND')
    const key = { contestId, userId }
    const before = await ctx.db.participation.findUnique({ where: { contestId_userId: key } })
    const was = before?.disqualifiedAt ?? null
    if ((was !== null) !== isDisqualified) {
      const disqualifiedAt = isDisqualified ? ctx.now : null
      await ctx.db.participation.upsert({
        where: { contestId_userId: key },
        create: { ...key, disqualifiedAt },
        update: { disqualifiedAt },
      })
      await record(ctx, 'contest.participantChanged', ['Contest', contestId], {
        before: { [`disqualified.${user.username}`]: was !== null },
        after: { [`disqualified.${user.username}`]: isDisqualified },
        ...(reason.trim() ? { reason: reason.trim().slice(0, 500) } : {}),
      })
      await emit(ctx, 'participation.changed', { contestId, userId })
    }
    const [participant] = await asParticipants(ctx, contestId, [user])
    if (!participant) throw new Refusal('NOT_FOUND')
    return participant
  })
}
