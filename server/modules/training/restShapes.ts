import { z } from 'zod'
import type { Prisma, TrainingCategory, TrainingProblem } from '#prisma/generated/client.ts'
import type { TrainingAccess } from '#prisma/generated/enums.ts'
import { asDate, codeIn, date } from '../../doors/rest/shapes.ts'
import { VERDICT_CODE } from '../problem/restCodes.ts'
import type { RankRow } from './rank.ts'
import type { Progress } from './training.ts'

/** Words of the reference system for the access to a training. */
export const ACCESS_WORD = { PUBLIC: 'Public', PRIVATE: 'Private' } as const satisfies Record<
  TrainingAccess,
  string
>

/** Access of a word; null for any other text. */
export const accessOfWord = (word: unknown): TrainingAccess | null =>
  (['PUBLIC', 'PRIVATE'] as const).find((access) => ACCESS_WORD[access] === word) ?? null

const optional = z.string().nullable()

/** TrainingVO of the reference system. */
export const restTraining = z
  .object({
    id: z.int(),
    title: z.string(),
    description: z.string().describe('Markdown.'),
    author: z.string().describe('Username of its author.'),
    auth: codeIn(ACCESS_WORD),
    categoryName: z.string(),
    categoryColor: z.string(),
    rank: z.int(),
    problemCount: z.int().describe('Its problems that the caller may open.'),
    acCount: z.int().describe('Those that the caller solved.'),
    gid: z.int().nullable(),
    gmtModified: date,
  })
  .meta({ id: 'Training', description: 'A training.' })

/** Training of the reference system, for those who manage it. */
export const restManagedTraining = z
  .object({
    id: z.int(),
    title: z.string(),
    description: z.string().describe('Markdown.'),
    author: z.string().describe('Username of its author.'),
    auth: codeIn(ACCESS_WORD),
    privatePwd: optional.describe('Password of a private one; null for callers who do not manage it.'),
    status: z.boolean().describe('Whether it is visible.'),
    rank: z.int(),
    isGroup: z.boolean(),
    gid: z.int().nullable(),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'ManagedTraining', description: 'A training with all its fields.' })

export const restTrainingCategory = z
  .object({
    id: z.int(),
    name: z.string(),
    color: z.string(),
    gid: z.null(),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'TrainingCategory', description: 'A category of trainings.' })

export const restTrainingAll = z.object({
  training: restManagedTraining,
  trainingCategory: restTrainingCategory,
})

export const restTrainingProblem = z
  .object({
    id: z.int(),
    tid: z.int(),
    pid: z.int(),
    displayId: z.string(),
    rank: z.int(),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'TrainingProblem', description: 'The place of a problem in a training.' })

/** TrainingRankVO of the reference system. */
export const restTrainingRank = z
  .object({
    uid: z.string(),
    username: z.string(),
    realname: optional.describe('Null for callers who do not manage the training.'),
    nickname: optional,
    school: optional,
    gender: optional.describe('male, female or secrecy.'),
    avatar: optional,
    ac: z.int().describe('Accepted problems.'),
    totalRunTime: z.int().describe('Milliseconds: the least run times of accepted problems.'),
    submissionInfo: z
      .record(
        z.string(),
        z.object({ status: codeIn(VERDICT_CODE), score: z.int().nullable(), runTime: z.int().nullable() }),
      )
      .describe('By display id.'),
  })
  .meta({ id: 'TrainingRank', description: 'A row of the rank of a training.' })

export const TRAINING_ROW = {
  include: { owner: { select: { username: true } }, category: true },
} as const satisfies Prisma.TrainingDefaultArgs

export type TrainingRow = Prisma.TrainingGetPayload<typeof TRAINING_ROW>

/** A training in the shape of `restTraining`. */
export const asTraining = (row: TrainingRow, { problems, solved }: Progress) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  author: row.owner.username,
  auth: ACCESS_WORD[row.access],
  categoryName: row.category.name,
  categoryColor: row.category.color,
  rank: row.rank,
  problemCount: problems,
  acCount: solved,
  gid: row.groupId,
  gmtModified: asDate(row.updatedAt),
})

/** A training in the shape of `restManagedTraining`; the password only for its managers. */
export const asManagedTraining = (row: TrainingRow, isManager: boolean) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  author: row.owner.username,
  auth: ACCESS_WORD[row.access],
  privatePwd: isManager ? row.password : null,
  status: row.visible,
  rank: row.rank,
  isGroup: row.groupId !== null,
  gid: row.groupId,
  gmtCreate: asDate(row.createdAt),
  gmtModified: asDate(row.updatedAt),
})

/** A category in the shape of `restTrainingCategory`. */
export const asTrainingCategory = (row: TrainingCategory) => ({
  id: row.id,
  name: row.name,
  color: row.color,
  gid: null,
  gmtCreate: asDate(row.createdAt),
  gmtModified: asDate(row.updatedAt),
})

/** The place of a problem in the shape of `restTrainingProblem`. */
export const asTrainingProblem = (row: TrainingProblem & { problem: { displayId: string } }) => ({
  id: row.id,
  tid: row.trainingId,
  pid: row.problemId,
  displayId: row.problem.displayId,
  rank: row.rank,
  gmtCreate: asDate(row.createdAt),
  gmtModified: asDate(row.updatedAt),
})

/** A row of the rank in the shape of `restTrainingRank`; `displayIds` are those of the training's problems. */
export const asTrainingRank = (row: RankRow, displayIds: ReadonlyMap<number, string>) => ({
  uid: row.user.id,
  username: row.user.username,
  realname: row.realname,
  nickname: row.user.nickname,
  school: row.user.school,
  gender: row.user.gender,
  avatar: row.user.avatar,
  ac: row.solved,
  totalRunTime: row.timeMs,
  submissionInfo: Object.fromEntries(
    row.cells.flatMap(({ problemId, verdict, score, timeMs }) => {
      const displayId = displayIds.get(problemId)
      const info = { status: VERDICT_CODE[verdict], score, runTime: timeMs }
      return displayId === undefined ? [] : [[displayId, info]]
    }),
  ),
})
