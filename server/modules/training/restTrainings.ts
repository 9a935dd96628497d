import { z } from 'zod'
import { createTranslator } from '#locales/translator.ts'
import type { TrainingAccess } from '#prisma/generated/enums.ts'
import { type Context, readerOf } from '../../context.ts'
import type { Page } from '../../doors/rest/coercers.ts'
import { namingFirstFault } from '../../doors/rest/firstFault.ts'
import { nestedFlag, nestedNumber, nestedText } from '../../doors/rest/nested.ts'
import { asPage } from '../../doors/rest/shapes.ts'
import { managesTraining } from '../../policy/training.ts'
import { asRestProblem } from '../problem/restShapes.ts'
import { candidatesFor, managedTrainingProblems, type ProblemOrigin } from './problems.ts'
import {
  accessOfWord,
  asManagedTraining,
  asTraining,
  asTrainingCategory,
  asTrainingProblem,
  TRAINING_ROW,
} from './restShapes.ts'
import { createTraining, findManagedTraining, type TrainingPatch, updateTraining } from './saving.ts'
import { managedTrainingListing, progressIn, type TrainingFilter, trainingListing } from './training.ts'

/** Pages and bodies of the calls of the site and of groups, which restCalls.ts registers. */

const FIELDS = ['rank', 'title', 'description', 'categoryId', 'access', 'password'] as const

/** TrainingDTO of the reference system. Author, id and group of a new training are not taken from it (area-rules T11). */
export const trainingBody = z
  .object({
    training: z
      .object({
        id: nestedNumber.nullish(),
        title: nestedText.nullish(),
        description: nestedText.nullish(),
        auth: z.string().nullish(),
        privatePwd: nestedText.nullish(),
        status: nestedFlag.nullish(),
        rank: nestedNumber.nullish(),
        gid: nestedNumber.nullish(),
      })
      .describe('The training; other fields are ignored.'),
    trainingCategory: z.object({ id: nestedNumber.nullish() }).nullish().describe('Its category.'),
  })
  .meta({ id: 'TrainingToSave', description: 'A training with its category.' })

export type TrainingBody = z.output<typeof trainingBody>

/** Access of a word; the rules refuse any other text. */
const accessIn = (word: string | null | undefined): TrainingAccess => accessOfWord(word) ?? ('' as never)

/** Given fields of a body; missing ones stay. */
function patchOf({ training, trainingCategory }: TrainingBody): TrainingPatch {
  const all = {
    rank: training.rank ?? undefined,
    title: training.title ?? undefined,
    description: training.description ?? undefined,
    categoryId: trainingCategory?.id ?? undefined,
    access: training.auth ? accessIn(training.auth) : undefined,
    password: training.privatePwd ?? undefined,
    visible: training.status ?? undefined,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** The first wrong field is named, in the order of the form (area-rules T3). */
const naming = <Answer>(ctx: Context, save: () => Promise<Answer>): Promise<Answer> => {
  const t = createTranslator(ctx.locale)
  return namingFirstFault(
    FIELDS.map((field) => [field, t(`training:field.${field}`)] as const),
    save,
  )
}

/** Creates a training from a body, on the site or in a group. Without its access it would be open to everybody. */
export const createFromBody = (ctx: Context, body: TrainingBody, groupId: number | null) => {
  const access = accessIn(body.training.auth)
  const words = { title: '', description: '', categoryId: 0 }
  return naming(ctx, () => createTraining(ctx, { ...words, ...patchOf(body), access }, groupId))
}

/** Changes a training by a body. */
export const updateFromBody = (ctx: Context, body: TrainingBody) =>
  naming(ctx, () => updateTraining(ctx, body.training.id ?? 0, patchOf(body)))

/** A training with its category, for its managers. */
export async function trainingAll(ctx: Context, id: number) {
  await findManagedTraining(ctx, id)
  const row = await ctx.db.training.findUniqueOrThrow({ where: { id }, ...TRAINING_ROW })
  return { training: asManagedTraining(row, true), trainingCategory: asTrainingCategory(row.category) }
}

/** A page of the trainings that the administration of a place lists. */
export async function pageOfManaged(
  ctx: Context,
  filter: { groupId: number | null; keyword: string },
  wanted: Page,
) {
  const { where, orderBy } = await managedTrainingListing(ctx, filter)
  const [rows, total] = await Promise.all([
    ctx.db.training.findMany({ where, orderBy, skip: wanted.offset, take: wanted.limit, ...TRAINING_ROW }),
    ctx.db.training.count({ where }),
  ])
  const reader = readerOf(ctx)
  return asPage(
    rows.map((row) => asManagedTraining(row, managesTraining(reader, row))),
    total,
    wanted,
  )
}

/** Problems of a training, or those that it may take from the public list or its group. */
export async function pageOfProblems(
  ctx: Context,
  trainingId: number,
  { keyword, candidates }: { keyword: string; candidates: ProblemOrigin | null },
  wanted: Page,
) {
  const links = await ctx.db.trainingProblem.findMany({
    ...(await managedTrainingProblems(ctx, trainingId, candidates ? '' : keyword)),
    include: { problem: true },
  })
  const window = { skip: wanted.offset, take: wanted.limit }
  const listing = candidates ? await candidatesFor(ctx, trainingId, { origin: candidates, keyword }) : null
  const [problems, total] = listing
    ? await Promise.all([
        ctx.db.problem.findMany({ ...listing, ...window }),
        ctx.db.problem.count({ where: listing.where }),
      ])
    : [links.slice(window.skip, window.skip + window.take).map(({ problem }) => problem), links.length]
  const records = []
  for (const problem of problems) records.push(await asRestProblem(ctx, problem))
  return {
    problemList: asPage(records, total, wanted),
    trainingProblemMap: Object.fromEntries(links.map((link) => [link.problemId, asTrainingProblem(link)])),
  }
}

/** A page of visible trainings of a place. */
export async function pageOfTrainings(ctx: Context, filter: TrainingFilter, wanted: Page) {
  const { where, orderBy } = await trainingListing(ctx, filter)
  const [rows, total] = await Promise.all([
    ctx.db.training.findMany({ where, orderBy, skip: wanted.offset, take: wanted.limit, ...TRAINING_ROW }),
    ctx.db.training.count({ where }),
  ])
  const records = await Promise.all(rows.map(async (row) => asTraining(row, await progressIn(ctx, row))))
  return asPage(records, total, wanted)
}
