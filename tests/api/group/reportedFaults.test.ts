import { afterAll, beforeAll, expect, it } from 'vitest'
import { addContest, timesOf } from '../../support/contests.ts'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { addJudged } from '../../support/homework.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { WORDS } from '../../support/posts.ts'
import { change, type Stage, tokenOf, type Who } from '../../support/roleTable.ts'
import { type Site, startSite } from '../../support/site.ts'

/** What users of other judges reported of groups, tried through every door (area-rules G3, G4, G8, G12, D9). */

const stage = {} as Stage
let site: Site
let otherGroup = 0
let ownProblem = 0

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
  // The author leads another group, so that only the row itself could keep things where they are.
  otherGroup = (await addGroup(site, stage.people.author, 'beta')).id
  const own = { groupId: stage.group.id, visibility: 'GROUP' as const, authorId: stage.people.author.id }
  ownProblem = (await addJudgeable(site, 'ALPHA1', own)).id
})
afterAll(() => site?.close())

const rest = (who: Who, method: string, path: string, body?: object) =>
  site.rest(method, path, { token: tokenOf(stage, who), ...(body && { body }) })

it('a gid in a body moves no problem into another group', async () => {
  const problem = { id: ownProblem, gid: otherGroup, groupId: otherGroup, difficulty: 2 }
  await rest('author', 'PUT', '/api/group/problem', { problem, gid: otherGroup })
  const changed = await rest('author', 'PUT', '/api/admin/problem', { problem, gid: otherGroup })
  expect(changed.status).toBe(200)
  const node = change('updateProblem', {
    id: globalId('Problem', ownProblem),
    groupId: globalId('Group', otherGroup),
  })
  const { errors } = await site.graphql(...node, { token: tokenOf(stage, 'author') })
  expect(errors).toBeDefined()
  expect(await site.prisma.problem.findUnique({ where: { id: ownProblem } })).toMatchObject({
    groupId: stage.group.id,
  })
})

it('a gid in a body moves no post, training or contest into another group', async () => {
  const { author } = stage.people
  const groupId = stage.group.id
  const category = await site.prisma.trainingCategory.create({
    data: { name: 'Knots', nameKey: 'knots', color: '#335577' },
  })
  const common = { groupId, ownerId: author.id, title: 'Tides' }
  const training = await site.prisma.training.create({
    data: { ...common, description: 'Of tides', categoryId: category.id },
  })
  const contest = await addContest(site, { type: 'ACM', ...common, ...timesOf('before') })
  const post = await site.prisma.discussion.create({
    data: { groupId, authorId: author.id, title: 'T', description: 'D', content: 'C', categoryId: 1 },
  })
  const gid = otherGroup
  const changed = await rest('author', 'PUT', '/api/group/training', {
    training: { id: training.id, gid, title: 'Moved', description: 'Of tides', rank: 1, auth: 'Public' },
    trainingCategory: { id: category.id },
  })
  expect(changed.status).toBe(200)
  await rest('author', 'PUT', '/api/group/contest', { ...contest, gid, id: contest.id, title: 'Moved' })
  const said = await rest('author', 'PUT', '/api/group/discussion', { ...WORDS, id: post.id, gid })
  expect(said.status).toBe(200)
  await rest('author', 'PUT', '/api/discussion', { ...WORDS, id: post.id, gid })
  const where = (id: number) => ({ where: { id }, select: { groupId: true } })
  expect(await site.prisma.training.findUnique(where(training.id))).toEqual({ groupId })
  expect(await site.prisma.contest.findUnique(where(contest.id))).toEqual({ groupId })
  expect(await site.prisma.discussion.findUnique(where(post.id))).toEqual({ groupId })
})

it('no member of an open group becomes an applicant again', async () => {
  const { member, owner } = stage.people
  const { id: groupId } = stage.group
  const key = { groupId_userId: { groupId, userId: member.id } }
  const row = await site.prisma.groupMember.findUniqueOrThrow({ where: key })
  for (const who of ['owner', 'admin', 'member'] as const)
    for (const auth of [1, 2])
      expect(
        (await rest(who, 'PUT', '/api/group/member', { gid: groupId, uid: member.id, auth })).status,
      ).not.toBe(200)
  const node = change('changeGroupMember', { id: globalId('GroupMember', row.id), standing: 'APPLIED' })
  expect((await site.graphql(...node, { token: owner.token })).errors).toBeDefined()
  // Joining once more changes nothing either.
  await rest('member', 'POST', '/api/group/member', { gid: groupId, reason: 'once more' })
  expect(await site.prisma.groupMember.findUnique({ where: key })).toMatchObject({ standing: 'MEMBER' })
})

it('a public problem names no contest of a group, and no address shows its board to strangers', async () => {
  const { owner, stranger, left } = stage.people
  const problem = await addJudgeable(site, 'P1')
  const contest = await addContest(site, {
    type: 'ACM',
    ownerId: owner.id,
    groupId: stage.group.id,
    title: 'Secret Final',
    ...timesOf('running'),
  })
  await site.prisma.contestProblem.create({
    data: { contestId: contest.id, problemId: problem.id, displayId: 'A', title: 'Sum', position: 1 },
  })
  for (const token of [null, stranger.token, left.token]) {
    const paths = ['/api/get-problem-detail?problemId=P1', '/api/get-problem-list?keyword=P1']
    for (const path of paths) {
      const answer = await site.rest('GET', path, { token })
      expect(JSON.stringify(answer)).not.toContain('Secret Final')
    }
    const cid = contest.id
    for (const path of ['/api/get-contest-rank', '/api/get-contest-outside-scoreboard']) {
      const board = await site.rest('POST', path, { token, body: { cid, limit: 10, currentPage: 1 } })
      expect(board.status).not.toBe(200)
      expect(JSON.stringify(board)).not.toContain('Secret Final')
    }
    const whole = await fetch(`${site.url}/api/contest-scoreboard/${cid}`, {
      headers: { authorization: token ?? '' },
    })
    expect(whole.status).toBeGreaterThanOrEqual(401)
    const { data } = await site.graphql(
      'query ($n: Int!) { contest(number: $n) { title } }',
      { n: cid },
      { token },
    )
    expect(data?.contest ?? null).toBeNull()
  }
})

it('likes never fall below zero', async () => {
  const { member } = stage.people
  const post = await site.prisma.discussion.create({
    data: { authorId: member.id, title: 'T', description: 'D', content: 'C', categoryId: 1 },
  })
  const like = (toLike: boolean) =>
    rest('admin', 'GET', `/api/discussion-like?did=${post.id}&toLike=${toLike}`)
  await Promise.all([like(false), like(false), like(true), like(false)])
  await like(false)
  expect(await site.prisma.discussion.findUnique({ where: { id: post.id } })).toMatchObject({ likeCount: 0 })
})

it('no answer to a member carries the code of another one', async () => {
  const { author } = stage.people
  const of = { userId: author.id, problemId: ownProblem, groupId: stage.group.id }
  const id = await addJudged(site, of, 'ACCEPTED', {
    code: { create: { source: 'int secret_answer;' } },
  } as object)
  await setStanding(site, stage.group, stage.people.member, 'MEMBER')
  const answers = [
    await rest('member', 'GET', `/api/get-submission-detail?submitId=${id}`),
    await rest('member', 'GET', `/api/get-submission-list?gid=${stage.group.id}&limit=10&currentPage=1`),
    await rest('member', 'GET', `/api/get-last-ac-code?pid=${ownProblem}`),
    await site.graphql(
      'query ($id: ID!) { node(id: $id) { ... on Submission { number source message } } }',
      { id: globalId('Submission', id) },
      { token: tokenOf(stage, 'member') },
    ),
  ]
  for (const answer of answers) expect(JSON.stringify(answer)).not.toContain('secret_answer')
})
