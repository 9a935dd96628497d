import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transact } from '#server/events.ts'
import { settle } from '#server/modules/judging/settle.ts'
import { goOn } from '#server/modules/operation/operation.ts'
import { checkSimilarity } from '#server/modules/similarity/checking.ts'
import { compareInThread } from '#server/modules/similarity/comparing.ts'
import { addGroupRoles, type GroupRoles, NAMES, type Name } from '../../support/groupRoles.ts'
import { setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { runDyingOperation } from '../../support/runDyingOperation.ts'
import { type Loose, type Site, startSite } from '../../support/site.ts'
import { disguised, independentSolutions } from '../../support/solutions.ts'

/** Similarity of accepted solutions within a homework: a training of a group. */

let site: Site
let stage: GroupRoles
const students: Person[] = []
/** Three problems of the group and a public one. */
const problems: number[] = []
let publicProblem = 0
let trainingId = 0
const solutions = independentSolutions()

beforeAll(async () => {
  site = await startSite({ RECHECK_MS: '500', LOG_LEVEL: 'silent' })
  stage = await addGroupRoles(site)
  const { group, people } = stage
  for (const name of ['ada', 'bob', 'eve', 'kim', 'lee']) students.push(await addPerson(site, name))
  for (const student of students) await setStanding(site, group, student, 'MEMBER')
  for (const displayId of ['ALPHA1', 'ALPHA2', 'ALPHA3']) {
    const { id } = await addProblem(site, people.siteRoot, displayId)
    await site.prisma.problem.update({ where: { id }, data: { groupId: group.id, visibility: 'GROUP' } })
    problems.push(id)
  }
  publicProblem = (await addProblem(site, people.siteRoot, 'P1')).id
  await site.prisma.trainingCategory.create({ data: { name: 'Basics', nameKey: 'basics', color: '#335577' } })
})
afterAll(() => site?.close())

beforeEach(async () => {
  await site.prisma.training.deleteMany()
  await site.prisma.submission.deleteMany()
  await site.prisma.problemTemplate.deleteMany()
  const category = await site.prisma.trainingCategory.findFirstOrThrow()
  const training = await site.prisma.training.create({
    data: {
      title: 'Homework',
      description: 'Of ways',
      categoryId: category.id,
      groupId: stage.group.id,
      ownerId: stage.people.author.id,
      problems: { create: [...problems, publicProblem].map((problemId, rank) => ({ problemId, rank })) },
    },
  })
  trainingId = training.id
})

type Sent = { language?: string; contestId?: number; verdict?: 'ACCEPTED' | 'WRONG_ANSWER' }

/** A judged submission of somebody; its number. */
async function send(
  who: Person | undefined,
  problemId: number | undefined,
  source: string,
  { language = 'cpp17o2', verdict = 'ACCEPTED' }: Sent = {},
): Promise<number> {
  const problem = await site.prisma.problem.findUniqueOrThrow({ where: { id: problemId ?? 0 } })
  const { id } = await site.prisma.submission.create({
    data: {
      problemId: problem.id,
      groupId: problem.groupId,
      userId: who?.id ?? '',
      language,
      codeLength: source.length,
      ip: '127.0.0.1',
      state: 'DONE',
      verdict,
      code: { create: { source } },
    },
  })
  await settle(contextOf(site, null), id)
  return id
}

const original = (at = 0): string => solutions[at]?.source ?? ''
const copy = (at = 0, seed = 1): string =>
  disguised({ language: 'cpp17o2', source: original(at) }, seed).source

const ask = async (who: Person | null, query: string, variables: object = {}): Promise<Loose> =>
  site.graphql(query, variables, who ?? {})

const CHECK = `mutation ($id: ID!) { checkSimilarity(input: { trainingId: $id }) {
  id similarityRun { state comparedCount problemCount } } }`
const READ = `query ($n: Int!, $filter: SimilarPairFilter) { training(number: $n) { viewerSeesSimilarity
  similarityRun { state doneCount problemCount refusedCount comparedCount finishedAt }
  similarPairs(first: 50, filter: $filter) { totalCount edges { node { id number percent lineCount isDismissed
    firstUser { username } secondUser { username } problem { displayId } problemNumber } } } } }`
const PAIR = `query ($n: Int!) { similarPair(number: $n) { number percent
  regions { firstStart firstEnd secondStart secondEnd }
  first { languageKey source submission { number } } second { languageKey source submission { number } } } }`

const read = async (who: Person | null, filter: object | null = null): Promise<Loose> =>
  (await ask(who, READ, { n: trainingId, filter })).data?.training ?? null

/** Has the solutions compared and waits for the end; the pairs. */
async function checked(who: Person = stage.people.root): Promise<Loose[]> {
  const { errors } = await ask(who, CHECK, { id: globalId('Training', trainingId) })
  expect(errors).toBeUndefined()
  await expect.poll(async () => (await read(who)).similarityRun?.state).toBe('DONE')
  return (await read(who)).similarPairs.edges.map(({ node }: Loose) => node)
}

const codeOf = ({ errors }: Loose) => errors?.[0]?.extensions?.code
const [ada, bob, eve, kim] = [0, 1, 2, 3].map((at) => () => students[at])

describe('a comparison', () => {
  it('finds copies of the newest accepted solutions of students, and the lines that match', async () => {
    await send(ada?.(), problems[0], original(3))
    const first = await send(ada?.(), problems[0], original(0))
    const second = await send(bob?.(), problems[0], copy(0))
    await send(eve?.(), problems[0], original(1))
    await send(kim?.(), problems[0], copy(3))
    await send(ada?.(), publicProblem, original(2))
    await send(eve?.(), publicProblem, copy(2))
    await send(bob?.(), problems[1], original(0))
    await send(eve?.(), problems[1], copy(0), { verdict: 'WRONG_ANSWER' })
    const pairs = await checked()
    expect(
      pairs.map(({ firstUser, secondUser, problem }) => [
        firstUser.username,
        secondUser.username,
        problem.displayId,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['ada', 'bob', 'ALPHA1'],
        ['ada', 'eve', 'P1'],
      ]),
    )
    expect(pairs).toHaveLength(2)
    const number = pairs.find(({ problemNumber }) => problemNumber === problems[0])?.number
    const { data } = await ask(stage.people.root, PAIR, { n: number })
    expect(data.similarPair).toMatchObject({
      first: { languageKey: 'cpp17o2', source: original(0), submission: { number: first } },
      second: { source: copy(0), submission: { number: second } },
    })
    expect(data.similarPair.percent).toBeGreaterThanOrEqual(65)
    for (const { firstStart, firstEnd, secondStart, secondEnd } of data.similarPair.regions) {
      expect(firstStart).toBeLessThanOrEqual(firstEnd)
      expect(firstEnd).toBeLessThanOrEqual(original(0).split('\n').length)
      expect(secondStart).toBeLessThanOrEqual(secondEnd)
      expect(secondEnd).toBeLessThanOrEqual(copy(0).split('\n').length)
    }
    expect((await read(stage.people.root)).similarityRun).toMatchObject({
      doneCount: 4,
      problemCount: 4,
      refusedCount: 0,
      comparedCount: 7,
    })
  })

  it('leaves out administrators, outsiders and who did not register for a private training', async () => {
    const { people } = stage
    for (const who of [people.admin, people.root, people.stranger, people.applicant, people.left])
      await send(who, problems[0], original(0))
    await send(ada?.(), problems[0], copy(0))
    expect(await checked()).toEqual([])
    await send(bob?.(), problems[0], copy(0, 2))
    await site.prisma.training.update({
      where: { id: trainingId },
      data: { access: 'PRIVATE', password: 'sesame' },
    })
    expect(await checked()).toEqual([])
    for (const student of [ada?.(), bob?.()])
      await site.prisma.trainingRegistration.create({ data: { trainingId, userId: student?.id ?? '' } })
    expect(await checked()).toHaveLength(1)
  })

  it('subtracts the template of the problem', async () => {
    await send(ada?.(), problems[0], original(0))
    await send(bob?.(), problems[0], copy(0))
    expect(await checked()).toHaveLength(1)
    await site.prisma.problemTemplate.create({
      data: { problemId: problems[0] ?? 0, languageKey: 'cpp17', code: original(0) },
    })
    expect(await checked()).toEqual([])
  })

  it('keeps marks of the same two submissions, and drops pairs of older ones', async () => {
    await send(ada?.(), problems[0], original(0))
    await send(bob?.(), problems[0], copy(0))
    const [pair] = await checked()
    const mark = `mutation ($id: ID!, $is: Boolean!) { dismissSimilarPair(input: { id: $id, isUnrelated: $is }) {
      isDismissed dismissedAt dismissedBy { username } } }`
    const marked = await ask(stage.people.admin, mark, { id: pair.id, is: true })
    expect(marked.data.dismissSimilarPair).toMatchObject({
      isDismissed: true,
      dismissedBy: { username: stage.people.admin.username },
    })
    expect(await checked()).toEqual([])
    expect((await read(stage.people.root, { dismissed: true })).similarPairs.edges).toMatchObject([
      { node: { id: pair.id, isDismissed: true } },
    ])
    await ask(stage.people.admin, mark, { id: pair.id, is: false })
    const entries = await site.prisma.auditEntry.findMany({
      where: { subject: `Training:${trainingId}`, action: { startsWith: 'training.similarity' } },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['training.similarityChecked', stage.people.root.id],
      ['training.similarityMarked', stage.people.admin.id],
      ['training.similarityChecked', stage.people.root.id],
      ['training.similarityMarked', stage.people.admin.id],
    ])
    expect(entries[1]?.details).toMatchObject({ before: { unrelated: false }, after: { unrelated: true } })
    expect(entries.map(({ groupId }) => groupId)).toEqual(entries.map(() => stage.group.id))
    expect((await read(stage.people.root)).similarPairs.totalCount).toBe(1)
    await ask(stage.people.admin, mark, { id: pair.id, is: true })
    await send(bob?.(), problems[0], copy(0, 7))
    expect(await checked()).toMatchObject([{ isDismissed: false }])
    expect(await site.prisma.similarPair.count()).toBe(1)
  })

  it('goes with its training, its problem, its submissions and its students', async () => {
    const pairOf = async () => {
      await send(ada?.(), problems[0], original(0))
      await send(bob?.(), problems[0], copy(0))
      expect(await checked()).toHaveLength(1)
    }
    const { prisma } = site
    await pairOf()
    await prisma.trainingProblem.deleteMany({ where: { trainingId, problemId: problems[0] ?? 0 } })
    expect(await prisma.similarPair.count()).toBe(0)
    await prisma.trainingProblem.create({ data: { trainingId, problemId: problems[0] ?? 0, rank: 1 } })
    await pairOf()
    await prisma.submission.deleteMany()
    expect(await prisma.similarPair.count()).toBe(0)
    await pairOf()
    await prisma.training.delete({ where: { id: trainingId } })
    expect([await prisma.similarPair.count(), await prisma.similarityRun.count()]).toEqual([0, 0])
  })

  it('runs once at a time', async () => {
    await send(ada?.(), problems[0], original(0))
    await send(bob?.(), problems[0], copy(0))
    const id = globalId('Training', trainingId)
    const before = await site.prisma.operation.count({ where: { kind: 'SIMILARITY_CHECK' } })
    await transact(contextOf(site, stage.people.siteRoot), async (ctx) => {
      await checkSimilarity(ctx, trainingId)
      await checkSimilarity(ctx, trainingId)
    })
    const answers = await Promise.all([1, 2, 3].map(() => ask(stage.people.root, CHECK, { id })))
    expect(answers.map(codeOf)).toEqual([undefined, undefined, undefined])
    await expect.poll(async () => (await read(stage.people.root)).similarityRun?.state).toBe('DONE')
    const started = (await site.prisma.operation.count({ where: { kind: 'SIMILARITY_CHECK' } })) - before
    expect(started).toBeLessThanOrEqual(2)
    expect(started).toBeGreaterThanOrEqual(1)
  })

  it('goes on where a killed process left it, and is failed when it is given up', async () => {
    for (const problemId of problems) {
      await send(ada?.(), problemId, original(0))
      await send(bob?.(), problemId, copy(0))
    }
    const operationId = await transact(contextOf(site, stage.people.siteRoot), async (ctx) => {
      await checkSimilarity(ctx, trainingId)
      const run = await ctx.db.similarityRun.findUniqueOrThrow({ where: { trainingId } })
      await ctx.db.$queryRaw`select graphile_worker.remove_job(${`operation:${run.operationId}`})::text`
      return run.operationId ?? 0
    })
    await runDyingOperation(site, operationId, 'real')
    const run = async () => (await read(stage.people.root)).similarityRun
    expect(await run()).toMatchObject({ state: 'RUNNING', doneCount: 2, comparedCount: 4 })
    await goOn(contextOf(site, null), operationId)
    await expect.poll(run).toMatchObject({ state: 'DONE', doneCount: 4, comparedCount: 6 })
    expect((await read(stage.people.root)).similarPairs.totalCount).toBe(3)
    await site.prisma.operation.update({ where: { id: operationId }, data: { state: 'FAILED' } })
    expect(await run()).toMatchObject({ state: 'FAILED' })
  }, 60_000)

  it('gives up programs that take too long, without an error', async () => {
    const programs = [1, 2].map((id) => ({ id, language: 'cpp17', source: original(0) }))
    expect(await compareInThread({ programs, templates: [] }, undefined, 1)).toBeNull()
    expect(await compareInThread({ programs, templates: [] })).toMatchObject([{ percent: 100 }])
  })
})

const EVERYBODY = ['guest', ...NAMES] as const
const SEERS: readonly string[] = ['admin', 'author', 'root', 'owner', 'siteRoot']

describe.each(EVERYBODY)('%s', (who: Name | 'guest') => {
  const person = () => (who === 'guest' ? null : stage.people[who])
  const sees = SEERS.includes(who)

  it(`${sees ? 'sees' : 'does not see'} pairs by any door`, async () => {
    await send(ada?.(), problems[0], original(0))
    await send(bob?.(), problems[0], copy(0))
    const before = await read(person())
    const [pair] = await checked()
    const { id, number } = pair
    const shown = await read(person())
    const node = await ask(person(), 'query ($id: ID!) { node(id: $id) { id } }', { id })
    const single = await ask(person(), PAIR, { n: number })
    const mark = 'mutation ($id: ID!) { dismissSimilarPair(input: { id: $id, isUnrelated: true }) { id } }'
    if (sees) {
      expect(shown).toMatchObject({ viewerSeesSimilarity: true, similarityRun: { state: 'DONE' } })
      expect(shown.similarPairs.totalCount).toBe(1)
      expect(node.data.node).toEqual({ id })
      expect(single.data.similarPair.first.source).toBe(original(0))
      expect(single.data.similarPair.regions.length).toBeGreaterThan(0)
      return
    }
    // A member's answer is the same before and after.
    expect(shown).toEqual(before)
    expect(shown?.similarityRun ?? null).toBeNull()
    expect(shown?.similarPairs ?? null).toBeNull()
    expect(node.data?.node ?? null).toBeNull()
    expect(single.data?.similarPair ?? null).toBeNull()
    expect(codeOf(await ask(person(), mark, { id }))).toBe(who === 'guest' ? 'UNAUTHENTICATED' : 'NOT_FOUND')
    const isKnown = who === 'member'
    const refused = isKnown ? 'FORBIDDEN' : 'NOT_FOUND'
    const check = codeOf(await ask(person(), CHECK, { id: globalId('Training', trainingId) }))
    expect(check).toBe(who === 'guest' ? 'UNAUTHENTICATED' : refused)
    expect(await site.prisma.similarPair.count({ where: { dismissedAt: { not: null } } })).toBe(0)
  })
})

describe('pairs of a training', () => {
  it('that is hidden are for its author and the roots alone', async () => {
    await send(ada?.(), problems[0], original(0))
    await send(bob?.(), problems[0], copy(0))
    const [pair] = await checked()
    await site.prisma.training.update({ where: { id: trainingId }, data: { visible: false } })
    const { people } = stage
    const node = async (who: Person) =>
      (await ask(who, 'query ($id: ID!) { node(id: $id) { id } }', { id: pair.id })).data?.node ?? null
    expect(await node(people.admin)).toBeNull()
    expect(await node(people.author)).toEqual({ id: pair.id })
    expect(await node(people.root)).toEqual({ id: pair.id })
  })

  it('of the site are not compared', async () => {
    await site.prisma.training.update({ where: { id: trainingId }, data: { groupId: null } })
    const { siteRoot } = stage.people
    expect(codeOf(await ask(siteRoot, CHECK, { id: globalId('Training', trainingId) }))).toBe('FORBIDDEN')
    expect(await read(siteRoot)).toMatchObject({ viewerSeesSimilarity: false, similarPairs: null })
  })
})

describe('followers', () => {
  const FOLLOW = `subscription ($id: ID!) { similarityChanged(trainingId: $id) { id
    similarityRun { state doneCount comparedCount } similarPairs(first: 5) { totalCount } } }`
  const variables = () => ({ id: globalId('Training', trainingId) })

  it('are told how far it is and of the pairs, until they administer the group no longer', async () => {
    const { people, group } = stage
    await send(ada?.(), problems[0], original(0))
    await send(bob?.(), problems[0], copy(0))
    const line = await site.subscribe<Loose>(FOLLOW, variables(), { token: people.admin.token })
    await checked()
    const last = () => line.received.at(-1)?.data?.similarityChanged
    await expect
      .poll(last)
      .toMatchObject({ similarityRun: { state: 'DONE' }, similarPairs: { totalCount: 1 } })
    await setStanding(site, group, people.admin, 'MEMBER')
    try {
      // The third solution tells what they hear of from what was on its way to them.
      await send(eve?.(), problems[0], original(1))
      await checked()
      const heard: Loose[] = []
      const hear = async () => {
        for (;;) heard.push((await line.next()).data?.similarityChanged?.similarityRun ?? null)
      }
      await expect(hear()).rejects.toThrow('the subscription ended')
      expect(heard.filter((run) => run?.comparedCount === 3)).toEqual([])
      expect(heard.some((run) => run?.comparedCount === 2)).toBe(true)
    } finally {
      line.close()
      await setStanding(site, group, people.admin, 'ADMIN')
    }
  })

  it('must administer the group', async () => {
    const line = await site.subscribe<Loose>(FOLLOW, variables(), { token: stage.people.member.token })
    const first = await line.next()
    expect(first?.data?.similarityChanged ?? null).toBeNull()
    line.close()
  })
})
