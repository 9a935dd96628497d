import { expect, vi } from 'vitest'
import type { Contest, Prisma, Submission } from '#prisma/generated/client.ts'
import { emit } from '#server/events.ts'
import { settle } from '#server/modules/judging/settle.ts'
import { contextOf, type Person } from './people.ts'
import type { Site } from './site.ts'

export const MINUTE = 60_000

/** Minutes from now at which a contest starts, freezes, ends and thaws; null: never. */
export const PHASES = {
  before: [10, 60, 90, 120],
  running: [-30, 60, 90, 120],
  frozen: [-60, -30, 60, 90],
  over: [-120, -90, -10, 60],
  'over for long': [-9120, -9090, -9010, null],
  thawed: [-120, -90, -60, -10],
} as const
export type Phase = keyof typeof PHASES

type Times = Pick<Contest, 'startsAt' | 'freezesAt' | 'endsAt' | 'thawsAt'>

/** The times of a contest that is in a phase. */
export function timesOf(phase: Phase): Times & { freezesAt: Date } {
  const [startsAt, freezesAt, endsAt, thawsAt] = PHASES[phase]
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE)
  return {
    startsAt: at(startsAt),
    freezesAt: at(freezesAt),
    endsAt: at(endsAt),
    thawsAt: thawsAt === null ? null : at(thawsAt),
  }
}

/** Tells of a change of contests, and waits until the timetable of the site's process has it. */
export async function tellContest(site: Site, contest: Contest): Promise<void> {
  await emit(contextOf(site, null), 'contest.changed', { contestId: contest.id })
  const known = () => {
    const { closed, running, sealed } = site.house.timetable.at(new Date()).contests
    return closed.get(contest.id) ?? running.get(contest.id) ?? sealed.get(contest.id)
  }
  const isOver = contest.endsAt < new Date()
  await vi.waitFor(() => expect(contest).toMatchObject(known() ?? (isOver ? {} : { id: null })), {
    interval: 2,
  })
}

/** A contest by hand that the site knows of. */
export async function addContest(
  site: Site,
  contest: Times &
    Pick<Prisma.ContestUncheckedCreateInput, 'type' | 'ownerId'> &
    Partial<Prisma.ContestUncheckedCreateInput>,
): Promise<Contest> {
  const made = await site.prisma.contest.create({ data: contest })
  await tellContest(site, made)
  return made
}

type Place = { problemId: number; contestId: number; createdAt: Date }

/** A submission of a contest that was accepted. */
export async function addJudged(
  site: Site,
  person: Person,
  { problemId, contestId, createdAt }: Place,
  fields: Partial<Prisma.SubmissionUncheckedCreateInput> = {},
): Promise<Submission> {
  const sent = await site.prisma.submission.create({
    data: {
      problemId,
      userId: person.id,
      contestId,
      createdAt,
      language: 'cpp17',
      codeLength: 11,
      ip: '127.0.0.1',
      judgedBy: 'host',
      state: 'DONE',
      verdict: 'ACCEPTED',
      score: 100,
      oiRankScore: 12,
      timeMs: 5,
      memoryKb: 900,
      caseCount: 3,
      tape: 'AAA',
      code: { create: { source: `the code of ${person.username}` } },
      ...fields,
    },
  })
  const judgement = await site.prisma.judgement.create({
    data: {
      id: `j${sent.id}`,
      submissionId: sent.id,
      state: 'DONE',
      verdict: 'ACCEPTED',
      task: {},
      runs: { create: { index: 1, verdict: 'ACCEPTED', timeMs: 5, memoryKb: 900 } },
    },
  })
  await site.prisma.submission.update({ where: { id: sent.id }, data: { judgementId: judgement.id } })
  await settle(contextOf(site, null), sent.id)
  return sent
}
