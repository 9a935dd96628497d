import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Problem, Submission } from '#prisma/generated/client.ts'
import { emit } from '#server/events.ts'
import { lockProblem } from '#server/modules/problem/authoring/editing.ts'
import { tellVisibility } from '#server/modules/problem/publication/visibilityNews.ts'
import { addGroupRoles, type GroupRoles, type Name } from '../../support/groupRoles.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { contextOf, type Person } from '../../support/people.ts'
import { type Following, type Loose, type Site, startSite } from '../../support/site.ts'

/** Members lose the rows of a group's problem within a second of its hiding, and nobody else hears of it. */

let site: Site
let stage: GroupRoles
let made = 0

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  stage = await addGroupRoles(site)
})
afterAll(() => site?.close())

const lines: Following<Loose>[] = []
afterEach(() => {
  for (const line of lines.splice(0)) line.close()
})

type Own = Problem & { globalId: string }

async function send({ id: problemId, groupId }: Own, { id: userId }: Person): Promise<Submission> {
  return site.prisma.submission.create({
    data: {
      problemId,
      groupId,
      userId,
      language: 'cpp17',
      codeLength: 1,
      ip: '127.0.0.1',
      state: 'DONE',
      verdict: 'ACCEPTED',
      // Counted, so that no sweep tells of it in the middle of a test.
      countedVerdict: 'ACCEPTED',
      code: { create: { source: 'the code' } },
    },
  })
}

/** A problem of the group with one row of a member. */
async function addOwn(visibility: Problem['visibility']) {
  const { group, people } = stage
  const columns = { groupId: group.id, authorId: people.author.id, visibility }
  const problem = await addJudgeable(site, `ALPHA${++made}`, columns)
  return { problem, sent: await send(problem, people.member) }
}

async function follow(name: Name, query: string, variables: object = {}): Promise<Following<Loose>> {
  const line = await site.subscribe(query, variables, { token: stage.people[name].token })
  lines.push(line)
  return line
}

const followList = (name: Name, filter: object) =>
  follow(
    name,
    'subscription ($filter: SubmissionFilter) { submissionsChanged(filter: $filter) { change submission { number } } }',
    { filter },
  )

async function followRow(name: Name, { id }: Submission) {
  const query = 'subscription ($id: ID!) { submissionChanged(id: $id) { number } }'
  const line = await follow(name, query, { id: globalId('Submission', id) })
  expect((await line.next()).data.submissionChanged.number).toBe(id)
  return line
}

const told = async (line: Following<Loose>) => (await line.next()).data.submissionsChanged

const RESET = { change: 'RESET', submission: null }
const LOST = { errors: [{ extensions: { code: 'NOT_FOUND' } }] }

async function mutate(name: Name, query: string, input: object) {
  const { errors } = await site.graphql(query, { input }, { token: stage.people[name].token })
  expect(errors).toBeUndefined()
}

const save = (name: Name, { globalId }: Own, visibility: Problem['visibility']) =>
  mutate(name, 'mutation ($input: UpdateProblemInput!) { updateProblem(input: $input) { visibility } }', {
    id: globalId,
    changes: { visibility },
  })

const HIDING: Record<string, (problem: Own) => Promise<unknown>> = {
  'is hidden by its author': (problem) => save('author', problem, 'HIDDEN'),
  'is for contests alone': async (problem) => {
    const ctx = contextOf(site, stage.people.siteRoot)
    const before = await lockProblem(ctx, problem.id)
    await site.prisma.problem.update({ where: { id: problem.id }, data: { visibility: 'CONTEST_ONLY' } })
    await tellVisibility(ctx, before, 'CONTEST_ONLY')
  },
  'is removed': ({ globalId }) =>
    mutate('siteRoot', 'mutation ($input: RemoveProblemsInput!) { removeProblems(input: $input) { done } }', {
      ids: [globalId],
    }),
}

describe('a problem of a group', () => {
  it.each(Object.keys(HIDING))(
    'that %s takes its rows from members at once (area-rules G10, G13)',
    async (way) => {
      const { problem, sent } = await addOwn('GROUP')
      const groupNumber = stage.group.id
      const row = await followRow('member', sent)
      const others = await followRow('admin', sent)
      const list = await followList('member', { groupNumber })
      const own = await followList('member', { mine: true, everywhere: true })
      const outside = [
        await followList('stranger', {}),
        await followList('stranger', { mine: true, everywhere: true }),
        await followList('siteAdmin', {}),
      ]
      const began = Date.now()
      await HIDING[way]?.(problem)
      expect(await told(list)).toEqual(RESET)
      expect(await told(own)).toEqual(RESET)
      expect(await row.next()).toMatchObject(LOST)
      expect(await others.next()).toMatchObject(LOST)
      expect(Date.now() - began).toBeLessThan(1000)
      const query =
        'query ($filter: SubmissionFilter) { submissions(first: 50, filter: $filter) { edges { node { number } } } }'
      const { token } = stage.people.member
      const { data } = await site.graphql(query, { filter: { groupNumber } }, { token })
      expect(data.submissions.edges.map(({ node }: Loose) => node.number)).not.toContain(sent.id)

      const practice = await send(await addJudgeable(site, `P${++made}`), stage.people.stranger)
      const { id: submissionId, userId, problemId } = practice
      await emit(contextOf(site, null), 'submission.changed', {
        submissionId,
        userId,
        problemId,
        contestId: null,
        groupId: null,
      })
      for (const line of outside)
        expect(await told(line)).toEqual({ change: 'CHANGED', submission: { number: practice.id } })
    },
  )

  it('that is shown again has members read their list again', async () => {
    const { problem } = await addOwn('HIDDEN')
    const list = await followList('member', { groupNumber: stage.group.id })
    await save('author', problem, 'GROUP')
    expect(await told(list)).toEqual(RESET)
  })

  it('that is removed ends what its author follows of it', async () => {
    const { problem } = await addOwn('HIDDEN')
    const id = { id: problem.globalId }
    const streams = [
      await follow('author', 'subscription ($id: ID!) { makingChanged(problemId: $id) { number } }', id),
      await follow('author', 'subscription ($id: ID!) { solutionsChanged(problemId: $id) { number } }', id),
    ]
    for (const line of streams) expect(await line.next()).not.toHaveProperty('errors')
    await HIDING['is removed']?.(problem)
    for (const line of streams) expect(await line.next()).toMatchObject(LOST)
  })
})
