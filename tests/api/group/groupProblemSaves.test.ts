import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '#prisma/generated/client.ts'
import type { ProblemVisibility } from '#prisma/generated/enums.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { addGroupRoles, type GroupRoles, type Name } from '../../support/groupRoles.ts'
import { APPROVED, addGroup } from '../../support/groups.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { type Site, startSite } from '../../support/site.ts'

/** What a save, a contest and REST make of who sees a group's problem. */

let site: Site
let stage: GroupRoles
let made = 0

beforeAll(async () => {
  site = await startSite()
  stage = await addGroupRoles(site)
})
afterAll(() => site?.close())

type Columns = Partial<Pick<Problem, 'visibility' | 'application' | 'approvedAt' | 'groupId'>>

/** A problem of the group by `author`, unless the columns say otherwise. */
const addOwn = (columns: Columns) => {
  const { group, people } = stage
  return addJudgeable(site, `ALPHA${++made}`, { groupId: group.id, authorId: people.author.id, ...columns })
}

async function stateOf({ id }: { id: number }) {
  const { visibility, application, approvedAt } = await site.prisma.problem.findUniqueOrThrow({
    where: { id },
  })
  return { visibility, application, wasApproved: approvedAt !== null }
}

const ask = (name: Name, query: string, input: object) =>
  site.graphql(query, { input }, { token: stage.people[name].token })

/** Saves changes as somebody; answers the code of a refusal. */
async function save(name: Name, problem: { globalId: string }, changes: object): Promise<string | null> {
  const query = 'mutation ($input: UpdateProblemInput!) { updateProblem(input: $input) { visibility } }'
  const { errors } = await ask(name, query, { id: problem.globalId, changes })
  return errors?.[0]?.extensions?.code ?? null
}

describe('a save', () => {
  it.each<[Columns, Name, ProblemVisibility, string | null]>([
    [{ visibility: 'GROUP' }, 'author', 'HIDDEN', null],
    [{ visibility: 'HIDDEN' }, 'root', 'GROUP', null],
    [{ visibility: 'GROUP' }, 'root', 'CONTEST_ONLY', 'INVALID_INPUT'],
    [{ visibility: 'GROUP' }, 'siteRoot', 'CONTEST_ONLY', 'INVALID_INPUT'],
    [{ visibility: 'CONTEST_ONLY' }, 'root', 'GROUP', null],
    [{ visibility: 'CONTEST_ONLY' }, 'author', 'CONTEST_ONLY', null],
    [{ visibility: 'GROUP' }, 'author', 'PUBLIC', 'PROBLEM_PUBLISHING'],
    [{ visibility: 'GROUP' }, 'siteAdmin', 'PUBLIC', 'NOT_FOUND'],
    [{ visibility: 'GROUP' }, 'siteProblemAdmin', 'PUBLIC', 'INVALID_INPUT'],
    [{ visibility: 'GROUP', application: 'ASKED' }, 'siteRoot', 'PUBLIC', 'INVALID_INPUT'],
    [APPROVED, 'root', 'HIDDEN', 'FORBIDDEN'],
    [APPROVED, 'author', 'GROUP', 'FORBIDDEN'],
    [APPROVED, 'siteProblemAdmin', 'CONTEST_ONLY', 'INVALID_INPUT'],
    [APPROVED, 'siteProblemAdmin', 'GROUP', null],
    [{ groupId: null, visibility: 'HIDDEN' }, 'siteRoot', 'GROUP', 'INVALID_INPUT'],
  ])('of %o by %s to %s is refused with %s (area-rules G10, G11)', async (columns, name, wanted, code) => {
    const problem = await addOwn(columns)
    const before = await stateOf(problem)
    expect(await save(name, problem, { visibility: wanted })).toBe(code)
    const { application } = before
    expect(await stateOf(problem)).toEqual(
      code
        ? before
        : { ...before, visibility: wanted, application: wanted === 'PUBLIC' ? application : null },
    )
  })

  it('ends an application that was asked or refused, and keeps an approved one (area-rules G11)', async () => {
    for (const application of ['ASKED', 'REFUSED'] as const) {
      const problem = await addOwn({ visibility: 'GROUP', application })
      expect(await save('author', problem, { difficulty: 'EASY' })).toBeNull()
      expect((await stateOf(problem)).application).toBe(application)
      expect(await save('author', problem, { difficulty: 'HARD' })).toBeNull()
      expect((await stateOf(problem)).application).toBeNull()
    }
    const approved = await addOwn(APPROVED)
    expect(await save('siteProblemAdmin', approved, { difficulty: 'HARD' })).toBeNull()
    expect(await stateOf(approved)).toEqual({
      visibility: 'PUBLIC',
      application: 'APPROVED',
      wasApproved: true,
    })
  })

  it('of tests ends an application, too (area-rules G11)', async () => {
    const problem = await addOwn({ visibility: 'GROUP', application: 'ASKED' })
    const query = 'mutation ($input: SaveTestsetInput!) { saveTestset(input: $input) { id } }'
    const { errors } = await ask('author', query, {
      problemId: problem.globalId,
      basedOn: globalId('Testset', problem.testsetId ?? 0),
      cases: [{ subtask: 0, score: 0, input: { text: '1' }, answer: { text: '1' } }],
    })
    expect(errors).toBeUndefined()
    expect((await stateOf(problem)).application).toBeNull()
  })

  it('does not ask for publication, which is an application of the group (area-rules G11)', async () => {
    const problem = await addOwn({ visibility: 'GROUP' })
    const query = 'mutation ($input: AskForPublicationInput!) { askForPublication(input: $input) { id } }'
    const { errors } = await ask('author', query, { id: problem.globalId })
    expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  })

  it('takes tags of the site and of the group, and none of another group (area-rules G9)', async () => {
    const other = await addGroup(site, stage.people.owner, 'other')
    const addTag = (groupId: number | null) =>
      site.prisma.tag.create({ data: { names: { 'en-US': `tag of ${groupId}` }, groupId } })
    const [ofSite, own, others] = [await addTag(null), await addTag(stage.group.id), await addTag(other.id)]
    const problem = await addOwn({ visibility: 'GROUP' })
    const tagged = (tag: { id: number }) =>
      save('author', problem, { tags: [{ id: globalId('Tag', tag.id) }] })
    expect([await tagged(ofSite), await tagged(own)]).toEqual([null, null])
    expect(await tagged(others)).toBe('INVALID_INPUT')
    expect(await save('author', problem, { tags: [{ name: 'knots' }, { name: 'TAG OF null' }] })).toBeNull()
    const tags = await site.prisma.tag.findMany({
      where: { problems: { some: { problemId: problem.id } } },
      orderBy: { id: 'asc' },
      select: { id: true, groupId: true },
    })
    expect(tags).toEqual([
      { id: ofSite.id, groupId: null },
      { id: expect.any(Number), groupId: stage.group.id },
    ])
  })
})

describe('REST', () => {
  const rest = (method: string, path: string, body?: object) =>
    site.rest(method, path, { token: stage.people.siteProblemAdmin.token, body })

  it('calls GROUP 1, and reads 1 of a group as GROUP and never as PUBLIC (area-rules G10)', async () => {
    const problem = await addOwn({ visibility: 'GROUP' })
    const { data } = await rest('GET', `/api/admin/problem?pid=${problem.id}`)
    expect(data.auth).toBe(1)
    const change = (auth: number) =>
      rest('PUT', '/api/admin/problem/change-problem-auth', { id: problem.id, auth })
    for (const [auth, status, visibility] of [
      [2, 200, 'HIDDEN'],
      [1, 200, 'GROUP'],
      [3, 400, 'GROUP'],
    ] as const) {
      expect((await change(auth)).status).toBe(status)
      expect((await stateOf(problem)).visibility).toBe(visibility)
    }
    const put = await rest('PUT', '/api/admin/problem', { problem: { ...data, auth: 1 } })
    expect(put.status).toBe(200)
    expect((await stateOf(problem)).visibility).toBe('GROUP')
  })

  it('keeps an approved one public, and hides it with 2 (area-rules G11)', async () => {
    const problem = await addOwn(APPROVED)
    const change = (auth: number) =>
      rest('PUT', '/api/admin/problem/change-problem-auth', { id: problem.id, auth })
    await change(1)
    expect((await stateOf(problem)).visibility).toBe('PUBLIC')
    await change(2)
    expect(await stateOf(problem)).toEqual({ visibility: 'HIDDEN', application: null, wasApproved: true })
  })
})

describe('a contest', () => {
  const ADD = 'mutation ($input: AddContestProblemInput!) { addContestProblem(input: $input) { number } }'
  const REMOVE =
    'mutation ($input: RemoveContestProblemInput!) { removeContestProblem(input: $input) { number } }'

  async function contestOf(groupId: number | null) {
    const ownerId = stage.people.siteRoot.id
    const contest = { type: 'ACM' as const, ownerId, groupId, ...timesOf('running') }
    const { id } = await addContest(site, contest)
    const input = (problem: { id: number }) => ({
      contestId: globalId('Contest', id),
      problemNumber: problem.id,
    })
    return {
      add: async (name: Name, problem: { id: number }) =>
        (await ask(name, ADD, { ...input(problem), label: `L${problem.id}` })).errors?.[0]?.extensions
          ?.code ?? null,
      remove: (problem: { id: number }) => ask('siteRoot', REMOVE, { ...input(problem), publishes: true }),
    }
  }

  it('of a group links public problems and changes none of them (area-rules G11)', async () => {
    const { add } = await contestOf(stage.group.id)
    for (const columns of [APPROVED, { groupId: null, visibility: 'PUBLIC' as const }]) {
      const problem = await addOwn(columns)
      expect(await add('siteRoot', problem)).toBeNull()
      expect((await stateOf(problem)).visibility).toBe('PUBLIC')
    }
  })

  it('of a group links its own problems, and publishes none that leaves it (area-rules G10)', async () => {
    const { add, remove } = await contestOf(stage.group.id)
    for (const visibility of ['GROUP', 'CONTEST_ONLY'] as const) {
      const problem = await addOwn({ visibility })
      expect(await add('root', problem)).toBeNull()
      await remove(problem)
      expect((await stateOf(problem)).visibility).toBe(visibility)
    }
    const other = await addGroup(site, stage.people.owner, 'beyond')
    expect(await add('owner', await addOwn({ groupId: other.id, visibility: 'GROUP' }))).toBe('NOT_FOUND')
  })

  it('of the site takes nothing of a group but what was approved, which stays public (area-rules G11)', async () => {
    const { add } = await contestOf(null)
    expect(await add('siteRoot', await addOwn({ visibility: 'GROUP' }))).toBe('NOT_FOUND')
    const approved = await addOwn(APPROVED)
    expect(await add('siteRoot', approved)).toBeNull()
    expect((await stateOf(approved)).visibility).toBe('PUBLIC')
    const ofSite = await addOwn({ groupId: null, visibility: 'PUBLIC' })
    expect(await add('siteRoot', ofSite)).toBeNull()
    expect((await stateOf(ofSite)).visibility).toBe('CONTEST_ONLY')
  })
})

it('keeps practice of an approved problem out of lists of the site once it left (area-rules G11)', async () => {
  const { people } = stage
  const problem = await addOwn({ visibility: 'GROUP', approvedAt: new Date() })
  await site.prisma.submission.create({
    data: {
      problemId: problem.id,
      userId: people.member.id,
      language: 'cpp17',
      codeLength: 1,
      ip: '',
      state: 'DONE',
      verdict: 'ACCEPTED',
      code: { create: { source: 'x' } },
    },
  })
  const query =
    'query ($filter: SubmissionFilter) { submissions(filter: $filter) { totalCount edges { node { number } } } }'
  for (const [name, count] of [
    ['stranger', 0],
    ['member', 0],
    ['root', 0],
    ['siteProblemAdmin', 1],
  ] as const) {
    const filter = { problem: problem.displayId }
    const { data } = await site.graphql(query, { filter }, { token: people[name].token })
    expect([data.submissions.totalCount, data.submissions.edges.length], name).toEqual([count, count])
  }
})
