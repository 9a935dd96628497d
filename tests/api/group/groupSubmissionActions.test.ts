import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Prisma, Submission } from '#prisma/generated/client.ts'
import { emit } from '#server/events.ts'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { setStanding } from '../../support/groups.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { contextOf } from '../../support/people.ts'
import {
  change,
  EVERYBODY,
  MEMBERS,
  node,
  type Stage,
  testRoles,
  testStreams,
  tokenOf,
  type Who,
} from '../../support/roleTable.ts'
import { startSite } from '../../support/site.ts'

/** Every role × what can be done with submissions of a group × every door (area-rules G8, G13). */

const stage = {} as Stage
let problemId: number
let rootsProblemId: number

beforeAll(async () => {
  const site = await startSite({ LOG_LEVEL: 'silent' })
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
  const { group, people } = stage
  await setStanding(site, group, people.owner, 'ROOT')
  const own = { groupId: group.id, visibility: 'GROUP' as const }
  problemId = (await addJudgeable(site, 'ALPHA1', { ...own, authorId: people.author.id })).id
  rootsProblemId = (await addJudgeable(site, 'ALPHA2', { ...own, authorId: people.root.id })).id
})
afterAll(() => stage.site?.close())

/** A judged submission of the member in the group. */
const aim = (fields: Partial<Prisma.SubmissionUncheckedCreateInput> = {}): Promise<Submission> =>
  stage.site.prisma.submission.create({
    data: {
      problemId,
      groupId: stage.group.id,
      userId: stage.people.member.id,
      language: 'cpp17',
      codeLength: 10,
      ip: '127.0.0.1',
      state: 'DONE',
      verdict: 'WRONG_ANSWER',
      ...fields,
      code: { create: { source: 'int main' } },
    },
  })

const READERS: readonly Who[] = [...MEMBERS, 'siteProblemAdmin']
/** Their author, the roots of the group, and staff that read every submission. */
const OF_CODE: readonly Who[] = ['member', 'root', 'owner', 'siteRoot', 'siteProblemAdmin']
const REJUDGERS: readonly Who[] = ['author', 'root', 'owner', 'siteRoot']

testRoles(stage, aim, {
  'reads a submission': {
    who: READERS,
    rest: ({ id }) => ['GET', `/api/get-submission-detail?submitId=${id}`],
    graph: ({ id }) => node('Submission', id, 'number user { username }'),
  },
  'reads the code': {
    who: OF_CODE,
    graph: ({ id }) => node('Submission', id, 'source'),
  },
  'rejudges a submission': {
    who: REJUDGERS,
    rest: ({ id }) => ['GET', `/api/admin/judge/rejudge?submitId=${id}`],
    graph: ({ id }) => change('rejudgeSubmission', { id: globalId('Submission', id) }),
  },
  'corrects a submission': {
    who: ['siteRoot'],
    rest: ({ id }) => ['GET', `/api/admin/judge/manual-judge?submitId=${id}&status=0`],
    graph: ({ id }) => change('correctSubmission', { id: globalId('Submission', id), verdict: 'ACCEPTED' }),
  },
  'cancels a submission': {
    who: ['siteRoot'],
    rest: ({ id }) => ['GET', `/api/admin/judge/cancel-judge?submitId=${id}`],
    graph: ({ id }) => change('cancelSubmission', { id: globalId('Submission', id) }),
  },
})

testRoles(stage, () => aim({ shared: true }), {
  'reads shared code': {
    who: READERS,
    graph: ({ id }) => node('Submission', id, 'source'),
  },
})

testRoles(stage, () => aim({ problemId: rootsProblemId }), {
  "rejudges a submission to a root's problem": {
    who: ['root', 'owner', 'siteRoot'],
    graph: ({ id }) => change('rejudgeSubmission', { id: globalId('Submission', id) }),
  },
})

const tell = ({ id, userId, problemId, contestId, groupId }: Submission) =>
  emit(contextOf(stage.site, null), 'submission.changed', {
    submissionId: id,
    userId,
    problemId,
    contestId,
    groupId,
  })

testStreams(stage, aim, {
  'submissionsChanged of the group': {
    who: READERS,
    text: ({ groupId }) => [
      'subscription ($filter: SubmissionFilter) { submissionsChanged(filter: $filter) { submission { number } } }',
      { filter: { groupNumber: groupId } },
    ],
    tell,
  },
  'submissionChanged of one': {
    who: READERS,
    text: ({ id }) => [
      'subscription ($id: ID!) { submissionChanged(id: $id) { number } }',
      { id: globalId('Submission', id) },
    ],
    tell,
  },
})

describe('a list of submissions of a group', () => {
  const ask = async (who: Who, query: string, variables: object) =>
    (await stage.site.graphql(query, variables, { token: tokenOf(stage, who) })).data

  it.each(EVERYBODY)('shows %s the rows and what they may do with them, by GraphQL and REST', async (who) => {
    const { id } = await aim()
    const { id: other } = await aim({ problemId: rootsProblemId })
    const filter = { groupNumber: stage.group.id }
    const { submissions } = await ask(
      who,
      `query ($filter: SubmissionFilter) { submissions(filter: $filter, first: 2) {
         totalCount edges { node { number viewerCanRejudge viewerCanCorrect } } } }`,
      { filter },
    )
    const rest = await stage.site.rest('GET', `/api/get-submission-list?gid=${stage.group.id}&limit=2`, {
      token: tokenOf(stage, who),
    })
    const [rows, restRows] = [submissions.edges, rest.data.records]
    if (!READERS.includes(who)) {
      expect([rows, submissions.totalCount, restRows, rest.data.total]).toEqual([[], 0, [], 0])
      return
    }
    expect(restRows.map(({ submitId }: { submitId: number }) => submitId)).toEqual([other, id])
    const viewerCanCorrect = who === 'siteRoot'
    expect(rows.map((edge: { node: object }) => edge.node)).toEqual([
      { number: other, viewerCanRejudge: REJUDGERS.includes(who) && who !== 'author', viewerCanCorrect },
      { number: id, viewerCanRejudge: REJUDGERS.includes(who), viewerCanCorrect },
    ])
  })

  it.each(EVERYBODY)('says to %s whether they rejudge there at all', async (who) => {
    const query = 'query ($n: Int!) { group(number: $n) { viewerCanRejudge } }'
    const data = await ask(who, query, { n: stage.group.id })
    const may = ['admin', ...REJUDGERS].includes(who)
    expect(data?.group?.viewerCanRejudge ?? false).toBe(may)
  })
})

it('names its group to those who see that, and no group of the site (area-rules G2)', async () => {
  const { site, group } = stage
  const query = 'query ($n: Int!) { submission(number: $n) { group { number } } }'
  const groupOf = async (who: Who, { id }: Submission) =>
    (await site.graphql(query, { n: id }, { token: tokenOf(stage, who) })).data.submission.group
  const row = await aim()
  expect(await groupOf('siteProblemAdmin', row)).toEqual({ number: group.id })
  await site.prisma.group.update({ where: { id: group.id }, data: { visible: false } })
  expect(await groupOf('siteProblemAdmin', row)).toBe(null)
  expect(await groupOf('member', row)).toEqual({ number: group.id })
  await site.prisma.group.update({ where: { id: group.id }, data: { visible: true } })
  const practice = await addJudgeable(site, 'P1')
  expect(await groupOf('member', await aim({ problemId: practice.id, groupId: null }))).toBe(null)
})

it('is not rejudged by the group once its problem is on the site (area-rules G11)', async () => {
  const { site, people } = stage
  const approved = { visibility: 'PUBLIC' as const, application: 'APPROVED' as const, approvedAt: new Date() }
  const { id } = await addJudgeable(site, 'ALPHA3', {
    ...approved,
    groupId: stage.group.id,
    authorId: people.author.id,
  })
  const [former, practice] = [await aim({ problemId: id }), await aim({ problemId: id, groupId: null })]
  for (const who of ['author', 'root', 'owner'] as const)
    for (const row of [former, practice]) {
      const [query, variables] = change('rejudgeSubmission', { id: globalId('Submission', row.id) })
      const { errors } = await site.graphql(query, variables, { token: tokenOf(stage, who) })
      expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
    }
})
