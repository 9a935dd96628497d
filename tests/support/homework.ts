import type { Prisma } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import { settle } from '#server/modules/judging/settle.ts'
import { globalId } from './judgeable.ts'
import { contextOf } from './people.ts'
import type { Site } from './site.ts'

export const HOUR = 3600_000

/** A moment some hours from now; negative: before. */
export const hours = (count: number): Date => new Date(Date.now() + count * HOUR)

/** A judged submission, counted as the server does it. */
export async function addJudged(
  site: Site,
  of: { userId: string; problemId: number; groupId: number | null },
  verdict: Verdict,
  fields: Partial<Prisma.SubmissionUncheckedCreateInput> = {},
): Promise<number> {
  const { id } = await site.prisma.submission.create({
    data: { ...of, language: 'cpp17', codeLength: 10, ip: '127.0.0.1', state: 'DONE', verdict, ...fields },
  })
  await settle(contextOf(site, null), id)
  return id
}

/** Times of homework as the mutation takes them; due in an hour. */
export const timesInput = (fields: object = {}) => ({
  dueAt: hours(1).toISOString(),
  latePercent: 0,
  closesReading: false,
  ...fields,
})

const SET = 'mutation ($input: SetHomeworkInput!) { setHomework(input: $input) { homework { dueAt } } }'

/** Sets the times of homework through the graph. */
export const setTimes = (
  site: Site,
  token: string,
  trainingId: number,
  times: object | null,
  version?: number,
) => site.graphql(SET, { input: { id: globalId('Training', trainingId), times, version } }, { token })
