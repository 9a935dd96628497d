import { z } from 'zod'
import { pageOf, paging, requiredFlag, requiredNumber, text } from '../../doors/rest/coercers.ts'
import { router, type Who } from '../../doors/rest/router.ts'
import { page } from '../../doors/rest/shapes.ts'
import { restProblem } from '../problem/restShapes.ts'
import { addTrainingProblem, rankTrainingProblem } from './problems.ts'
import { restTrainingAll, restTrainingProblem } from './restShapes.ts'
import {
  createFromBody,
  pageOfProblems,
  type TrainingBody,
  trainingAll,
  trainingBody,
  updateFromBody,
} from './restTrainings.ts'
import { removeTraining, updateTraining } from './saving.ts'

export const tid = requiredNumber().describe('Number of the training.')
export const pid = requiredNumber().describe('Number of the problem.')

/** How the calls of the site, or those of groups, differ from the others. */
type TrainingCalls = {
  paths: { training: string; status: string; problems: string; problem: string; addFromPublic: string }
  manager: Who
  remover: Who
  /** Group of a new training; null: the site. */
  groupIdOf(body: TrainingBody): number | null
  /** Whether `queryExisted` asks for problems that can be added. */
  asksForCandidates(queryExisted: string): boolean
}

/** Registers the calls that the administrations of the site and of groups both have, under paths of their own. */
export function addTrainingCalls(calls: TrainingCalls): void {
  const { paths, manager, remover } = calls
  router.get(
    paths.training,
    manager,
    { summary: 'A training with its category, for its managers.', query: { tid }, answer: restTrainingAll },
    (ctx, { query }) => trainingAll(ctx, query.tid),
  )
  router.post(
    paths.training,
    manager,
    { summary: 'Creates a training of the caller, in a group where the body names one.', body: trainingBody },
    async (ctx, { body }) => {
      await createFromBody(ctx, body, calls.groupIdOf(body))
    },
  )
  router.put(
    paths.training,
    manager,
    { summary: 'Changes a training; a new password ends all registrations.', body: trainingBody },
    async (ctx, { body }) => {
      await updateFromBody(ctx, body)
    },
  )
  router.delete(
    paths.training,
    remover,
    { summary: 'Deletes a training; problems and submissions stay.', query: { tid } },
    async (ctx, { query }) => {
      await removeTraining(ctx, query.tid)
    },
  )
  router.put(
    paths.status,
    manager,
    {
      summary: 'Shows or hides a training.',
      query: {
        tid,
        author: text().describe('Ignored: the session names the user.'),
        status: requiredFlag().describe('Whether it is visible.'),
      },
    },
    async (ctx, { query }) => {
      await updateTraining(ctx, query.tid, { visible: query.status })
    },
  )
  addProblemCalls(calls)
}

function addProblemCalls({ paths, manager, asksForCandidates }: TrainingCalls): void {
  router.get(
    paths.problems,
    manager,
    {
      summary: 'Problems of a training, or public problems that can be added; for its managers.',
      query: {
        ...paging(10),
        tid,
        keyword: text().describe('Part of the id or title.'),
        queryExisted: text().describe('true: problems of the training; false: those that can be added.'),
      },
      answer: z.object({
        problemList: page(restProblem),
        trainingProblemMap: z
          .record(z.string(), restTrainingProblem)
          .describe('By the number of the problem.'),
      }),
    },
    (ctx, { query }) => {
      const candidates = asksForCandidates(query.queryExisted) ? ('PUBLIC' as const) : null
      return pageOfProblems(ctx, query.tid, { keyword: query.keyword, candidates }, pageOf(query))
    },
  )
  router.put(
    paths.problem,
    manager,
    {
      summary: 'Sets the rank of a problem in a training.',
      body: { tid, pid, rank: requiredNumber().describe('Position, lowest first.') },
    },
    async (ctx, { body }) => {
      await rankTrainingProblem(ctx, body.tid, body.pid, body.rank)
    },
  )
  router.post(
    paths.addFromPublic,
    manager,
    {
      summary: 'Adds a public problem to a training, at its end.',
      body: { tid, pid, displayId: text().describe('Ignored: the problem keeps its id.') },
    },
    async (ctx, { body }) => {
      await addTrainingProblem(ctx, body.tid, { id: body.pid }, 'PUBLIC')
    },
  )
}
