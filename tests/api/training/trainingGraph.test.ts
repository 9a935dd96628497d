import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Verdict } from '#prisma/generated/enums.ts'
import { settle } from '#server/modules/judging/settle.ts'
import { addTrainingProblem } from '#server/modules/training/problems.ts'
import { registerForTraining } from '#server/modules/training/registration.ts'
import { createTraining } from '#server/modules/training/saving.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

/** What the pages of a training read and send. */

let site: Site
let root: Person
let staff: Person
const people: Person[] = []
let trainingId = 0
const problems: number[] = []

const codeOf = ({ errors }: { errors?: { extensions?: { code?: string } }[] }) =>
  errors?.[0]?.extensions?.code

beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  staff = await addPerson(site, 'staff', { role: 'ADMIN' })
  for (const name of ['ada', 'bob', 'eve', 'stranger']) people.push(await addPerson(site, name))
  for (const displayId of ['P1', 'P2', 'P3']) problems.push((await addProblem(site, root, displayId)).id)
  const category = await site.prisma.trainingCategory.create({
    data: { name: 'Basics', nameKey: 'basics', color: '#335577' },
  })
  const owner = contextOf(site, staff)
  const fields = { title: 'Tides', description: 'Of tides', categoryId: category.id }
  const training = await createTraining(owner, { ...fields, access: 'PRIVATE', password: 'sesame' }, null)
  trainingId = training.id
  for (const displayId of ['P1', 'P2']) await addTrainingProblem(owner, trainingId, { displayId }, 'PUBLIC')
  for (const person of people.slice(0, 3))
    await registerForTraining(contextOf(site, person), trainingId, 'sesame')
})
afterAll(() => site?.close())

/** A judged submission that counts. */
async function judged(
  who: Person | undefined,
  problemId: number | undefined,
  verdict: Verdict,
  timeMs: number,
) {
  const { id } = await site.prisma.submission.create({
    data: {
      problemId: problemId ?? 0,
      userId: who?.id ?? '',
      verdict,
      timeMs,
      state: 'DONE',
      language: 'cpp17o2',
      codeLength: 9,
      ip: '127.0.0.1',
      createdAt: new Date(Date.now() + 3_600_000),
    },
  })
  await settle(contextOf(site, null), id)
}

describe('the own row of a rank', () => {
  const ROW = `query ($n: Int!) { training(number: $n) { registeredAt viewerRankRow { place solvedCount timeMs school
    cells { problemNumber verdict timeMs } } } }`
  const rowOf = async (who: Person | undefined) =>
    (await site.graphql(ROW, { n: trainingId }, who ?? {})).data.training

  it('has the place in the whole rank, and is null for those without a row (area-rules T5, T8)', async () => {
    const [ada, bob, eve, stranger] = people
    await judged(ada, problems[0], 'ACCEPTED', 30)
    await judged(bob, problems[0], 'ACCEPTED', 20)
    await judged(bob, problems[1], 'WRONG_ANSWER', 20)
    expect((await rowOf(bob)).viewerRankRow).toMatchObject({ place: 1, solvedCount: 1, timeMs: 20 })
    expect((await rowOf(ada)).viewerRankRow).toEqual({
      place: 2,
      solvedCount: 1,
      timeMs: 30,
      school: null,
      cells: [{ problemNumber: problems[0], verdict: 'ACCEPTED', timeMs: 30 }],
    })
    expect((await rowOf(eve)).viewerRankRow).toMatchObject({ place: 3, cells: [] })
    expect((await rowOf(eve)).registeredAt).not.toBeNull()
    for (const none of [stranger, staff])
      expect(await rowOf(none)).toEqual({ registeredAt: null, viewerRankRow: null })
  })
})

describe('a problem of a private training', () => {
  const PROBLEM =
    'query ($n: Int!, $id: String!) { training(number: $n) { lookBar problem(displayId: $id) { id } } }'

  it('is null before registration, and not found where the training lacks it (area-rules T12)', async () => {
    const [ada, , , stranger] = people
    const read = (who: Person | undefined, id: string) =>
      site.graphql(PROBLEM, { n: trainingId, id }, who ?? {})
    expect((await read(stranger, 'P1')).data.training).toEqual({
      lookBar: 'TRAINING_NOT_REGISTERED',
      problem: null,
    })
    expect((await read(ada, 'p1')).data.training.problem).not.toBeNull()
    expect(codeOf(await read(ada, 'P3'))).toBe('NOT_FOUND')
  })

  it('takes submissions from the page of the training after registration alone (area-rules T12)', async () => {
    const [ada, , , stranger] = people
    const SUBMIT = 'mutation ($input: SubmitInput!) { submit(input: $input) { number } }'
    const submit = (who: Person | undefined, problem: number | undefined, training: string) =>
      site.graphql(
        SUBMIT,
        {
          input: {
            problemId: globalId('Problem', problem ?? 0),
            trainingId: training,
            language: 'cpp17o2',
            source: 'int main() { return 0; }',
          },
        },
        who ?? {},
      )
    const id = globalId('Training', trainingId)
    expect(codeOf(await submit(stranger, problems[0], id))).toBe('TRAINING_NOT_REGISTERED')
    expect(codeOf(await submit(ada, problems[2], id))).toBe('NOT_FOUND')
    expect(codeOf(await submit(ada, problems[0], globalId('Contest', trainingId)))).toBe('NOT_FOUND')
    const sent = await submit(ada, problems[0], id)
    expect(sent.errors).toBeUndefined()
    expect(
      await site.prisma.submission.findUniqueOrThrow({ where: { id: sent.data.submit.number } }),
    ).toMatchObject({ contestId: null, groupId: null })
  })
})

describe('a category', () => {
  it('is not deleted when a training comes into it at the same moment (area-rules T3)', async () => {
    const { prisma } = site
    const { id } = await prisma.trainingCategory.create({
      data: { name: 'Contested', nameKey: 'contested', color: '#335577' },
    })
    const waiting = () =>
      prisma.$queryRaw<unknown[]>`
        select 1 from pg_stat_activity where "datname" = current_database() and "wait_event_type" = 'Lock'`
    const REMOVE =
      'mutation ($ids: [ID!]!) { removeTrainingCategories(input: { ids: $ids }) { done refused { code } } }'
    const { removal } = await prisma.$transaction(async (db) => {
      await db.training.create({
        data: { title: 'Tides', description: 'Of tides', categoryId: id, ownerId: staff.id },
      })
      const removal = site.graphql(REMOVE, { ids: [globalId('TrainingCategory', id)] }, root)
      await expect.poll(waiting).toHaveLength(1)
      return { removal }
    })
    expect((await removal).data.removeTrainingCategories).toEqual({
      done: [],
      refused: [{ code: 'TRAINING_CATEGORY_IN_USE' }],
    })
  })
})
